import RecallCore
import RecallEmbedding
import RecallKit
import RecallSearch
import RecallTestSupport
import Testing

/// Numbers of telephones, accounts and parcels are found however their digits are grouped.
@Suite(.scratch) struct LongNumberTests {
    private static let items: [Item] = [
        .note("plumber", text: "Kemal mends taps, 0171 2345678 until six."),
        .note("old", text: "Hilde's old number was 0171 2345699, the new one 0160/9988776."),
        .note("dentist", text: "The practice answers at +49 30 998877-12."),
        .note("school", text: "The school office is (020) 7946 0958."),
        .note("joined", text: "Lena moved: +493055512345."),
        .note("bank", text: "The account is 3704 0044 0532 0130 00."),
        .note("parcel", text: "It comes as 00340434161094042557."),
        .note("day", text: "The fair was on 03.11.2024."),
        .note("iban", text: "Dinner costs 22 euros, to NL44 RABO 0123 4567 89."),
        .note("frame", text: "My bicycle is a Batavus, frame BT 99013 X."),
        .note("ticket", text: "The scanner is broken, ticket GZ4471820K."),
    ]

    private static func response(_ query: String, _ items: [Item] = items) async throws -> SearchResponse {
        let encoder = HashingEncoder()
        return try await SearchFixture(items, embeddedBy: encoder).engine(encoder).search(SearchQuery(query))
    }

    @Test(arguments: [
        ("0171 2345678", "plumber"), ("01712345678", "plumber"), ("+491712345678", "plumber"),
        ("+49 171 2345678", "plumber"), ("0049 171 234 56 78", "plumber"), ("0171/234-5678", "plumber"),
        ("0160 9988776", "old"), ("03099887712", "dentist"), ("+44 20 7946 0958", "school"), ("02079460958", "school"),
        ("030 55512345", "joined"), ("370400440532013000", "bank"), ("0034 0434 1610 9404 2557", "parcel"),
        ("who has +491712345678", "plumber"), ("NL44RABO0123456789", "iban"), ("BT99013X", "frame"),
        ("GZ 4471 820 K", "ticket"),
    ])
    func `a number is found in another form`(query: String, first: String) async throws {
        #expect(try await Self.response(query).shown.first == [first])
    }

    @Test func `the answer says in which form a number was searched`() async throws {
        let notes = try await Self.response("+49 171 2345678").notes
        #expect(notes.contains("No item says \"+49 171 2345678\": searched for \"0171 2345678\"."))
        #expect(try await Self.response("0171 2345678").notes.allSatisfy { !$0.contains("searched for") })
    }

    @Test(arguments: [
        "03.11.2024", "2024-11-03", "1234567", "99999999999999999999999999999999999999999999999", "0171 0171 0171",
    ])
    func `dates and numbers that nothing has are left as they are`(query: String) async throws {
        #expect(try await Self.response(query).notes.allSatisfy { !$0.contains("searched for") })
    }

    @Test(arguments: [
        ("bike 015144455566", "+49 151 44455566"), ("bike +49 151 444 55 567", "+49 151 44455567"),
    ])
    func `what came from a number ranks higher`(query: String, sender: String) async throws {
        let messages = ["+49 151 44455566", "+49 151 44455567"].map {
            Item.message($0, hour: nil, chat: $0, text: "The bike is in Moabit.", from: $0)
        }
        let response = try await SearchFixture(messages).engine().search(SearchQuery(query))
        #expect(response.shown.first == [sender])
    }

    @Test func `a number that somebody has is found as it is typed, too`() async throws {
        let items = [
            Item.message("m", hour: nil, chat: "b", text: "The bike is in Moabit.", from: "+49 151 44455566"),
            Item.note("n", text: "Call back, +49 151 44455566."), Item.note("o", text: "Call back, 0800 123."),
        ]
        let response = try await Self.response("+49 151 44455566", items)
        #expect(Set(response.shown.prefix(2).joined()) == ["m", "n"], "\(response.shown)")
    }

    @Test func `whose a number is, only the one who has it answers`() async throws {
        let others = (0..<40).map { Item.note("other\($0)", text: "This is what we have of other things, \($0).") }
        let cards = [
            Item.document("okafor.vcf", title: "Margarethe Okafor", text: "Phone: +49 171 2345611"),
            Item.document("mum.vcf", title: "Mum", text: "Phone: +44 7700 900123"),
        ]
        let engine = try await SearchFixture(cards + others).engine()
        for asked in ["Whose number is 0171 2345611?", "Whose phone number is +49 171 2345611?"] {
            let quoted = try engine.quotations(for: SearchQuery(asked), limit: 3)
            #expect(quoted.isAnswer && quoted.quotations.first?.item.externalID == "okafor.vcf", "\(quoted.confidence)")
        }
        #expect(try !engine.quotations(for: SearchQuery("Whose number is 0171 2345612?"), limit: 3).isAnswer)
    }

    @Test func `a question about a number is not surely answered by another number`() async throws {
        let others = (0..<40).map { Item.note("other\($0)", text: "This is what we have of other things, \($0).") }
        let engine = try await SearchFixture(Self.items + others).engine()
        let other = try engine.quotations(for: SearchQuery("whose old number was 0171 2345690"), limit: 3)
        #expect(!other.isAnswer)
        let same = try engine.quotations(for: SearchQuery("whose old number was +49 171 2345699"), limit: 3)
        #expect(same.quotations.first?.item.externalID == "old" && same.confidence > other.confidence)
    }
}
