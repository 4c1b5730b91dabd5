import Foundation
import RecallCore
import RecallEmbedding
import RecallSearch
import RecallTestSupport
import Testing

@Suite(.scratch) struct ExplanationTests {
    private func why(_ query: String, _ items: [Item], by encoder: (any SentenceEncoder)? = nil) async throws -> String
    {
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let clock = QueryClock(now: .days(200), timeZone: .gmt)
        return try #require(
            try fixture.engine(encoder).search(SearchQuery(query, clock: clock)).results.first
        ).why
    }

    @Test func `neighbouring words are said together, and what says nothing new is not`() async throws {
        let note = Item.note("n", text: "The annual plan, our Annual Plan, is to plan ahead.")
        #expect(try await why("annual plan", [note]) == "says “annual plan”")
    }

    @Test func `what is meant and not said is named`() async throws {
        let encoder = try EmbeddingModel(try ModelStore().defaultModel())
        let items = [
            Item.note("n", text: "The landlord keeps our deposit until the flat is empty and the keys are returned."),
            Item.note("m", text: "Ferns grow by the river in spring."),
        ]
        #expect(
            try await why("landlord apartment", items, by: encoder)
                == "says “landlord”, close in meaning to “apartment”")
        #expect(try await why("housing tenant", items, by: encoder) == "close in meaning to “housing tenant”")
    }

    @Test func `what is neither said nor meant is not named`() async throws {
        let encoder = try EmbeddingModel(try ModelStore().defaultModel())
        let note = Item.note(
            "n", text: "The landlord keeps our deposit until the flat is empty and the keys are returned.")
        let reason = try await why("landlord deposit saxophone", [note], by: encoder)
        #expect(reason.hasPrefix("says “landlord”, “deposit”"))
        #expect(!reason.contains("saxophone"))
    }

    @Test func `sender, month, place and parent are said where the query speaks of them`() async throws {
        let message = Item.message("a", hour: 24 * 70, chat: "Hiking group", text: "Bring a lantern", from: "Ada")
        #expect(try await why("lantern", [message]) == "says “lantern”")
        #expect(try await why("lantern from:ada", [message]) == "says “lantern”, from Ada")
        #expect(try await why("lantern in:hiking", [message]) == "says “lantern”, in “Hiking group”")
        #expect(try await why("lantern date:2024-03", [message]) == "says “lantern”, March 2024")
    }

    @Test func `no control or bidirectional characters, and no more than 120 characters`() async throws {
        let name = "Ada \u{202E}\u{1B}[31m\u{2066}" + String(repeating: "of the long name ", count: 20)
        let text = (0..<9).map { "wort\(String(repeating: "x", count: 45))\($0)" }
        let mail = Item.mail("a", text: text.joined(separator: ", "), from: name)
        let reason = try await why(text.joined(separator: " ") + " from:ada", [mail])
        #expect(reason.count <= 120)
        #expect(reason.hasPrefix("says “wort"))
        let short = try await why("made up from:ada", [.mail("a", from: name)])
        #expect(short.contains("from “Ada [31mof the long name"), "what is no name is quoted")
        #expect(!short.unicodeScalars.contains { $0.value < 0x20 || $0.properties.isBidiControl })
    }

    @Test func `only words that helped are named`() async throws {
        let note = Item.note("n", text: "We got much out of the annual plan, and went home.")
        let others = ["Get them some bread.", "Let us go.", "Ferns grow by the river.", "It rains."].map {
            Item.note($0, text: $0)
        }
        #expect(try await why("how much did the annual plan get us", [note] + others) == "says “annual plan”")
    }

    @Test func `vague words are named where there are no others`() async throws {
        #expect(try await why("get going", [.note("n", text: "Get going, then.")]) == "says “Get going”")
    }
}
