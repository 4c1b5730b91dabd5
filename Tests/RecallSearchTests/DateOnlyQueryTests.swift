import Foundation
import RecallCore
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// Queries whose words are a date and nothing else.
@Suite(.scratch) struct DateOnlyQueryTests {
    /// Saturday, 15 June 2024, 10:00 UTC.
    private static let clock = QueryClock(now: Date(timeIntervalSince1970: 1_718_445_600), timeZone: .gmt)

    private static func note(_ day: String, _ text: String) -> Item {
        var note = Item.mail(day, text: text)
        note.date = try? Date(day + "T12:00:00Z", strategy: .iso8601)
        return note
    }

    private static let items = [
        note("2023-11-03", "The goose is in the oven."), note("2023-12-25", "The pipes froze."),
        note("2024-03-01", "The kettle whistles."), note("2024-05-28", "A walk by the canal."),
        note("2024-06-14", "The bread rose, the summer of 2023 and christmas 2023 did not."),
        note("2024-06-15", "Notes of 3 november 2023 and of november 2023."),
    ]

    private func search(_ query: String) async throws -> SearchResponse {
        try await SearchFixture(Self.items).engine().search(SearchQuery(query, clock: Self.clock))
    }

    @Test(arguments: [
        ("3 november 2023", "2023-11-03"), ("November 3rd, 2023", "2023-11-03"), ("november 2023", "2023-11-03"),
        ("in november 2023", "2023-11-03"), ("3. November 2023", "2023-11-03"), ("3 novembre 2023", "2023-11-03"),
        ("3 de noviembre de 2023", "2023-11-03"), ("le 3 novembre 2023", "2023-11-03"),
        ("am 25. Dezember 2023", "2023-12-25"), ("1 März 2024", "2024-03-01"), ("1er mars 2024", "2024-03-01"),
        ("2024/03/01", "2024-03-01"), ("2024-03-01", "2024-03-01"), ("1.3.2024", "2024-03-01"),
        ("2024-03", "2024-03-01"), ("christmas 2023", "2023-12-25"), ("Weihnachten 2023", "2023-12-25"),
        ("noël 2023", "2023-12-25"), ("two weeks ago", "2024-05-28"), ("yesterday", "2024-06-14"),
        (" yesterday ", "2024-06-14"), ("on friday", "2024-06-14"),
        ("the past 3 weeks kind:email date:2024-05", "2024-05-28"),
    ])
    func `a date in words lists what was written then`(query: String, first: String) async throws {
        let response = try await search(query)
        #expect(response.shown.first == [first])
        #expect(response.interpretation.freeText.isEmpty && response.interpretation.filterText.contains("date:"))
        #expect(response.interpretation.hints.first?.contains("The words are a date") == true)
        let same = SearchQuery(response.interpretation.filterText, clock: Self.clock)
        #expect(try await SearchFixture(Self.items).engine().search(same).shown == response.shown)
    }

    @Test func `a season lists all of it, newest first, and nothing else`() async throws {
        #expect(try await search("last spring").shown == [["2024-05-28"], ["2024-03-01"]])
        #expect(try await search("kind:note last spring").results.isEmpty)
    }

    @Test(arguments: [
        "christmas", "march", "2023", "november", "spring", "before christmas", "20231103", "3d", "goose november 2023",
        #""november 2023""#, "november 2023 OR kettle", "-november 2023", "bread yesterday",
    ])
    func `what is more than a date, or may be a topic, ranks`(query: String) async throws {
        let response = try await search(query)
        #expect(!response.interpretation.freeText.isEmpty)
        #expect(!response.interpretation.hints.contains { $0.contains("The words are a date") })
    }

    @Test func `a date of which nothing is there is searched as words, and that is said`() async throws {
        let response = try await search("summer 2022")
        #expect(response.interpretation.hints.first?.hasPrefix("Nothing is dated 2022-06-01..2022-08-31") == true)
        #expect(response.interpretation.filterText.isEmpty)
        #expect(response.shown.first == ["2024-06-14"])
    }

    @Test(arguments: [
        ("the kettle or the canal 2024-05-28", "2024-05-28"), ("the kettle or the canal 28/05/2024", "2024-05-28"),
        ("the kettle or the canal 2024-03-01", "2024-03-01"), ("the kettle or the canal 1.3.2024", "2024-03-01"),
        // Where a date may be read in two ways, both count.
        ("the kettle or the canal 01/03/2024", "2024-03-01"), ("the kettle or the canal 03/01/2024", "2024-03-01"),
    ])
    func `beside other words a date in digits ranks`(query: String, first: String) async throws {
        #expect(try await search(query).shown.first == [first])
    }

    @Test func `words are required, not read as a date, where all are counted`() async throws {
        let engine = try await SearchFixture(Self.items).engine()
        #expect(try engine.count(SearchQuery("3 november 2023", clock: Self.clock)).items == 1)
    }
}
