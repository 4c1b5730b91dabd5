import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct RetryTests {
    @Test func `a document that failed for want of its parser is read once there is one`() async throws {
        let scratch = try ScratchFolder()
        let store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        let paths = [ProjectFolder.sample + "/documents/wedding-budget-v1.docx"]
        let none = DocumentTextExtractor(parserExecutable: scratch.path + "/none")
        let first = try await RecallLibrary(store: store, model: .none, extractor: none).importFiles(at: paths)
        #expect((first.items, first.failures) == (0, 1))
        let library = RecallLibrary(store: store, model: .none)
        let second = try await library.importFiles(at: paths)
        #expect((second.items, second.new, second.failures) == (1, 1, 0))
        #expect(try library.failures().isEmpty)
    }

    @Test(arguments: [
        "documents/wedding-budget-v1.docx", "notes/Recipes/Mrs Adeyemi's jollof.md", "notes/Daily/2023-06-24.md",
    ])
    func `a file that an earlier version read is read again, once, and keeps its id`(file: String) async throws {
        let scratch = try ScratchFolder()
        let library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        let path = ProjectFolder.sample + "/" + file
        let id = ItemID(identifying: ["file", path])
        _ = try await library.importFiles(at: [path])
        let date = try #require(try library.item(id)).date
        var old = try #require(try library.item(id))
        old.date = Date(timeIntervalSince1970: 5)
        try library.store.write { transaction in
            let snapshot = transaction.snapshot
            try transaction.update(old, row: try #require(try snapshot.key(of: id)).row)
            var state = try #require(try snapshot.sourceFile(path: path))
            state.cursor = "1"
            _ = try transaction.save(state)
        }
        #expect(try library.item(id)?.date == Date(timeIntervalSince1970: 5))
        let again = try await library.importFiles(at: [path])
        #expect((again.items, again.updated, again.unchangedFiles) == (1, 1, 0))
        #expect(try #require(try library.item(id)).date == date)
        #expect(try await library.importFiles(at: [path]).unchangedFiles == 1)
    }

    @Test func `a note that says no date has none, and is listed after all that do`() async throws {
        let scratch = try ScratchFolder()
        let library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        try scratch.write("in/Kettle.md", "# Kettle\n\nIt whistles.")
        try scratch.write("in/2001-02-03.md", "# Dated\n\nThe kettle was new.")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(
            try library.page(SearchQuery("kettle"), offset: 0, limit: 9).items.map(\.summary.title) == [
                "Dated", "Kettle",
            ])
        let response = try library.search(SearchQuery("kett*"))
        #expect(response.results.map(\.thread.title) == ["Dated", "Kettle"])
        #expect(response.timeline.map(\.month) == ["2001-02"])
    }

    @Test func `a chat's zip that was cut off is listed, not left out as a file of no interest`() async throws {
        let scratch = try ScratchFolder()
        let library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        let zip = try Data(contentsOf: URL(fileURLWithPath: ProjectFolder.sample + "/WhatsApp Chat - Hiking group.zip"))
        let file = try scratch.write("in/WhatsApp Chat - Cut.zip", zip.prefix(zip.count / 2))
        let summary = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(summary.failures == 1)
        #expect(try library.failures().map(\.path) == [file])
    }
}
