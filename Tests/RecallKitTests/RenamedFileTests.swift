import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Files that have another name or folder at the next import.
@Suite(.scratch) struct RenamedFileTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// Imports the folder, and returns the number of new items.
    private func importFiles() async throws -> Int {
        try await library.importFiles(at: [scratch.path + "/in"]).new
    }

    private func titles(_ query: String) throws -> [String] {
        try library.page(SearchQuery(query), offset: 0, limit: 9).items.map(\.summary.title)
    }

    private func move(_ old: String, _ new: String) throws {
        let paths = [old, new].map { scratch.path + "/in/" + $0 }
        try FileManager.default.createDirectory(
            atPath: URL(filePath: paths[1]).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: paths[0], toPath: paths[1])
    }

    @Test func `a renamed file is the same item, under its new name, and stays it when it is edited`() async throws {
        try scratch.write("in/a/Garlic.md", "# Planting garlic\n\nThe garlic goes in before the frost.\n")
        try scratch.write("in/a/Kettle.md", "The kettle whistles in the kitchen.\n")
        try scratch.write("in/a/lease.txt", "The lease of the mill ends in May.\n")
        try scratch.write(
            "in/a/box.mbox",
            "From x@y.example Mon Mar  4 10:00:00 2024\nFrom: Ada <ada@people.example>\nSubject: Oars\n\nNew oars.\n\n")
        #expect(try await importFiles() == 4)
        try move("a/Garlic.md", "a/Garlic 2023.md")
        try move("a/Kettle.md", "a/Tea kettle.md")
        try move("a/lease.txt", "old/lease of the mill.txt")
        try move("a/box.mbox", "a/letters.mbox")
        try scratch.write("in/a/still here.md", "A folder without files may be that of a disk that is not there.\n")
        #expect(try await importFiles() == 1)
        #expect(try titles("garlic frost") == ["Planting garlic"])
        #expect(try titles("kettle whistles") == ["Tea kettle"])
        #expect(try titles("lease kind:document").count == 1 && titles("subject:oars").count == 1)
        #expect(try library.sources().allSatisfy { !$0.isGone })
        try scratch.write("in/a/Garlic 2023.md", "# Planting garlic\n\nThe garlic goes in after the first frost.\n")
        #expect(try await importFiles() == 0)
        #expect(try titles("garlic first") == ["Planting garlic"] && titles("garlic frost").count == 1)
    }

    @Test func `a copy is no renamed file, nor is what only has the size and the second of one that is gone`()
        async throws
    {
        try scratch.write("in/a.md", "# One\n\nThe garlic of one.\n")
        try scratch.write("in/c.md", "# Three\n\nThe onion of it.\n")
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.path + "/in/c.md")
        #expect(try await importFiles() == 2)
        try FileManager.default.copyItem(atPath: scratch.path + "/in/a.md", toPath: scratch.path + "/in/b.md")
        try FileManager.default.removeItem(atPath: scratch.path + "/in/c.md")
        try scratch.write("in/d.md", "# Fours\n\nThe leeks of it.\n")
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.path + "/in/d.md")
        #expect(try await importFiles() == 2)
        #expect(try titles("garlic").count == 2 && titles("onion").count == 1 && titles("leeks").count == 1)
    }
}
