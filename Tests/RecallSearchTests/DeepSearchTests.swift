import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallTestSupport
import Testing

@Suite(.scratch) struct DeepSearchTests {
    private static func deep(_ text: String, limit: Int = 10) -> SearchQuery {
        SearchQuery(text, limit: limit, isDeep: true)
    }

    private static let notes = (0..<80).map { number in
        Item.note("\(number)", text: "The boiler of house \(number) whistles. Nobody in street \(number % 7) sleeps.")
    }

    @Test func `a deep search gives the same whatever was searched for before`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(Self.notes, embeddedBy: encoder)
        let (cold, warm) = (fixture.engine(encoder), fixture.engine(encoder))
        for query in ["house 3 whistles", "street 5", "boiler"] { _ = try warm.search(Self.deep(query)) }
        let query = Self.deep("who sleeps in street 4", limit: 50)
        #expect(try warm.search(query).results == cold.search(query).results)
    }

    @Test func `passages that were read are not read again`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(Self.notes, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        _ = try engine.search(Self.deep("boiler"))
        encoder.forget()
        _ = try engine.search(Self.deep("boiler"))
        // The query, as a vector and as tokens, and no window.
        #expect(encoder.inputs.reduce(0) { $0 + $1.tokens.count } < 20)
    }

    @Test func `a search reads a bounded number of tokens`() async throws {
        let long = Array(repeating: "whistle and hum", count: 300).joined(separator: " ")
        let items = (0..<60).map { Item.note("\($0)", text: "The boiler number\($0). " + long) }
        let encoder = HashingEncoder(pieceLength: 1)
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        encoder.forget()
        let response = try fixture.engine(encoder).search(Self.deep("boiler whistle"))
        #expect(!response.results.isEmpty)
        let read = encoder.inputs.reduce(0) { $0 + $1.tokens.count }
        #expect((1_000...9_000).contains(read))
    }

    @Test func `a deleted item is not answered from what was read of it`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(Self.notes, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        let first = try engine.search(Self.deep("house 3"))
        let item = try #require(first.results.first?.passages.first?.item)
        _ = try LibraryDeletion(store: fixture.store).item(item.id)
        #expect(try engine.search(Self.deep("house 3")).shown.joined().contains(item.externalID ?? "") == false)
    }

    @Test func `of passages that say as much, the one nearest to the best passages comes first`() async throws {
        let best = (0..<5).map { Item.note("best\($0)", text: "The boiler whistles: valve, steam, pump, gauge\($0).") }
        let others = [
            Item.note("far", text: "The boiler whistles: roses, tulips, daisies, lilies."),
            Item.note("near", text: "The boiler whistles: valve, steam, pump, lever."),
        ]
        let encoder = HashingEncoder()
        let engine = try await SearchFixture(best + others, embeddedBy: encoder).engine(encoder)
        let found = try engine.search(Self.deep("boiler whistles", limit: 50)).results.flatMap(\.passages)
        let order = found.map(\.item.externalID)
        let places = ["near", "far"].map { order.firstIndex(of: $0) ?? .max }
        #expect(places[0] < places[1], "\(order)")
    }

    @Test func `without vectors of tokens a deep search is a search`() async throws {
        let encoder = Plain()
        let fixture = try await SearchFixture(Self.notes, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        #expect(try engine.search(Self.deep("boiler street 4")).results == engine.search("boiler street 4").results)
        let words = fixture.engine()
        #expect(try words.search(Self.deep("boiler street 4")).results == words.search("boiler street 4").results)
    }
}

/// Has no vectors of tokens.
private struct Plain: WrappingEncoder {
    let base = HashingEncoder()
}
