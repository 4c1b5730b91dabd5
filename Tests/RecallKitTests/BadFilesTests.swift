import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.scratch) struct BadFilesTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func codes() throws -> [String: String] {
        let prefix = scratch.path + "/in/"
        return Dictionary(
            try library.failures().map {
                (String($0.path.dropFirst(prefix.count)) + ($0.place.map { ", \($0)" } ?? ""), $0.code)
            },
            uniquingKeysWith: { first, _ in first })
    }

    private func message(_ number: Int) -> String {
        #"{"id":"\#(number)","kind":"message","thread":"t","from":{"name":"Ada"},"date":"2024-01-01T00:00:00Z","text":"hello \#(number)"}"#
    }

    @Test func `a folder of bad files is imported as far as it goes, and every failure is listed`() async throws {
        try scratch.write("in/good.md", "A note.")
        try scratch.write("in/empty.md", "")
        try scratch.write("in/binary.md", Data((0..<4_000).map { UInt8(truncatingIfNeeded: $0 * 7) }))
        try scratch.write("in/picture.jpg", Data([0xFF, 0xD8, 0xFF]))
        try scratch.write(
            "in/lines.jsonl",
            [message(1), "{\"id\":", message(2), "[]", "{\"kind\":\"message\"}", ""].joined(separator: "\n"))
        try scratch.write("in/folder.mbox/inside.txt", "Text in a folder with the name of a mailbox.")
        let chat = ProjectFolder.sample + "/WhatsApp Chat - Hiking group.zip"
        let zip = try #require(FileManager.default.contents(atPath: chat))
        let cut = try scratch.write("cut/WhatsApp Chat - Cut.zip", zip.prefix(zip.count / 2))
        try scratch.write("in/cut.docx", zip.prefix(100))
        try scratch.write("in/broken.pdf", "%PDF-1.7\nnot really")
        let paths = [scratch.path + "/in", scratch.path + "/in/missing.mbox", cut]
        let summary = try await library.importFiles(at: paths)
        let codes = try codes()
        #expect(codes["empty.md"] == nil && summary.skipped[.empty] == 1)
        #expect(codes["missing.mbox"] == "not-found")
        #expect(codes["cut.docx"] != nil && codes["broken.pdf"] != nil)
        #expect(codes.keys.count { $0.hasPrefix("lines.jsonl") } == 3)
        #expect(codes.keys.contains { $0.hasSuffix("WhatsApp Chat - Cut.zip") })
        #expect(summary.failures == codes.count)
        #expect(summary.items == summary.new + summary.updated + summary.duplicates)
        #expect(try library.counts().items.values.reduce(0, +) == summary.new)
        #expect(try library.counts().items[.message] == 2)
        let again = try await library.importFiles(at: paths)
        #expect((again.items, again.new, again.failures) == (summary.items, 0, summary.failures))
        #expect(try self.codes() == codes)
    }

    @Test func `a line of fifty megabytes fails or is cut, and the lines around it are imported`() async throws {
        let long = #"{"id":"long","kind":"note","text":""# + String(repeating: "word ", count: 10_000_000) + #""}"#
        let file = try scratch.write("in/long.jsonl", [message(1), long, message(2)].joined(separator: "\n"))
        let summary = try await library.importFiles(at: [file])
        #expect(summary.items + summary.failures == 3)
        #expect(try library.counts().items[.message] == 2)
        for item in try library.store.allItems() { #expect(item.text.utf8.count <= ImportLimits.textBytes) }
    }

    @Test func `a text of fifty megabytes on one line is cut and marked`() async throws {
        let file = try scratch.write("in/long.txt", String(repeating: "word ", count: 10_000_000))
        let summary = try await library.importFiles(at: [file])
        #expect(summary.items + summary.failures == 1)
        for item in try library.store.allItems() {
            #expect(item.text.utf8.count <= ImportLimits.textBytes && item.defects.contains(.truncatedText))
        }
    }

    @Test func `a pipe is never opened`() async throws {
        let pipe = scratch.path + "/pipe.mbox"
        #expect(mkfifo(pipe, 0o600) == 0)
        let summary = try await library.importFiles(at: [pipe])
        #expect((summary.items, summary.failures) == (0, 1))
        #expect(try library.failures().map(\.code) == ["not-a-file"])
    }

    @Test func `a file read as another format fails and says so`() async throws {
        let file = try scratch.write("in/note.md", "No JSON at all.")
        let summary = try await library.importFiles(at: [file], as: .jsonl)
        #expect(summary.items == 0 && summary.failures == 1)
    }
}
