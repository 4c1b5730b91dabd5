import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

@Suite(.scratch) struct TimelineTests {
    private static let clock = QueryClock(now: .days(400), timeZone: .gmt)

    private func search(_ query: String, order: SearchQuery.Order = .relevance, limit: Int = 10, _ items: [Item])
        async throws -> SearchResponse
    {
        let fixture = try await SearchFixture(items)
        return try fixture.engine().search(SearchQuery(query, limit: limit, order: order, clock: Self.clock))
    }

    private static let mails =
        (0..<6).map { Item.mail("m\($0)", "Boiler \($0)", text: "boiler number\($0)", day: Double($0) * 20) }
        + [
            .mail("undated", "Boiler", text: "boiler number9", day: nil),
            .mail("other", "Ferns", text: "ferns", day: 3),
        ]

    @Test func `months count the items that have to do with the query`() async throws {
        let months = try await search("boiler", Self.mails).timeline
        #expect(
            months == [
                TimelineMonth(month: "2024-01", items: 2), TimelineMonth(month: "2024-02", items: 1),
                TimelineMonth(month: "2024-03", items: 2), TimelineMonth(month: "2024-04", items: 1),
            ])
    }

    @Test func `an item counts once, and beyond the first page`() async throws {
        let paragraph = "The boiler whistles " + String(repeating: "and hums ", count: 80) + "again."
        let long = Item.mail("long", "Boiler", text: paragraph + "\n\n" + paragraph, day: 0)
        let months = try await search("boiler", limit: 1, [long] + Self.mails).timeline
        #expect(months.map(\.items) == [3, 1, 2, 1])
    }

    @Test func `of a filter alone, all that passes counts`() async throws {
        let items = (0..<500).map { Item.note("\($0)", text: "note") } + Self.mails
        let months = try await search("kind:email", limit: 1, items).timeline
        #expect(months.map(\.items) == [3, 1, 2, 1])
        #expect(months.map(\.month) == ["2024-01", "2024-02", "2024-03", "2024-04"])
    }

    @Test func `by date the newest of all that has to do with the query come first`() async throws {
        // The newest says it only once among many words: by relevance it is the last.
        let newest = Item.mail(
            "new", "Other", text: "A boiler, " + String(repeating: "and some more ", count: 30), day: 300)
        let response = try await search("boiler", order: .date, limit: 3, Self.mails + [newest])
        #expect(response.shown.map { $0[0] } == ["new", "m5", "m4"])
        let best = try await search("boiler", limit: 3, Self.mails + [newest])
        #expect(!best.shown.joined().contains("new"))
    }
}
