import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// People, kinds and dates that plain words name: they rank, exclude nothing, and are said.
@Suite(.scratch) struct WishTests {
    private static let clock = QueryClock(
        now: Date(timeIntervalSince1970: 1_718_445_600), timeZone: TimeZone(secondsFromGMT: 0)!)

    private static let people = (
        ada: Participant(name: "Ada Lind", address: "ada@people.example"),
        lind: Participant(name: "Bea Lind", address: "bea@people.example"),
        carl: Participant(name: "Carl Moss", address: "carl@people.example")
    )

    private static func mail(_ name: String, _ sender: Participant, to recipient: Participant? = nil, _ text: String)
        -> Item
    {
        var mail = Item.mail(name, text: text)
        mail.sender = sender
        mail.recipients = recipient.map { [Recipient($0)] } ?? []
        return mail
    }

    private static let items = [
        mail("carl", people.carl, "The invoice, the invoice of the boiler is here."),
        mail("bea", people.lind, "The invoice of the boiler, and a second invoice."),
        mail("ada", people.ada, "Here is the invoice of the boiler."),
        mail("to-ada", people.carl, to: people.ada, "An invoice for the lamp, and more."),
        Item.note("note", text: "The lamp is old."), mail("lamp", people.lind, "The lamp, the lamp is old."),
    ]

    private func search(_ query: String) async throws -> SearchResponse {
        try await SearchFixture(Self.items).engine().search(SearchQuery(query, clock: Self.clock))
    }

    @Test(arguments: [
        ("ada invoice", "ada"), ("ada lind invoice", "ada"), ("emails from ada about the invoice", "ada"),
        ("invoice to ada", "to-ada"), ("email to Ada Lind about an invoice", "to-ada"),
        ("notes about the lamp", "note"),
        ("bea's mails, the lamp", "lamp"),
    ])
    func `a name, a direction and a kind rank`(query: String, first: String) async throws {
        #expect(try await search(query).shown.first?.first == first)
    }

    @Test func `a wish excludes nothing`() async throws {
        let shown = try await search("emails from ada about the invoice").shown.joined()
        #expect(Set(shown).isSuperset(of: ["carl", "bea", "ada", "to-ada"]))
        #expect(try await search("photos of the lamp").results.count >= 2)
    }

    @Test(arguments: [
        (
            "emails from ada about the invoice in early 2024",
            [#"from:"ada""#, "kind:email", "date:2024-01-01..2024-04-30"]
        ),
        ("invoice to Ada Lind", [#"to:"Ada Lind""#]), ("ada invoice", [#"with:"ada""#]),
        ("invoice two weeks ago", ["date:2024-05-27..2024-06-02"]), ("invoice of 7 May 2024", ["date:2024-05-07"]),
        ("invoice in may", []), ("the note was old", []), ("invoice", []),
        ("pdf about the lamp", ["kind:document", "format:pdf"]), ("photos of the lamp", ["has:picture"]),
    ])
    func `the interpretation says what was wished for, as filters`(query: String, filters: [String]) async throws {
        let wishes = try await search(query).interpretation.wishes
        #expect(wishes.map(\.filterText) == filters)
        for wish in wishes {
            let read = SearchEngine.interpret(SearchQuery(wish.filterText, clock: Self.clock))
            #expect(read.filterText == wish.filterText && read.notes.isEmpty)
        }
    }

    @Test(arguments: [
        ("photos of the lamp", [true]), ("pdf about the lamp", [true, false]), ("notes about the lamp", [true]),
        ("messages about the lamp", [true]), ("invoice to Ada Lind", [true]), ("invoice of 7 May 2024", [true]),
    ])
    func `only what ranks is said to rank`(query: String, isRanked: [Bool]) async throws {
        #expect(try await search(query).interpretation.wishes.map(\.isRanked) == isRanked)
    }

    @Test func `what has a picture ranks higher where one is wished for`() async throws {
        var pictured = Item.note("pictured", text: "The lamp, at last. It hangs by the door, and there is a cat below.")
        pictured.attachments = [Attachment(name: "IMG 7.JPG", mediaType: "image/jpeg", byteCount: 7)]
        let engine = try await SearchFixture(Self.items + [pictured]).engine()
        #expect(try engine.search("lamp").shown.first == ["lamp"])
        #expect(try engine.search("photos of the lamp").shown.first == ["pictured"])
        #expect(try engine.search("has:photo").shown == [["pictured"]])
    }

    @Test func `what is of a kind that is wished for has every second place`() async throws {
        let mails = (0..<8).map { Item.mail("m\($0)", text: "Backing up files, files, \($0). Backing up again.") }
        let fillings = ["Ferns grow by the mill. ", "The kettle sings at noon. ", "Nobody rowed to the pier. "]
        let notes = fillings.enumerated().map { index, sentence in
            let filling = String(repeating: sentence, count: 16)
            return Item.note("n\(index)", text: filling + "Files are in three places, number \(index). " + filling)
        }
        let engine = try await SearchFixture(mails + notes).engine()
        let kinds = try engine.search("notes about backing up files").results.map(\.thread.kind)
        #expect(kinds.prefix(6) == [.email, .note, .email, .note, .email, .note])
        #expect(try engine.search("backing up files").results.prefix(6).allSatisfy { $0.thread.kind == .email })
    }

    @Test func `what follows "from" is part of an address where nobody is called so`() async throws {
        let sender = Participant(name: "Елена Сорокина", address: "lena.s@people.example")
        let other = Participant(name: "Carl Moss", address: "carl@lenastreet.example")
        let items = [
            Self.mail("lena", sender, "Билеты куплены"), Self.mail("carl", other, "Lena wrote to me about the tickets"),
        ]
        let engine = try await SearchFixture(items).engine()
        #expect(try engine.search("emails from lena").shown == [["lena"]])
        #expect(try engine.search("tickets from lena").shown.first == ["carl"])
        // Its end says the country.
        #expect(try engine.search("emails from example").shown == [])
    }

    @Test func `a title finds its thread`() async throws {
        var titled = Item.mail("titled", text: "It was decided as we hoped, and the money comes back.")
        titled.title = "Adjudicator's decision"
        let said = Item.mail("said", text: "The decision was ours alone, though there was talk of an adjudicator.")
        let engine = try await SearchFixture([said, titled]).engine()
        #expect(try engine.search("adjudicator decision").shown.first == ["titled"])
    }
}
