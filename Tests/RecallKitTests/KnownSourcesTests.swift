import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Imports of folders that were imported before: what has not changed is not opened, in any order of names.
@Suite(.scratch) struct KnownSourcesTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// Imports the folder: the items that are new, the files that have not changed, and those that are of no type.
    private func importFiles() async throws -> [Int] {
        let summary = try await library.importFiles(at: [scratch.path + "/in"])
        return [summary.new, summary.unchangedFiles, summary.skipped.values.reduce(0, +)]
    }

    @Test func `files of many folders are known again, whatever stands between their names`() async throws {
        // More than are looked up at a time. "a!", "a/" and "a0" are in another order as files than as paths; "é" is written in
        // two ways that look alike.
        let names = ["a/x", "a!", "a0", "a.b/x", "\u{E9}", "e\u{301}", "z"] + (0..<1_200).map { "m/\($0)" }
        for (number, name) in names.enumerated() { try scratch.write("in/" + name, mail(number)) }
        #expect(try await importFiles() == [names.count, 0, 0])
        for (number, name) in names.enumerated() { try wipe(name, mail(number)) }
        #expect(try await importFiles() == [0, names.count, 0])
        try scratch.write("in/a!", mail(5_000))
        try scratch.write("in/new", mail(5_001))
        #expect(try await importFiles() == [2, names.count - 1, 0])
    }

    @Test func `two names that look alike are two files, whatever their sizes and times`() async throws {
        let names = ["\u{E9}.md", "e\u{301}.md"]
        try scratch.write("in/" + names[0], "# One\n\nThe kettle sings.\n")
        #expect(try await importFiles() == [1, 0, 0])
        try scratch.write("in/" + names[1], "# Two\n\nThe kettle rings.\n")
        try set(times(of: names[0]), of: names[1])
        #expect(try await importFiles() == [1, 1, 0])
    }

    private func mail(_ number: Int) -> String {
        "From: Ada <ada@people.example>\nSubject: Kettle \(number)\nMessage-ID: <\(number)@people.example>\n\nIt whistles.\n"
    }

    /// Overwrites a file, which is of its format by its content alone, with its size and time as they were: only who does not
    /// open it takes it for a mail.
    private func wipe(_ name: String, _ content: String) throws {
        let times = try times(of: name)
        try scratch.write("in/" + name, String(repeating: "\0", count: content.utf8.count))
        try set(times, of: name)
    }

    /// The times of the last access and change.
    private func times(of name: String) throws -> [timespec] {
        var status = stat()
        try #require(stat(scratch.path + "/in/" + name, &status) == 0)
        #if canImport(Darwin)
            return [status.st_atimespec, status.st_mtimespec]
        #else
            return [status.st_atim, status.st_mtim]
        #endif
    }

    private func set(_ times: [timespec], of name: String) throws {
        try #require(utimensat(AT_FDCWD, scratch.path + "/in/" + name, times, 0) == 0)
    }
}
