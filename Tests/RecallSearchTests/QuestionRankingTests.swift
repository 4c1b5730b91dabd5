import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Each pair of items is alike but for what the question asks for: the first one is the answer.
@Suite(.scratch) struct QuestionRankingTests {
    /// The external id of the best item among others that say the same words.
    private static func best(_ query: String, among items: [Item]) async throws -> String? {
        // Words are rare or common only in company.
        let others = (0..<40).map {
            Item.note("other\($0)", text: "This is what we have of other things, and it is the \($0).")
        }
        let engine = try await SearchFixture(items + others).engine()
        return try engine.search(SearchQuery(query)).shown.first?.first
    }

    @Test(arguments: [
        "what about the harvest in May 2024", "the harvest in may", "harvest of 7 May", "harvest, May 7th, 2024",
        "die Ernte harvest im Mai", "harvest 2024",
    ])
    func `a date that the query mentions prefers what was written then`(query: String) async throws {
        var (then, before) = (Item.note("then", text: "harvest"), Item.note("before", text: "harvest"))
        then.date = DateComponents(calendar: .current, year: 2024, month: 5, day: 7, hour: 12).date
        before.date = DateComponents(calendar: .current, year: 2023, month: 11, day: 20, hour: 12).date
        #expect(try await Self.best(query, among: [before, then]) == "then")
    }

    @Test(arguments: [
        "harvest last spring", "the harvest two months ago", "harvest in the spring", "harvest, early May 2024",
        "harvest before summer 2024", "harvest since last month", "harvest in the last six weeks", "harvest last may",
    ])
    func `a date in plain words prefers what was written then, and excludes nothing`(query: String) async throws {
        var (then, before) = (
            Item.note("then", text: "harvest"), Item.note("before", text: "harvest of an old orchard")
        )
        then.date = DateComponents(calendar: .current, year: 2024, month: 5, day: 7, hour: 12).date
        before.date = DateComponents(calendar: .current, year: 2022, month: 11, day: 20, hour: 12).date
        let june = try #require(DateComponents(calendar: .current, year: 2024, month: 6, day: 15, hour: 12).date)
        let now = query.contains("two months") ? june + 20 * 86_400 : june
        let engine = try await SearchFixture([before, then]).engine()
        let shown = try engine.search(SearchQuery(query, clock: QueryClock(now: now))).shown
        #expect(shown == [["then"], ["before"]])
    }

    @Test func `why says when it was written, and the score that it counted`() async throws {
        var then = Item.note("then", text: "harvest of the orchard")
        then.date = DateComponents(calendar: .current, year: 2024, month: 5, day: 7, hour: 12).date
        let response = try await SearchFixture([then]).engine().search(SearchQuery("orchard harvest in May 2024"))
        let best = try #require(response.results.first)
        #expect(best.why.hasSuffix(", May 2024"))
        #expect(best.passages.first?.score.dateFit == 1.5)
    }

    @Test(arguments: ["it may harvest", "harvest marched", "harvest 20245"])
    func `verbs and other numbers are no dates`(query: String) async throws {
        var (dated, better) = (Item.note("dated", text: "harvest"), Item.note("better", text: "harvest harvest"))
        dated.date = DateComponents(calendar: .current, year: 2024, month: 5, day: 7, hour: 12).date
        better.date = DateComponents(calendar: .current, year: 2023, month: 11, day: 20, hour: 12).date
        #expect(try await Self.best(query, among: [dated, better]) == "better")
    }

    @Test(arguments: [
        ("When did the boiler break?", "The boiler did break last Friday.", "The boiler did break, alas, alas."),
        (
            "How many sheep has the shepherd?", "The shepherd has forty sheep, or 41.",
            "The shepherd also has sheep, or not."
        ),
        ("What is the gardener's plan?", "The gardener has a plan.", "Has the gardener a plan?"),
        ("Wann kommt der Monteur?", "Der Monteur kommt am Dienstag.", "Der Monteur kommt mit Werkzeug."),
    ])
    func `what looks like an answer comes before what does not`(
        question: String, answer: String, other: String
    ) async throws {
        let items = [Item.note("other", text: other), Item.note("answer", text: answer)]
        #expect(try await Self.best(question, among: items) == "answer")
    }

    @Test func `words that stand together come before words apart`() async throws {
        let apart = "The package came late. Nobody could tell me anything about its size or its weight, sadly."
        let together = "Nobody could tell me anything about weight. It came late, sadly. The package size is too much."
        let items = [Item.note("apart", text: apart), Item.note("together", text: together)]
        #expect(try await Self.best("package size", among: items) == "together")
    }

    @Test func `the version that is asked for comes before others with the same parts`() async throws {
        let others = ["2.12.0", "2.0.1", "0.2.0", "12.0.0"].map { version in
            Item.mail(
                "R \(version)", text: "R \(version) is released. R 2 and R 0 are old: the release of R \(version).")
        }
        let right = Item.mail("right", text: "The release of R-2.0.0, which took us a while, is out at last.")
        #expect(try await Self.best("release of R 2.0.0", among: others + [right]) == "right")
    }

    @Test func `a word that is said more often than its namesake writes is a word`() async throws {
        let said = (0..<4).map { Item.mail("said\($0)", text: "the deposit of \($0) was paid") }
        let right = Item.mail("right", text: "nobody has returned the deposit")
        let other = Item.mail("other", text: "returned, and returned again")
        let service = Item.mail("service", text: "a notice of our terms", from: "Deposit")
        let found = try await Self.best("deposit returned", among: said + [service, other, right])
        #expect(found == "right")
    }

    @Test func `very many words of a query are ranked without harm`() async throws {
        let query = (0..<10_000).map { "word\($0)" }.joined(separator: " ")
        let items = [Item.note("a", text: "nothing"), Item.note("b", text: "word7 word8 and word9999")]
        #expect(try await Self.best(query, among: items) == nil)
    }
}
