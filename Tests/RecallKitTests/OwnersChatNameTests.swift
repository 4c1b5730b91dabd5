import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// The owner's own name in chats, which is asked about once the owner is known.
@Suite(.scratch) struct OwnersChatNameTests {
    private let library: RecallLibrary
    private static let owner = "nuala@me.example"

    init() async throws {
        let scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        var mail = Item.mail("mail", "Oars", text: "Where are the oars?", day: 1)
        mail.sender = Participant(name: "Nuala Devlin", address: Self.owner)
        try await library.store.importItems([mail], path: "/made-up/mail.jsonl")
    }

    private func chat(_ chat: String, of names: String...) async throws {
        let items = names.enumerated().map { number, name in
            Item.message("\(chat)-\(number)", hour: Double(number), chat: chat, from: name)
        }
        try await library.store.importItems(items, path: "/made-up/\(chat).jsonl")
    }

    private func suggested() throws -> [String] {
        try library.mergeSuggestions().map {
            "\($0.person.identifier ?? "?") = \($0.other.identifier ?? "?"): \($0.reason.rawValue)"
        }
    }

    private static let suggestion = "Nuala = nuala@me.example: ownName"

    @Test func `the owner's given name that writes in most chats is asked about, and never joined by itself`()
        async throws
    {
        try await chat("one", of: "Nuala", "Aoife")
        try await chat("two", of: "Carmel", "Nuala")
        #expect(try suggested() == [])
        try library.setOwner([Self.owner])
        #expect(try suggested() == [Self.suggestion])
        #expect(try library.people(named: "nuala").map(\.isOwner).sorted { $0 && !$1 } == [true, false])
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        #expect(try suggested() == [])
        #expect(try library.people(named: "nuala").map(\.sent) == [3])
        #expect(try library.people(named: "nuala").map(\.isOwner) == [true])
        #expect(try library.undoPersonStatement()?.kind == .same)
        try library.state(try #require(try library.mergeSuggestions().first).refusal)
        #expect(try suggested() == [])
    }

    @Test func `an address under the owner's name is asked about if it sent mails, not if it wrote to the owner`()
        async throws
    {
        func mail(_ name: String, from address: String, _ isReceived: Bool) async throws {
            var mail = Item.mail(name, "Oars", text: "The oars are \(name).", day: 2)
            mail.sender = Participant(name: "Nuala Devlin", address: address)
            mail.recipients = [Recipient(Participant(address: isReceived ? Self.owner : "ada@people.example"))]
            var details = EmailDetails()
            details.wasReceived = isReceived
            mail.details = .email(details)
            try await library.store.importItems([mail], path: "/made-up/\(name).jsonl")
        }
        try await mail("away", from: "devlin@college.example", false)
        try await mail("here", from: "nuala@stranger.example", true)
        try library.setOwner([Self.owner])
        #expect(try suggested() == ["devlin@college.example = nuala@me.example: ownAddress"])
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        #expect(try suggested() == [])
        #expect(try library.people(named: "nuala").filter(\.isOwner).map(\.addresses.count) == [2])
    }

    @Test func `a name in one chat, in few of many, or of somebody else is not asked about`() async throws {
        try library.setOwner([Self.owner])
        try await chat("one", of: "Nuala", "Aoife")
        #expect(try suggested() == [])
        try await chat("two", of: "Nuala", "Carmel")
        #expect(try suggested() == [Self.suggestion])
        for number in 3...5 { try await chat("\(number)", of: "Aoife", "Carmel") }
        #expect(try suggested() == [])
    }

    @Test func `who writes beside the owner is somebody else`() async throws {
        try library.setOwner([Self.owner])
        try await chat("one", of: "Nuala", "Nuala Devlin")
        try await chat("two", of: "Nuala", "Aoife")
        try library.merge("Nuala Devlin", Self.owner)
        #expect(try suggested() == [])
    }
}
