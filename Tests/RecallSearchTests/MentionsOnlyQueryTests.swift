import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Queries that name people, kinds and dates, and say nothing else.
@Suite(.scratch) struct MentionsOnlyQueryTests {
    /// Saturday, 15 June 2024, 10:00 UTC.
    private static let clock = QueryClock(now: Date(timeIntervalSince1970: 1_718_445_600), timeZone: .gmt)

    private static func mail(_ name: String, _ day: String, from sender: String, _ text: String) -> Item {
        var mail = Item.mail(name, text: text, from: sender)
        mail.date = try? Date(day + "T12:00:00Z", strategy: .iso8601)
        return mail
    }

    private static let items = [
        mail("a", "2023-10-02", from: "Orla Quist", "The gutter leaks."),
        mail("b", "2023-10-20", from: "Orla Quist", "Slates came."),
        mail("c", "2024-04-03", from: "Orla Quist", "The gutter holds."),
        mail(
            "d", "2023-11-01", from: "Bo Tanner",
            "Emails from Orla Quist in October 2023 are lost, and her mail of October 2023."),
        mail("e", "2023-12-25", from: "Bo Tanner", "The pipes froze."),
        mail("f", "2024-02-01", from: "Bo Tanner", "What happened on Christmas 2023? Happened on Christmas 2023."),
    ]

    private func search(_ query: String) async throws -> SearchResponse {
        try await SearchFixture(Self.items).engine().search(SearchQuery(query, clock: Self.clock))
    }

    @Test(arguments: [
        ("emails from Orla Quist in october 2023", ["b", "a"]), ("Orla Quist october 2023", ["b", "a"]),
        ("mail from orla 2 october 2023", ["a"]), ("emails from Orla in october", ["b", "a"]),
        ("emails by Orla last spring", ["c"]), ("what happened on christmas 2023", ["e"]),
        ("emails sent in november 2023", ["d"]),
    ])
    func `who, what kind and when are listed`(query: String, expected: [String]) async throws {
        let response = try await search(query)
        #expect(response.shown == expected.map { [$0] })
        #expect(response.interpretation.hints.first?.hasPrefix("The words name whose") == true)
        #expect(response.interpretation.filterText.contains("date:"))
    }

    @Test(arguments: [("emails from Orla Quist", ["c", "b", "a"]), ("mails from bo", ["f", "e", "d"])])
    func `what kind from whom is listed without a date, too`(query: String, expected: [String]) async throws {
        #expect(try await search(query).shown == expected.map { [$0] })
    }

    @Test(arguments: [
        ("mails from Orla Quist", 3), ("mails from bo", 3), ("mails from Orla in october 2023", 2),
        ("mails from orla about slates", 0), ("slates", 1), ("emails from orla quist", 1),
    ])
    func `what they name is counted where no item has all the words`(query: String, count: Int) async throws {
        let counted = try await SearchFixture(Self.items).engine().count(SearchQuery(query, clock: Self.clock))
        #expect(counted.items == count)
        #expect(counted.interpretation.hints.contains { $0.hasPrefix("No item has all of these words") } == (count > 1))
    }

    @Test func `that nothing is of all that is told`() async throws {
        let response = try await search("notes from Orla Quist in october 2023")
        #expect(response.interpretation.hints.contains { $0.hasPrefix("Nothing is all that the words name") })
    }

    @Test(arguments: [
        "Orla Quist gutter october 2023", "orla october 2023", "emails Orla Quist", "Orla Quist", "from Orla Quist",
        "emails from the gutter", "emails from Orla Quist in march 2021", "slates october 2023",
        #""emails from" Orla Quist in october 2023"#,
    ])
    func `a topic, a word that may be one, no date and nothing of the time rank`(query: String) async throws {
        #expect(try await search(query).interpretation.hints.allSatisfy { !$0.hasPrefix("The words name") })
    }
}
