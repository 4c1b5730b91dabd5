import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// The sample archive, as docs/sample-archive.md describes it.
@Suite(.scratch) struct SampleImportTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    @Test func `the sample archive has what its description says`() async throws {
        let summary = try await library.importFiles(at: [ProjectFolder.sample])
        #expect(summary.attachments == 13 && summary.skipped == [.otherType(fileExtension: "jsonl"): 4])
        #expect(summary.failures == 0 && summary.attachmentFailures == 0 && summary.duplicates == 0)
        let items = try library.store.allItems()
        let whole = items.filter { $0.parent == nil }
        // Nine lines that the platforms wrote are items too.
        #expect(summary.items == 580 + 9 && whole.count == summary.items && items.count == 593 + 9)
        #expect(whole.count { $0.kind == .email } == 224 + 2)
        #expect(whole.count { $0.kind == .note } == 54 + 5)
        #expect(whole.count { $0.kind == .document } == 11 + 1 + 5)
        let messages = Dictionary(grouping: whole.filter { $0.kind == .message }, by: \.conversation).values.map(
            \.count)
        #expect(messages.sorted() == [20 + 1, 107 + 7, 151 + 1])
        #expect(items.count { $0.parent != nil } == 13)
        #expect(whole.reduce(0) { $0 + $1.attachments.count { $0.name.hasSuffix(".png") } } == 1)
    }

    @Test func `the sample's owner is one person, who writes from two addresses`() async throws {
        _ = try await library.importFiles(at: [ProjectFolder.sample])
        let people = try library.people()
        #expect(people.map(\.name) == ["Hanna Brandreth"])
        let fields = ["hanna@brandreth-draws.example", "h.brandreth@donvalley-college.example"]
        let counts = try fields.map { try library.count(SearchQuery("from:\($0)")).items }
        #expect(counts == [109, 109])
        let question = try #require(try library.ownerQuestion())
        #expect(question.written == [fields[0], "Hanna"])
        try library.answerOwnerQuestion(question.written)
        // A mail that lies in a file by itself may be from anybody, so that its address is asked about.
        let asked = try #require(try library.mergeSuggestions().first)
        #expect(asked.reason == .ownAddress && asked.person.identifier == fields[1])
        try library.state(asked.confirmation)
        #expect(try library.people(named: "hanna").map(\.isOwner) == [true])
    }

    @Test func `the sample's mails are in the threads that its description counts`() async throws {
        _ = try await library.importFiles(at: [ProjectFolder.sample + "/mail.mbox"])
        let rows = try library.store.allThreads()
        let threads = try library.store.read { snapshot in
            try rows.map { try snapshot.items(thread: $0).filter { $0.kind == .email } }.filter { !$0.isEmpty }
        }
        #expect(threads.count == 108)
        #expect(threads.map(\.count).max() == 11)
        let days = threads.joined().compactMap(\.date).map { $0.timeIntervalSince1970 }
        #expect(
            days.min().map { Date(timeIntervalSince1970: $0).formatted(.iso8601.year().month().day()) } == "2023-03-06")
        #expect(
            days.max().map { Date(timeIntervalSince1970: $0).formatted(.iso8601.year().month().day()) } == "2025-02-10")
    }

    @Test func `a chat and its file, a notebook and its folder, are one place`() async throws {
        _ = try await library.importFiles(at: ProjectFolder.sampleSources)
        let places = try library.facets(SearchQuery("")).places
        #expect(places.count { $0.items == 152 } == 1 && places.contains { $0.name == "Mira" })
        #expect(places.count { $0.name.hasSuffix("Daily") } == 1 && places.contains { $0.name == "Daily" })
        #expect(try PathRecognition.summary(of: ProjectFolder.sample).contains(" 2 WhatsApp exports,"))
        // These hold what no chat or notebook holds alone.
        #expect(
            places.contains { $0.name.hasSuffix("mail.mbox") } && places.contains { $0.name.hasSuffix("documents") })
        for place in places where ["Mira", "Daily"].contains(place.name) {
            #expect(try library.count(SearchQuery(place.query)).items == place.items)
        }
    }

    @Test func `importing the sample twice changes nothing and says so`() async throws {
        let first = try await library.importFiles(at: ProjectFolder.sampleSources)
        let before = try LibraryContents(of: library.store)
        let second = try await library.importFiles(at: ProjectFolder.sampleSources)
        #expect((second.items, second.new, second.updated) == (first.items, 0, 0))
        #expect(second.duplicates == first.items && second.attachments == first.attachments)
        #expect(second.unchangedFiles == second.files)
        #expect(try LibraryContents(of: library.store).differences(from: before) == [])
    }

    @Test func `a note that was edited is updated, and found by its new words only`() async throws {
        let notes = try ["Gasket", "Other"].map { try scratch.write("vault/\($0).md", "# \($0)\n\nA kettle whistles.") }
        _ = try await library.importFiles(at: [scratch.path + "/vault"])
        try Data("# Gasket\n\nA lantern glows, longer than before.".utf8).write(to: URL(fileURLWithPath: notes[0]))
        let summary = try await library.importFiles(at: [scratch.path + "/vault"])
        #expect((summary.items, summary.new, summary.updated, summary.duplicates) == (2, 0, 1, 1))
        let found = { (words: String) in
            try library.search(SearchQuery(words)).results.flatMap(\.passages).map(\.item.title).sorted()
        }
        #expect(try found("lantern") == ["Gasket"])
        #expect(try found("kettle") == ["Other"])
        #expect(try library.counts().items == [.note: 2])
    }

    @Test func `sources are never changed`() async throws {
        let original = URL(fileURLWithPath: ProjectFolder.sample + "/notes")
        let copy = URL(fileURLWithPath: scratch.path + "/notes")
        try FileManager.default.copyItem(at: original, to: copy)
        let state = { try Self.state(of: copy) }
        let before = try state()
        _ = try await library.importFiles(at: [copy.path])
        #expect(try state() == before)
        #expect(before.count >= 54)
    }

    /// Every file's bytes and time of change.
    private static func state(of folder: URL) throws -> [String: [String]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.reduce(into: [:]) { state, path in
            let file = folder.appending(path: path).path
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            let digest = SHA256.digest(FileManager.default.contents(atPath: file) ?? Data())
            state[path] = [
                "\(attributes[.modificationDate] ?? "")", "\(attributes[.posixPermissions] ?? "")", "\(digest)",
            ]
        }
    }
}
