import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Properties of notes, which are not in their text.
@Suite(.scratch) struct NotePropertyTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func importing(_ frontMatter: String, at time: Double) async throws -> ImportSummary {
        let path = try scratch.write("notes/Kettle.md", "---\n\(frontMatter)\n---\nIt whistles.\n")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
        return try await library.importFiles(at: [scratch.path + "/notes"])
    }

    private func count(_ query: String) throws -> Int { try library.count(SearchQuery(query)).items }

    @Test func `a change of front matter alone is noticed`() async throws {
        #expect(try await importing("tags: [blue]\nby: Ada", at: 1_000).new == 1)
        #expect(try await importing("tags: [blue, green]\nby: Bo", at: 2_000).updated == 1)
        #expect(try (count("tag:green"), count("\"by bo\""), count("\"by ada\"")) == (1, 1, 0))
        #expect(try await importing("tags: [green]\nby: Bo", at: 3_000).updated == 1)
        #expect(try (count("tag:green"), count("tag:blue")) == (1, 0))
        let note = try #require(try library.store.allItems().first)
        #expect(note.text == "It whistles.\n")
    }

    @Test func `names that an edit takes away are in no file of the library`() async throws {
        _ = try await importing("tags: [quokkatag]\naliases: [numbatname]\nby: bilbyprop", at: 1_000)
        let location = library.location
        let names = ["quokkatag", "numbatname", "bilbyprop"]
        #expect(try location.found(names) == Set(names))
        _ = try await importing("tags: [plain]", at: 2_000)
        let note = try #require(try library.store.allItems().first)
        #expect(try library.deleteItem(note.id) != nil)
        #expect(try location.found(names) == [])
    }

    @Test func `a note is found by the files that it embeds, also once its words are the same`() async throws {
        let path = try scratch.write("notes/Kettle.md", "It whistles: ![[steam.png]]\n")
        try scratch.write("notes/copies/Kettle.md", "It whistles: ![[steam.png]]\n")
        _ = try await library.importFiles(at: [scratch.path + "/notes"])
        #expect(try library.store.allItems().map(\.id) == [ItemID(file: path)])
        #expect(try (count("has:attachment"), count("filename:steam")) == (1, 1))
        // As an earlier version of the reader left it.
        try library.store.write { transaction in
            guard var note = try transaction.snapshot.item(ItemID(file: path)),
                let key = try transaction.snapshot.key(of: note.id)
            else { return }
            note.attachments = []
            try transaction.update(note, row: key.row)
        }
        #expect(try count("has:attachment") == 0)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: path)
        #expect(try await library.importFiles(at: [scratch.path + "/notes"]).updated == 1)
        #expect(try (count("has:attachment"), count("filename:steam")) == (1, 1))
        #expect(try library.store.allItems().count == 1)
    }

    @Test func `a file that was only touched is the same`() async throws {
        #expect(try await importing("tags: [blue]\nby: Ada", at: 1_000).new == 1)
        let again = try await importing("tags: [blue]\nby: Ada", at: 2_000)
        #expect((again.new, again.updated) == (0, 0))
    }
}
