import Foundation
import RecallCore
import RecallKernels
import RecallKit
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// The labelled queries of the sample archive, with the real model.
@Suite(.scratch) struct SampleSearchTests {
    @Test(arguments: try SampleLibrary.queries(by: "words"))
    func `a query by words finds its item among the first two`(query: SampleLibrary.Query) async throws {
        for ranking in [Ranking.lexical, .hybrid] {
            let rank = try #require(try await SampleLibrary.shared.value.rank(of: query, ranking))
            #expect(rank <= 2, "\(ranking)")
        }
    }

    @Test(arguments: try SampleLibrary.queries(by: "meaning"))
    func `a query by meaning finds its item among the first four`(query: SampleLibrary.Query) async throws {
        for ranking in [Ranking.semantic, .hybrid] {
            let rank = try #require(try await SampleLibrary.shared.value.rank(of: query, ranking))
            #expect(rank <= 4, "\(ranking)")
        }
    }

    @Test func `what is close in meaning and says nothing literally is said to be`() async throws {
        let library = try await SampleLibrary.shared.value.library
        let engine = SearchEngine(store: library.store, encoder: library.encoder)
        let response = try engine.search(SearchQuery("kind:document machine makes a strange noise", limit: 1))
        #expect(response.answer == .closeInMeaning && response.results[0].match == .closeInMeaning)
        #expect(response.results[0].passages[0].highlights.isEmpty)
        #expect(response.results[0].why.contains("close in meaning"))
    }

    @Test
    func `a slip that is a form of a word in another language is one, and a form of a word that is known is none`()
        async throws
    {
        let sample = try await SampleLibrary.shared.value
        let response = try sample.response(to: "boilar")
        #expect(response.notes == ["No item says \"boilar\": searched for \"boiler\"."])
        #expect(response.results.first?.why.contains("“boiler”") == true)
        let known = try sample.response(to: "pests eating my vegetables")
        #expect(!known.notes.contains { $0.contains("searched for") })
    }

    @Test(arguments: [
        ("Elena Sorokina", "Елена Сорокина", 2), ("Kev Stott", "Kev Stott", 3), ("Gwen Aldous", "Gwen Aldous", 3),
        ("priya raman", "Priya Raman", 5),
    ])
    func `a full name finds first what is from that person, in whatever letters it is`(
        query: String, name: String, count: Int
    ) async throws {
        let results = try await SampleLibrary.shared.value.response(to: query).results
        #expect(results.prefix(count).allSatisfy { $0.passages.first?.item.sender?.name == name })
        #expect(results.count > count)
    }

    @Test func `every passage of the sample has a vector of length one`() async throws {
        let store = try await SampleLibrary.shared.value.library.store
        let counts = try store.read { try $0.counts() }
        #expect(counts.passages > 560 && counts.embeddedPassages == counts.passages)
        for state in try LibraryContents(of: store).passages.values {
            let vector = try #require(state.vector)
            let components = vector.withUnsafeBytes { Int8Rows.vector(of: $0, dimension: $0.count - 4) }
            let squares = components.reduce(0) { $0 + $1 * $1 }
            #expect(abs(squares.squareRoot() - 1) < 0.01)
        }
    }
}
