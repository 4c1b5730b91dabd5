import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Messages that were edited between two exports of a chat.
@Suite(.scratch) struct EditedMessageTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private func export(_ text: String, edited: Int?, to name: String) throws -> String {
        let edit = edited.map { #""edited_unixtime": "\#($0)", "# } ?? ""
        return try scratch.write(
            name,
            """
            {"type": "personal_chat", "id": 7, "messages": [{"id": 1, "date_unixtime": "1700000000", "from": "Mira", \(edit)
            "text": "\(text)"}]}
            """)
    }

    private var texts: [String] { get throws { try library.store.allItems().map(\.text) } }

    @Test(arguments: ["result.json", "new/result.json"])
    func `the last edit counts, in whatever order exports are imported, and is told`(second: String) async throws {
        let first = try export("Oras by the zebra", edited: nil, to: "result.json")
        _ = try await library.importFiles(at: [first])
        let later = try export("Oars by the zebra", edited: 1_700_000_900, to: second)
        let summary = try await library.importFiles(at: [later])
        #expect((summary.items, summary.new, summary.updated) == (1, 0, 1))
        #expect(try texts == ["Oars by the zebra"])
        let again = try await library.importFiles(at: [try export("Oras by the zebra", edited: nil, to: "old.json")])
        #expect((again.updated, again.duplicates) == (0, 1))
        #expect(try texts == ["Oars by the zebra"])
        #expect(try library.store.allItems().first?.date == Date(timeIntervalSince1970: 1_700_000_000))
    }
}
