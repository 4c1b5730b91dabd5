import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// A long document has no more than its place among the results.
@Suite(.scratch) struct ThreadSpreadTests {
    private static let log = Item.note(
        "log",
        text: (0..<2_500).map { index in
            "Day \(index). The budget again. " + String(repeating: "We counted it twice and it was short. ", count: 12)
        }.joined(separator: "\n\n"))
    private static let mails = (0..<6).map {
        Item.mail("mail\($0)", text: "About rent, heating and the budget, \($0).")
    }

    @Test(arguments: [3, 10, 60])
    func `what says a word is found beside a document that says it a thousand times`(limit: Int) async throws {
        let fixture = try await SearchFixture([Self.log] + Self.mails)
        let response = try fixture.engine().search(SearchQuery("budget", limit: limit))
        #expect(response.shown.count == min(limit, 7) && response.shown.joined().contains("log"))
        #expect(response.hasMore == (limit < 7))
        #expect(Set(response.shown.joined()).count == min(limit, 7))
    }
}
