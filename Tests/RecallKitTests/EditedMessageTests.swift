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

    /// An export of one message by an account.
    private func export(_ text: String, by account: String, at time: Int, edited: Int? = nil, to name: String) throws
        -> String
    {
        let edit = edited.map { #""edited_unixtime": "\#($0)", "# } ?? ""
        return try scratch.write(
            name,
            """
            {"type": "personal_chat", "id": 7, "messages": [{"id": 1, "date_unixtime": "\(time)", "from": "\(account)", \(edit)
            "from_id": "\(account)", "text": "\(text)"}]}
            """)
    }

    private func add(_ paths: String...) async throws {
        for path in paths { _ = try await library.importFiles(at: [path]) }
    }

    @Test(arguments: [true, false], [nil, 1_700_000_900])
    func `a message of somebody else with the id of another one is one of its own`(isForward: Bool, edited: Int?)
        async throws
    {
        let real = try export(
            "The oars are here", by: "user1", at: 1_700_000_000, edited: 1_700_000_300, to: "a/result.json")
        let forged = try export("Send money", by: "user666", at: 1_700_000_000, edited: edited, to: "b/result.json")
        try await add(isForward ? real : forged, isForward ? forged : real, real, forged)
        let items = try library.store.allItems()
        #expect(
            Set(items.map { "\($0.sender?.address ?? ""): \($0.text)" }) == [
                "telegram:user1: The oars are here", "telegram:user666: Send money",
            ])
    }

    @Test func `the same words by somebody else, or of another year, change no message`() async throws {
        let real = try export("I agree", by: "user1", at: 1_700_000_000, to: "a/result.json")
        let other = try export("I agree", by: "user666", at: 1_700_000_000, to: "b/result.json")
        let early = try export("I agree", by: "user1", at: 1_000_000_000, edited: 1_700_000_300, to: "c/result.json")
        try await add(real, other, early)
        let items = try library.store.allItems()
        #expect(items.count == 3)
        #expect(Set(items.map { $0.date?.timeIntervalSince1970 }) == [1_700_000_000, 1_000_000_000])
        #expect(items.count { $0.sender?.address == "telegram:user1" } == 2)
    }

    @Test(arguments: [["Zebra", "Apples"], ["Apples", "Zebra"]])
    func `a file that says something else without a mark of an edit loses no text`(texts: [String]) async throws {
        for text in texts + texts.reversed() {
            try await add(try export(text, by: "user1", at: 1_700_000_000, to: "result.json"))
            let item = try #require(try library.store.allItems().first)
            guard case .message(let message) = item.details else { return #expect(Bool(false)) }
            #expect(([item.text] + message.earlierTexts).contains(text))
            #expect(([item.text] + message.earlierTexts).contains(texts[0]))
        }
    }

    @Test func `however often a message is edited, none of its texts is lost`() async throws {
        try await add(try export("Zebra", by: "user1", at: 1_700_000_000, to: "a/result.json"))
        for number in 0..<30 {
            let text = "!! \(number)"
            try await add(
                try export(
                    text, by: "user1", at: 1_700_000_000, edited: 1_700_000_100 + number, to: "\(number)/result.json"))
        }
        let texts = try library.store.allItems().flatMap { item -> [String] in
            guard case .message(let message) = item.details else { return [] }
            return [item.text] + message.earlierTexts
        }
        #expect(Set(texts) == Set(["Zebra"] + (0..<30).map { "!! \($0)" }) && texts.count == 31)
    }

    @Test func `an export of Recall has what a message said before, and an older export takes nothing from it`()
        async throws
    {
        let old = try export("Oras", edited: nil, to: "result.json")
        let new = try export("Oars", edited: 1_700_000_900, to: "new/result.json")
        try await add(old, new)
        let lines = scratch.path + "/library.jsonl"
        _ = try library.export(as: .jsonl, matching: SearchQuery(""), to: lines)
        let other = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/other"), for: .write, model: .none)
        _ = try await other.importFiles(at: [lines])
        _ = try await other.importFiles(at: [old])
        let item = try #require(try other.store.allItems().first)
        guard case .message(let message) = item.details else { return #expect(Bool(false)) }
        #expect(Set([item.text] + message.earlierTexts) == ["Oras", "Oars"])
    }
}
