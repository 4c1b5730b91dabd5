import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Names of one word in chats, and whom they are suggested to be.
@Suite(.scratch) struct MergeSuggestionTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary
    private static let owner = Participant(name: "Ben Roe", address: "ben@me.example")

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        try await write("Nora Hale <nora@people.example>", toOwner: 1)
        try library.setOwner([Self.owner.address])
    }

    /// Imports mails that somebody wrote to the owner, or the owner to them.
    private func write(_ written: String, toOwner received: Int = 0, fromOwner sent: Int = 0) async throws {
        let parts = written.split(separator: " <")
        let other = Participant(name: String(parts[0]), address: String(parts[1].dropLast()))
        let mails = (0..<received + sent).map { number in
            var mail = Item.mail("\(number)-\(written)", day: Double(number))
            mail.sender = number < received ? other : Self.owner
            mail.recipients = [Recipient(number < received ? Self.owner : other)]
            return mail
        }
        try await library.store.importItems(mails, path: "/made-up/\(written) \(received) \(sent).jsonl")
    }

    /// Imports messages that somebody wrote in a chat with others.
    private func chat(_ name: String, messages: Int = 3, in chat: String = "") async throws {
        let items = (0..<messages).map { number in
            Item.message(
                "\(name)-\(number)", hour: Double(number), chat: chat.isEmpty ? "with " + name : chat, from: name)
        }
        try await library.store.importItems(items, path: "/made-up/chat \(chat) \(name) \(messages).jsonl")
    }

    /// Imports a file of contacts, each in lines of a vCard without its first and last one.
    private func importContacts(_ cards: String..., file: String = "contacts") async throws {
        let text = cards.map { "BEGIN:VCARD\nVERSION:3.0\n\($0)\nEND:VCARD\n" }.joined()
        _ = try await library.importFiles(at: [try scratch.write("in/\(file).vcf", text)])
    }

    private static let jonas = "FN:Jonas Lind\nEMAIL:jonas.lind@people.example"

    /// The suggestions, as the names in chats with the identifiers of those whom they may mean.
    private func suggested(limit: Int = 20) throws -> [String] {
        try library.mergeSuggestions(limit: limit).map {
            "\($0.person.identifier ?? "?") = \($0.other.identifier ?? "?"): \($0.reason.rawValue)"
        }
    }

    private static let suggestion = "Jonas = jonas.lind@people.example: givenName"

    @Test func `an account under the full name of somebody known is suggested, and of nobody else`() async throws {
        try await importContacts(Self.jonas)
        try await write("Kai Berg <kai@people.example>", toOwner: 3)
        let accounts = [("Jonas Lind", "1"), ("Kai Berg", "2"), ("Jonas", "3"), ("Ben Roe", "4")]
        for (name, id) in accounts {
            var message = Item.message("account \(id)", hour: 1, chat: "with \(id)", from: name)
            message.sender?.address = Participant.account(id, of: "telegram")
            try await library.store.importItems([message], path: "/made-up/account \(id).jsonl")
        }
        #expect(
            try suggested() == [
                "telegram:1 = jonas.lind@people.example: fullName", "telegram:4 = ben@me.example: fullName",
            ])
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        try library.state(try #require(try library.mergeSuggestions().first).refusal)
        #expect(try suggested() == [])
        let addresses = try library.people(named: "lind").map { Set($0.addresses) }
        #expect(addresses == [["jonas.lind@people.example", "telegram:1"]])
    }

    @Test func `a number under another full name than its contact's is suggested`() async throws {
        try await importContacts("FN:Keith Rowbotham\nEMAIL:keith@heating.example\nTEL:+447700900410")
        var message = Item.message("text", hour: 1, chat: "SMS", from: "Keith Boiler")
        message.sender?.address = "07700 900410"
        try await library.store.importItems([message], path: "/made-up/sms.jsonl")
        #expect(try suggested() == ["Keith Boiler = keith@heating.example: number"])
        try library.state(try #require(try library.mergeSuggestions().first).refusal)
        #expect(try suggested() == [])
        #expect(try library.people(named: "keith").count == 2)
        _ = try library.undoPersonStatement()
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        #expect(try suggested() == [])
        #expect(try library.people(named: "keith").map { Set($0.names) } == [["Keith Boiler", "Keith Rowbotham"]])
    }

    @Test func `another name at a contact's address is suggested, unless several write from it`() async throws {
        try await importContacts("FN:Dieter Krueger\nEMAIL:d@property.example\nTEL:+49341990110")
        try await write("Krueger Property <d@property.example>", toOwner: 2)
        #expect(try suggested() == ["Krueger Property = +49341990110: address"])
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        #expect(try suggested() == [])
        #expect(try library.people(named: "dieter").map(\.sent) == [2])
        _ = try library.undoPersonStatement()
        try await write("Anna Krueger <d@property.example>", toOwner: 1)
        #expect(try suggested() == [])
    }

    @Test func `a first name in chats is suggested as the one contact who has it, and joined once that is said`()
        async throws
    {
        try await chat("Jonas")
        try await importContacts(Self.jonas)
        #expect(try suggested() == [Self.suggestion])
        #expect(try library.people(named: "jonas").map(\.addresses.count).sorted() == [0, 1])
        try library.state(try #require(try library.mergeSuggestions().first).confirmation)
        #expect(try suggested() == [])
        let person = try #require(try library.people(named: "jonas").first)
        #expect(Set(person.names) == ["Jonas", "Jonas Lind"] && person.sent == 3)
        #expect(try library.undoPersonStatement()?.kind == .same)
        #expect(try suggested() == [Self.suggestion])
    }

    @Test func `a refusal is kept when more is imported, until it is taken back`() async throws {
        try await chat("Jonas")
        try await importContacts(Self.jonas)
        try library.state(try #require(try library.mergeSuggestions().first).refusal)
        try await chat("Jonas", messages: 9)
        #expect(try suggested() == [])
        #expect(try library.undoPersonStatement() == PersonStatement(.apart, "Jonas"))
        #expect(try suggested() == [Self.suggestion])
    }

    @Test func `whom the owner wrote to is known, and whoever writes to the owner is not`() async throws {
        try await chat("Jonas")
        try await write("Jonas Lind <jonas.lind@people.example>", toOwner: 9)
        #expect(try suggested() == [])
        try await write("Jonas Lind <jonas.lind@people.example>", toOwner: 9, fromOwner: 1)
        #expect(try suggested() == [Self.suggestion])
        try await write("Jonas Kray <x1@evil.example>", toOwner: 9)
        #expect(try suggested() == [Self.suggestion])
    }

    @Test(arguments: [true, false])
    func `a mail that a server delivered from the owner's address makes nobody known, one that was sent does`(
        isForged: Bool
    ) async throws {
        try await chat("Jonas")
        let trace = isForged ? "Received: from x by y; Tue, 2 Jan 2024 10:00:00 +0000\n" : ""
        try scratch.write(
            "in/mail.eml",
            "\(trace)From: Ben Roe <ben@me.example>\nTo: Jonas Lind <jonas.lind@people.example>\nSubject: Plums\n\nYes.\n"
        )
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(try suggested() == (isForged ? [] : [Self.suggestion]))
    }

    @Test func `a name of a stranger's mail and a contact that came with one are nobody`() async throws {
        try await chat("Mum")
        try await write("Mum <x1@evil.example>", toOwner: 9)
        try scratch.write(
            "in/mail.eml",
            """
            From: Mum <x2@evil.example>
            To: ben@me.example
            Subject: My card
            Message-ID: <card@evil.example>
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            My new address.
            --b
            Content-Type: text/vcard; name=mum.vcf
            Content-Disposition: attachment; filename=mum.vcf

            BEGIN:VCARD
            FN:Mum
            NICKNAME:Mum
            EMAIL:x3@evil.example
            END:VCARD
            --b--

            """)
        _ = try await library.importFiles(at: [scratch.path + "/in/mail.eml"])
        #expect(try suggested() == [])
    }

    @Test func `a nickname or a name of one word is that of one contact, also of a relative`() async throws {
        for name in ["Mama", "Oma", "Papa"] { try await chat(name) }
        try await importContacts(
            "FN:Inge Lind\nNICKNAME:Mama,Mutti\nTEL:+49 30 1234567", "FN:Oma\nEMAIL:oma@people.example",
            "FN:Papa Roe\nEMAIL:papa@people.example")
        #expect(
            try Set(suggested()) == ["Mama = +49 30 1234567: nickname", "Oma = oma@people.example: nickname"])
        try await importContacts("FN:Ida Roe\nNICKNAME:Mama\nEMAIL:ida@people.example", file: "more")
        #expect(try suggested() == ["Oma = oma@people.example: nickname"])
    }

    @Test func `of several with one first name nobody is suggested, unless an initial tells`() async throws {
        try await importContacts(Self.jonas, "FN:Roe, Jonas\nEMAIL:jr@people.example")
        for name in ["Jonas", "Jonas R.", "Jonas K."] { try await chat(name) }
        #expect(try suggested() == ["Jonas R. = jr@people.example: givenName"])
    }

    @Test(arguments: ["jonas", "Jonas 🙂", "Jonas L.", "Jonas l"])
    func `a word with a picture or the right initial is a first name`(name: String) async throws {
        try await chat(name)
        try await importContacts(Self.jonas)
        #expect(try suggested() == ["\(name) = jonas.lind@people.example: givenName"])
    }

    @Test(arguments: [
        "Jonas W.", "Jonas 2", "Jonas (oars)", "Jonas Oars", "-Jonas", "jonas@people.example", "Jo\u{202E}nas", "J",
        "🙂",
        "Lind", "Support", "Me", "Nobody",
    ])
    func `anything else is none`(name: String) async throws {
        try await chat(name)
        try await importContacts(Self.jonas, "FN:Support Lind\nEMAIL:support@people.example")
        #expect(try suggested() == [])
    }

    @Test(arguments: [
        ("Tom", "Thomas Lind"), ("Thomas", "Tom Lind"), ("Becca", "Rebecca Lind"), ("Flo", "Lind, Florian"),
        ("Hannes", "Johannes Lind"), ("Juergen", "Jürgen Lind"),
    ])
    func `a first name is known by its common short forms`(name: String, fullName: String) async throws {
        try await chat(name)
        try await importContacts("FN:\(fullName)\nEMAIL:lind@people.example")
        #expect(try library.mergeSuggestions().map(\.other.identifier) == ["lind@people.example"])
    }

    @Test func `a short form of two names is nobody's if both are known`() async throws {
        try await chat("Alex")
        try await importContacts("FN:Alexander Lind\nEMAIL:al@people.example")
        #expect(try suggested() == ["Alex = al@people.example: shortForm"])
        try await importContacts("FN:Alexandra Roe\nEMAIL:ar@people.example", file: "more")
        #expect(try suggested() == [])
    }

    @Test func `the owner's first name is not asked about here`() async throws {
        try await chat("Ben")
        try await importContacts("FN:Ben Hale\nEMAIL:hale@people.example", "FN:Ben Roe\nEMAIL:ben@me.example")
        #expect(try suggested() == [])
    }

    @Test func `who writes in one chat with the other is somebody else`() async throws {
        try await chat("Jonas", in: "rowers")
        try await importContacts(Self.jonas)
        #expect(try suggested() == [Self.suggestion])
        try await chat("Jonas Lind", in: "rowers")
        #expect(try suggested() == [])
    }

    @Test func `those of most messages come first, as many as wanted`() async throws {
        try await importContacts(Self.jonas, "FN:Zoe Hale\nEMAIL:zoe@people.example")
        try await chat("Jonas", messages: 2)
        try await chat("Zoe", messages: 5)
        let zoe = "Zoe = zoe@people.example: givenName"
        #expect(try suggested() == [zoe, Self.suggestion])
        #expect(try suggested(limit: 1) == [zoe])
    }

    @Test func `a first name that was merged does not name those who write under it later`() async throws {
        try await chat("Jonas")
        try await importContacts(Self.jonas)
        try library.merge("Jonas", "jonas.lind@people.example")
        try await write("Jonas <x1@evil.example>", toOwner: 2)
        let person = try #require(try library.people(named: "jonas.lind@").first)
        #expect(person.addresses == ["jonas.lind@people.example"] && person.names.contains("Jonas"))
        let stranger = try #require(try library.people(named: "x1@evil").first)
        #expect(stranger.identifier == "x1@evil.example" && stranger.names == ["Jonas"])
        try library.split("Jonas")
        #expect(try library.people(named: "jonas").count == 3)
    }

    @Test func `an address that belongs to nobody else is not suggested`() async throws {
        try await chat("Jonas")
        try await importContacts(Self.jonas)
        try library.split("jonas.lind@people.example")
        #expect(try suggested() == [])
    }
}
