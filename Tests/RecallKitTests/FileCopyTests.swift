import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// One file in several places: one item with several sources, until one of them changes.
@Suite(.scratch) struct FileCopyTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func write(_ text: String, to name: String, at time: Double = 1_000) throws {
        let path = try scratch.write(name, text)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
    }

    @discardableResult private func importAll() async throws -> ImportSummary {
        try await library.importFiles(at: ["a", "b", "c"].map { scratch.path + "/" + $0 }.filter(Self.isThere))
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// The texts in the library, each with the folders of its sources.
    private func state() throws -> [String: [String]] {
        let items = try library.store.allItems()
        #expect(Set(items.map(\.id)).count == items.count)
        return try Dictionary(
            items.map { item in
                let folders = try library.sources(of: item.id).map {
                    String($0.path.dropFirst(scratch.path.count + 1).prefix(1))
                }
                return (item.text, folders)
            }, uniquingKeysWith: +
        ).mapValues { $0.sorted() }
    }

    @Test func `the same file in two folders, of whatever age, is one item`() async throws {
        try write("# Boots\n\nSize 43.", to: "a/Boots.md")
        try write("# Boots\n\nSize 43.", to: "b/x/Boots.md", at: 2_000)
        try write("# Boots\n\nSize 43.", to: "b/Shoes.md")
        try write("Size 43.", to: "a/Boots.txt")
        let summary = try await importAll()
        #expect((summary.items, summary.new, summary.duplicates) == (4, 3, 1))
        #expect(try library.store.allItems().map { $0.text.contains("# Boots") }.count { $0 } == 2)
        let again = try await importAll()
        #expect((again.new, again.updated, again.unchangedFiles) == (0, 0, 4))
        #expect(try await library.importFiles(at: [scratch.path + "/b"], restoringDeleted: true).updated == 0)
    }

    @Test func `notes of an export are the same whether it is zipped or not`() async throws {
        let members = ["Ferns.md": "Ferns grow by the mill.", "sub/Kettle.md": "It whistles."]
        for (name, text) in members { try write(text, to: "a/\(name)") }
        let zip = try ArchiveFile.bytes(
            .zip,
            members.map { .init($0.key, $0.value) } + [
                .init("m.mbox", "From x@y.example Mon Mar  4 10:00:00 2024\nSubject: Hi\n\nHi\n")
            ])
        try scratch.write("b/export.zip", Data(zip))
        let summary = try await library.importFiles(at: [scratch.path + "/b/export.zip", scratch.path + "/a"])
        #expect((summary.new, summary.duplicates) == (3, 2))
        #expect(
            try state() == ["Ferns grow by the mill.": ["a", "b"], "It whistles.": ["a", "b"], "Hi": ["b"]])
    }

    @Test(arguments: ["a", "b", "c"])
    func `a copy that changes is an item of its own, and the others keep what they hold`(changed: String) async throws {
        for folder in ["a", "b", "c"] { try write("Ferns grow.", to: folder + "/Ferns.md") }
        try await importAll()
        #expect(try state() == ["Ferns grow.": ["a", "b", "c"]])
        try write("Ferns wilt.", to: changed + "/Ferns.md", at: 500)
        try await importAll()
        #expect(try state() == ["Ferns wilt.": [changed], "Ferns grow.": ["a", "b", "c"].filter { $0 != changed }])
        try write("Ferns grow.", to: changed + "/Ferns.md", at: 3_000)
        try await importAll()
        #expect(try state().keys.sorted() == ["Ferns grow."])
    }

    @Test func `what is left of a copy changes with its file when the first one is no source any more`() async throws {
        for folder in ["a", "b"] { try write("Ferns grow.", to: folder + "/Ferns.md") }
        try await importAll()
        let first = try #require(try library.sources().first { $0.path.hasPrefix(scratch.path + "/a/") })
        _ = try library.deleteSource(first.id)
        #expect(try state() == ["Ferns grow.": ["b"]])
        try write("Ferns wilt.", to: "b/Ferns.md", at: 3_000)
        _ = try await library.importFiles(at: [scratch.path + "/b"])
        #expect(try state() == ["Ferns wilt.": ["b"]])
        try await importAll()
        #expect(try state() == ["Ferns wilt.": ["b"], "Ferns grow.": ["a"]])
    }

    @Test func `what was deleted stays out, whichever copy is touched`() async throws {
        for folder in ["a", "b"] { try write("Ferns grow.", to: folder + "/Ferns.md") }
        try await importAll()
        _ = try library.deleteItem(try #require(try library.store.allItems().first).id)
        for folder in ["a", "b"] { try write("Ferns grow.", to: folder + "/Ferns.md", at: 5_000) }
        #expect(try await importAll().deletedBefore == 2)
        #expect(try state().isEmpty)
    }

    @Test func `what was deleted stays out of a folder that was moved, and comes back when it is asked for`()
        async throws
    {
        try write("Ferns grow.", to: "a/Ferns.md")
        try await importAll()
        _ = try library.deleteItem(try #require(try library.store.allItems().first).id)
        try write("Ferns grow.", to: "b/x/Ferns.md")
        try write("Ferns wilt.", to: "b/x/Moss.md")
        let summary = try await importAll()
        #expect((summary.new, summary.deletedBefore) == (1, 1))
        #expect(try state() == ["Ferns wilt.": ["b"]])
        #expect(try await library.importFiles(at: [scratch.path + "/b"], restoringDeleted: true).new == 1)
        #expect(try state() == ["Ferns wilt.": ["b"], "Ferns grow.": ["b"]])
    }

    @Test func `what was deleted stays out under another name, whatever its title, until it is changed`() async throws {
        try write("Ferns grow by the mill.", to: "a/Ferns.md")
        try write("Ferns.", to: "a/Short.md")
        try await importAll()
        for item in try library.store.allItems() { _ = try library.deleteItem(item.id) }
        for name in ["Moss", "Ferns"] { try write("Ferns grow by the mill.", to: "b/\(name).md", at: 7_000) }
        try write("Ferns.", to: "b/Other.md", at: 7_000)
        #expect(try await importAll().deletedBefore == 2)
        // So short a text may be another one's.
        #expect(try state() == ["Ferns.": ["b"]])
        try write("Ferns wilt by the mill.", to: "b/Moss.md", at: 8_000)
        #expect(try await importAll().new == 1)
        let restored = try await library.importFiles(at: [scratch.path + "/b/Ferns.md"], restoringDeleted: true)
        #expect(restored.new == 1)
    }

    @Test func `a file that was renamed, and whose folder was moved then, stays one item`() async throws {
        try write("Ferns grow.", to: "a/Fern.md", at: 1_000.25)
        try await importAll()
        let path = scratch.path
        try FileManager.default.moveItem(atPath: path + "/a/Fern.md", toPath: path + "/a/Ferns.md")
        try await importAll()
        try FileManager.default.moveItem(atPath: path + "/a", toPath: path + "/b")
        #expect(try await importAll().new == 0)
        #expect(try library.store.allItems().map(\.text) == ["Ferns grow."])
    }

    @Test func `links of notes lead to copies`() async throws {
        try write("See [[Kettle]].", to: "a/Tea.md")
        try write("It whistles.", to: "a/Kettle.md")
        try write("It whistles.", to: "b/Kettle.md")
        try write("Look at [[Kettle]].", to: "b/Coffee.md")
        _ = try await library.importFiles(at: [scratch.path + "/a"])
        _ = try await library.importFiles(at: [scratch.path + "/b"])
        let kettle = try #require(try library.store.allItems().first { $0.text == "It whistles." })
        let coffee = try #require(try library.store.allItems().first { $0.title == "Coffee" })
        #expect(try await library.notePage(of: coffee)?.links["Kettle"] == kettle.id)
    }

    /// The authors that the library's notes have as a property, each with the folders of its sources.
    private func authors() throws -> [String: [String]] {
        try Dictionary(
            library.store.allItems().map { item in
                guard case .note(let note) = item.details else { return ("", []) }
                let folders = try library.sources(of: item.id).map {
                    String($0.path.dropFirst(scratch.path.count + 1).prefix(1))
                }
                return (note.properties.map(\.value).joined(), folders)
            }, uniquingKeysWith: +
        ).mapValues { $0.sorted() }
    }

    private func writeFern(by author: String, in folder: String, at time: Double = 1_000) throws {
        try write("---\nauthor: \(author)\n---\nFerns grow.", to: folder + "/Ferns.md", at: time)
    }

    @Test func `notes of equal text and other properties are two, each with its own`() async throws {
        try writeFern(by: "Isla", in: "a")
        try writeFern(by: "Tom", in: "b")
        try writeFern(by: "Isla", in: "c")
        try await importAll()
        #expect(try authors() == ["Isla": ["a", "c"], "Tom": ["b"]])
        try writeFern(by: "Ann", in: "a", at: 3_000)
        try await importAll()
        #expect(try authors() == ["Isla": ["c"], "Tom": ["b"], "Ann": ["a"]])
        try writeFern(by: "Ann", in: "c", at: 4_000)
        try await importAll()
        #expect(try authors() == ["Tom": ["b"], "Ann": ["a", "c"]])
    }

    @Test func `a copy whose properties change after the first one is gone has these`() async throws {
        for folder in ["a", "b"] { try writeFern(by: "Isla", in: folder) }
        try await importAll()
        let first = try #require(try library.sources().first { $0.path.hasPrefix(scratch.path + "/a/") })
        _ = try library.deleteSource(first.id)
        try writeFern(by: "Tom", in: "b", at: 3_000)
        _ = try await library.importFiles(at: [scratch.path + "/b"])
        #expect(try authors() == ["Tom": ["b"]])
    }
}
