import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Questions for what contacts say of people.
@Suite(.scratch) struct ContactAnswerTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() async throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        let cards = [
            """
            FN:Anna Lindqvist
            EMAIL:anna@people.example
            TEL;TYPE=CELL:+46 70 5550140
            TEL;TYPE=WORK:+46 8 5550141
            ADR:;;Kaj 5;Visby;;62156;Sweden
            BDAY:1984-03-12
            ORG:Boat Yard
            """,
            "FN:Tom Aldous\nNICKNAME:Grandpa\nBDAY:--0704\nTEL:+44 7700 900456\nNOTE:Sells oars. Landlord:\\nPhone: 0228 999",
            "FN:Bea Moor\nTEL:+44 7700 900111", "FN:Bea Lund\nTEL:+44 7700 900222",
        ]
        let text = cards.map { "BEGIN:VCARD\nVERSION:3.0\n\($0)\nEND:VCARD\n" }.joined()
        _ = try await library.importFiles(at: [try scratch.write("in/people.vcf", text)])
    }

    @Test(arguments: [
        ("What is Anna's phone number?", "Phone (mobile): +46 70 5550140\nPhone (work): +46 8 5550141"),
        ("anna lindqvist phone", "Phone (mobile): +46 70 5550140\nPhone (work): +46 8 5550141"),
        ("What is Anna's mobile number?", "Phone (mobile): +46 70 5550140"),
        ("Wat is het nummer van Anna op het werk?", nil), ("what is anna's work number", "Phone (work): +46 8 5550141"),
        ("wat is het nummer van opa tom", nil), ("Wat is Tom zijn telefoonnummer?", "Phone: +44 7700 900456"),
        ("wanneer is Anna jarig?", "Birthday: 12 March 1984"),
        ("waar woont anna", "Address: Kaj 5, Visby, 62156, Sweden"),
        ("Qual è il numero di Tom?", "Phone: +44 7700 900456"),
        ("Onde mora Anna?", "Address: Kaj 5, Visby, 62156, Sweden"),
        ("When is Anna’s birthday?", "Birthday: 12 March 1984"), ("How old is Anna?", "Birthday: 12 March 1984"),
        ("Where does Anna live?", "Address: Kaj 5, Visby, 62156, Sweden"),
        ("Where does Anna work?", "Company: Boat Yard"),
        ("What's Anna's e-mail address?", "Email: anna@people.example"),
        ("When is Grandpa's birthday?", "Birthday: 4 July"), ("How can I reach Tom by phone?", nil),
        ("What is my grandpa's number?", "Phone: +44 7700 900456"),
        ("Wann hat Anna Geburtstag?", "Birthday: 12 March 1984"), ("Wie alt ist Anna?", "Birthday: 12 March 1984"),
        ("Wie ist Toms Handynummer?", "Phone: +44 7700 900456"),
        ("Was ist die Nummer von Tom?", "Phone: +44 7700 900456"),
        ("Wo wohnt Anna?", "Address: Kaj 5, Visby, 62156, Sweden"),
        ("Quel est le numéro de Tom ?", "Phone: +44 7700 900456"), ("Quand est née Anna ?", "Birthday: 12 March 1984"),
        ("¿Cuál es el teléfono de Tom?", "Phone: +44 7700 900456"),
        ("¿Dónde vive Anna?", "Address: Kaj 5, Visby, 62156, Sweden"),
        ("What is Tom's old number?", nil), ("What is Tom's house number?", nil), ("What is Tom's email?", nil),
        ("Did Tom phone Anna?", nil), ("What is Zoe's number?", nil), ("What did Anna sell?", nil),
    ])
    func `a question for what a contact says is answered by its lines`(question: String, line: String?) throws {
        let answer = try library.quotations(for: SearchQuery(question))
        guard let line else {
            #expect(answer.confidence != 0.9, "\(answer.quotations.map(\.text))")
            return
        }
        let first = try #require(answer.quotations.first)
        #expect(first.text == line && answer.isAnswer)
        let item = try #require(try library.item(first.item.id))
        #expect(item.text.utf8Slice(first.range) == line)
    }

    @Test func `what a contact does not say is not surely answered by others, but by the person`() async throws {
        let mail = """
            From: Eve <eve@other.example>
            To: <me@people.example>
            Subject: Trip
            Message-ID: <trip@other.example>

            The address of Tom is Mill Lane 9, I think. The address of the hotel is Quay 1.

            """
        _ = try await library.importFiles(at: [try scratch.write("mail/trip.eml", mail)])
        #expect(try !library.quotations(for: SearchQuery("What is Tom's address?")).isAnswer)
    }

    @Test(arguments: [("tom@people.example", true), ("tom@evil.example", false)])
    func `a mail under a contact's name answers surely only from an address of the contact`(
        address: String, isSure: Bool
    ) async throws {
        let mail = """
            From: Tom Aldous <\(address)>
            To: <me@people.example>
            Subject: New address
            Message-ID: <new@other.example>
            Received: from mx

            My new address is Mill Lane 9. My address is now Mill Lane 9, says Tom.

            """
        let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Tom Aldous\nEMAIL:tom@people.example\nEND:VCARD\n"
        _ = try await library.importFiles(
            at: [try scratch.write("in/tom.vcf", card), try scratch.write("mail/new.eml", mail)])
        #expect(try library.quotations(for: SearchQuery("What is Tom's address?")).isAnswer == isSure)
    }

    @Test func `a card with the owner's address and another name tells of no relatives of the owner`() async throws {
        let cards = [
            "FN:Zed\nEMAIL:cleo@people.example\nRELATED;TYPE=spouse;VALUE=text:Tom Aldous",
            "FN:Cleo Moor\nEMAIL:cleo@people.example",
        ]
        let text = cards.map { "BEGIN:VCARD\nVERSION:3.0\n\($0)\nEND:VCARD\n" }.joined()
        _ = try await library.importFiles(at: [try scratch.write("in/me.vcf", text)])
        _ = try library.setOwner(["cleo@people.example"])
        #expect(try !library.quotations(for: SearchQuery("What is my husband's number?")).isAnswer)
    }

    @Test(arguments: [
        ("What is my brother's number?", "Phone: +44 7700 900456"),
        ("Wie ist die Nummer meiner Frau?", "Phone: +44 7700 900111"),
        ("When is my brother's birthday?", "Birthday: 4 July"), ("What is my sister's number?", nil),
        ("What is the brother's number?", nil), ("What is Anna's brother's number?", nil),
        ("What is Cleo's brother's number?", "Phone: +44 7700 900456"),
        ("Wie ist die Nummer von Cleos Bruder?", "Phone: +44 7700 900456"),
        ("Wie ist die Nummer von Frau Moor?", nil),
    ])
    func `"my brother" is whom the owner's own contact says`(question: String, line: String?) async throws {
        let card = """
            BEGIN:VCARD
            VERSION:3.0
            FN:Cleo Moor
            EMAIL:cleo@people.example
            item1.X-ABRELATEDNAMES:Tom Aldous
            item1.X-ABLabel:_$!<Brother>!$_
            RELATED;TYPE=spouse;VALUE=text:Bea Moor
            END:VCARD

            """
        _ = try await library.importFiles(at: [try scratch.write("in/me.vcf", card)])
        #expect(try library.quotations(for: SearchQuery("What is my brother's number?")).isAnswer == false)
        _ = try library.setOwner(["cleo@people.example"])
        let answer = try library.quotations(for: SearchQuery(question))
        #expect((answer.isAnswer ? answer.quotations.first?.text : nil) == line)
    }

    @Test func `where several contacts have the name, all are quoted, and none is sure`() throws {
        let answer = try library.quotations(for: SearchQuery("What is Bea's number?"))
        #expect(answer.quotations.prefix(2).map(\.text) == ["Phone: +44 7700 900111", "Phone: +44 7700 900222"])
        #expect(answer.isPossible && !answer.isAnswer)
    }

    @Test func `a card that came with a mail answers nothing surely`() async throws {
        let mail = """
            From: Eve <eve@other.example>
            To: <me@people.example>
            Subject: Card
            Message-ID: <card@other.example>
            MIME-Version: 1.0
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: text/plain

            Here is the card.
            --b
            Content-Type: text/vcard; name=zoe.vcf
            Content-Disposition: attachment; filename=zoe.vcf

            BEGIN:VCARD
            VERSION:3.0
            FN:Zoe Finch
            TEL:+44 7700 900333
            END:VCARD
            --b--

            """
        _ = try await library.importFiles(at: [try scratch.write("mail/card.eml", mail)])
        let answer = try library.quotations(for: SearchQuery("What is Zoe's phone number?"))
        #expect(answer.confidence != 0.9)
    }

    @Test(arguments: [
        ("RRULE:FREQ=WEEKLY", "every week", "next today"),
        ("RRULE:FREQ=DAILY\nDTSTART;TZID=Asia/Tokyo:20240202T193000", "every day", "next on 16 March 2024"),
        ("RRULE:FREQ=WEEKLY\nEXDATE:20240315T193000Z,20240322T193000Z", "every week", "next on 29 March 2024"),
        ("RRULE:FREQ=MONTHLY;BYDAY=1FR", "every month on the first Friday", "next on 5 April 2024"),
        ("RRULE:FREQ=YEARLY;UNTIL=20300101T000000Z", "every year until 2030-01-01", "next on 2 February 2025"),
        ("RRULE:FREQ=WEEKLY;UNTIL=20240301T000000Z", "", ""),
        ("RRULE:FREQ=DAILY;BYDAY=MO,TU", "every week on Monday, Tuesday", "next on 18 March 2024"),
        ("RRULE:FREQ=WEEKLY;BYMONTH=4,5", "every week in April, May", "next on 5 April 2024"),
        ("RRULE:FREQ=MONTHLY;BYMONTHDAY=2,20", "every month on day 2, 20", "next on 20 March 2024"),
        ("RRULE:FREQ=MONTHLY;BYDAY=WE", "every week on Wednesday", "next on 20 March 2024"),
        ("RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "", ""),
        ("RRULE:FREQ=MONTHLY;BYMONTHDAY=-1", "", ""), ("RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "", ""),
    ])
    func `an event that recurs says when it is next`(rule: String, phrase: String, meaning: String) async throws {
        let event = "BEGIN:VEVENT\nUID:1\nSUMMARY:Crew pint\n\(rule)\nDTSTART:20240202T193000Z\nEND:VEVENT\n"
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)END:VCALENDAR\n"
        _ = try await library.importFiles(at: [try scratch.write("in/crew.ics", calendar)])
        let clock = QueryClock(now: Date(timeIntervalSince1970: 1_710_500_000), timeZone: .gmt)
        let answer = try library.quotations(for: SearchQuery("When is the next crew pint?", clock: clock))
        let dates = answer.quotations.first?.dates ?? []
        #expect(dates == (phrase.isEmpty ? [] : [DatedPhrase(phrase: phrase, meaning: meaning)]))
    }

    @Test(arguments: ["15 March", "21 March", "15 March 2024"])
    func `an event that recurs answers for its days, and not for others, even if it names them`(other: String)
        async throws
    {
        let event =
            "BEGIN:VEVENT\nUID:1\nSUMMARY:Choir\nLOCATION:Church hall\nDTSTART:20231102T193000Z\nRRULE:FREQ=WEEKLY\n"
            + "EXDATE:20240321T193000Z\nEND:VEVENT\n"
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)END:VCALENDAR\n"
        _ = try await library.importFiles(at: [try scratch.write("in/choir.ics", calendar)])
        let clock = QueryClock(now: Date(timeIntervalSince1970: 1_710_300_000), timeZone: .gmt)
        func answer(on day: String) throws -> QuotedAnswer {
            try library.quotations(for: SearchQuery("Where is choir on \(day)?", clock: clock))
        }
        #expect(try answer(on: "14 March 2024").isAnswer && !answer(on: other).isAnswer)
        #expect(try answer(on: "14 March").confidence > answer(on: other).confidence)
    }

    @Test func `an appointment is no answer to a question for a thing`() async throws {
        let event =
            "BEGIN:VEVENT\nUID:2\nSUMMARY:Mrs Bell fuse board\nDTSTART:20240202T083000Z\nLOCATION:Clevedon\nEND:VEVENT\n"
        let calendar = "BEGIN:VCALENDAR\nVERSION:2.0\n\(event)END:VCALENDAR\n"
        _ = try await library.importFiles(at: [try scratch.write("in/work.ics", calendar)])
        #expect(try !library.quotations(for: SearchQuery("Which fuse board did I quote for Mrs Bell?")).isAnswer)
        let answer = try library.quotations(for: SearchQuery("When is Mrs Bell's fuse board?"))
        #expect(answer.isAnswer && answer.quotations.first?.text.contains("2024-02-02") == true)
    }

    @Test func `a day that nothing is said of is not surely answered by another one`() async throws {
        let note =
            "Dentist and garage\n\nThe dentist called on 3 December at 11:20. The garage is booked for 12 December."
        _ = try await library.importFiles(at: [try scratch.write("notes/a.md", note)])
        let asked = try library.quotations(for: SearchQuery("When is the garage booked, on 11 December?"))
        #expect(!asked.isAnswer)
        let said = try library.quotations(for: SearchQuery("What is the garage booked for on 12 December?"))
        #expect(said.quotations.first?.text == "The garage is booked for 12 December.")
    }
}
