import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Whose export of Telegram it is, where it says so or a chat of two tells.
@Suite(.scratch) struct TelegramOwnerTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary
    private static let me = "mia@me.example"

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        var mail = Item.mail("mail", "Oars", text: "Where are the oars?", day: 1)
        mail.sender = Participant(name: "Mia Quay", address: Self.me)
        try await library.store.importItems([mail], path: "/made-up/mail.jsonl")
    }

    /// A chat with messages of accounts: `("Mia", "user1")`.
    private static func chat(_ properties: String, _ authors: [(name: String, account: String)]) -> String {
        let messages = authors.enumerated().map {
            #"{"id": \#($0), "type": "message", "date_unixtime": "170000000\#($0)", "from": "\#($1.name)", "from_id": "\#($1.account)", "text": "Text \#($0)"}"#
        }
        return #"{\#(properties), "messages": [\#(messages.joined(separator: ", "))]}"#
    }

    private static func full(_ account: Int, _ chats: String...) -> String {
        #"{"personal_information": {"user_id": \#(account)}, "chats": {"list": [\#(chats.joined(separator: ", "))]}}"#
    }

    private static let withBo = chat(
        #""name": "Bo", "type": "personal_chat", "id": 77"#, [("Bo", "user77"), ("mq", "user1"), ("Bo", "user77")])
    private static let group = chat(
        #""name": "Rowers", "type": "private_group", "id": 9"#, [("mq", "user1"), ("Cy", "user5"), ("mq", "user1")])

    @discardableResult private func add(_ text: String, as name: String) async throws -> ImportSummary {
        try await library.importFiles(at: [try scratch.write(name + "/result.json", text)])
    }

    private func own() throws -> Int {
        try library.page(SearchQuery("from:me kind:message"), offset: 0, limit: 99).items.count
    }

    @Test func `who is not the other one in a chat of two is the owner, in groups too`() async throws {
        try await add(Self.withBo, as: "bo")
        #expect(try library.people(named: "mia").map(\.isOwner) == [false])
        try library.setOwner([Self.me])
        #expect(try own() == 1)
        try await add(Self.group, as: "group")
        #expect(try own() == 3)
        let people = try library.people(named: "mq")
        #expect(people.map(\.isOwner) == [true] && people.first?.names.contains("Mia Quay") == true)
        #expect(people.first?.addresses.sorted() == [Self.me, "telegram:user1"])
        // It can be taken apart, as what exports call Me.
        try library.split("telegram:user1")
        #expect(try own() == 0)
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
    func `an export of everything agrees with those of its chats`(order: [Int]) async throws {
        try library.setOwner([Self.me])
        let exports = [Self.withBo, Self.group, Self.full(1, Self.withBo, Self.group)]
        for index in order { try await add(exports[index], as: "\(index)") }
        let messages = try library.store.allItems().filter { $0.kind == .message }
        #expect(messages.count == 6)
        #expect(
            Set(messages.compactMap(\.sender?.address)) == ["telegram:user77", "telegram:user5", "telegram:user1:me"])
        #expect(try own() == 3)
    }

    @Test(arguments: [
        // A third account, no account, a group, and a chat whose number is nobody's.
        chat(#""name": "Bo", "type": "personal_chat", "id": 77"#, [("Bo", "user77"), ("x", "user1"), ("y", "user2")]),
        chat(#""name": "Bo", "type": "personal_chat", "id": 77"#, [("Bo", "user77"), ("x", "user1"), ("y", "")]),
        chat(#""name": "Bo", "type": "private_group", "id": 77"#, [("Bo", "user77"), ("x", "user1")]),
        chat(#""name": "x", "type": "personal_chat", "id": 77"#, [("x", "user1")]),
        chat(#""name": "Bo", "type": "personal_chat", "id": 77"#, [("Bo", "user77")]),
        chat(#""name": "Bo", "type": "personal_chat", "id": 77"#, [("Bo", "user77"), ("x", "channel1")]),
        chat(#""name": "Bo", "id": 77"#, [("Bo", "user77"), ("x", "user1")]),
    ])
    func `nobody else becomes the owner`(export: String) async throws {
        try library.setOwner([Self.me])
        try await add(export, as: "odd")
        #expect(try own() == 0)
        #expect(try library.store.allItems().allSatisfy { $0.sender?.isOwnAccount != true })
    }

    @Test func `an export that somebody else made makes them nobody's owner`() async throws {
        try library.setOwner([Self.me])
        // Ada's, under her full name.
        try await add(
            Self.chat(#""name": "mq", "type": "personal_chat", "id": 1"#, [("Ada Lind", "user8"), ("mq", "user1")]),
            as: "ada")
        #expect(try own() == 0)
        // With the own one there are two whose exports are here, so the owner has to say which account it is.
        try await add(Self.withBo, as: "bo")
        #expect(try own() == 0)
        try library.setOwner(["telegram:user1"])
        #expect(try own() == 2)
    }

    @Test func `an account under the owner's full name is the owner's, of several too`() async throws {
        try library.setOwner([Self.me])
        for (account, name) in [(1, "Mia Quay"), (2, "Mia Quay")] {
            let chat = Self.chat(
                #""name": "Bo", "type": "personal_chat", "id": 7\#(account)"#,
                [("Bo", "user7\(account)"), (name, "user\(account)")])
            try await add(chat, as: "\(account)")
        }
        #expect(try own() == 2)
    }
}
