import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallTestSupport
import Testing

struct DeepSearchTests {
    private static func deep(_ text: String, limit: Int = 10) -> SearchQuery {
        SearchQuery(text, limit: limit, isDeep: true)
    }

    private static let notes = (0..<80).map { number in
        Item.note("\(number)", text: "The boiler of house \(number) whistles. Nobody in street \(number % 7) sleeps.")
    }

    @Test func `what has a word for each word of the query gains on what repeats one of them`() async throws {
        let items = [
            Item.note("one", text: "Kitten, kitten, kitten."),
            Item.note("both", text: "The doctor in town looked after our kitten."),
        ]
        let encoder = Synonyms()
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        let (plain, deep) = (try engine.search("kitten vet"), try engine.search(Self.deep("kitten vet")))
        #expect(try Self.lead(in: deep) > Self.lead(in: plain))
    }

    /// The score of what has both words, less that of what repeats one.
    private static func lead(in response: SearchResponse) throws -> Float {
        func score(_ name: String) throws -> Float {
            try #require(response.results.first { $0.passages[0].item.externalID == name }).score
        }
        return try score("both") - score("one")
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

    @Test func `without vectors of tokens a deep search is a search`() async throws {
        let encoder = Plain()
        let fixture = try await SearchFixture(Self.notes, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        #expect(try engine.search(Self.deep("boiler street 4")).results == engine.search("boiler street 4").results)
        let words = fixture.engine()
        #expect(try words.search(Self.deep("boiler street 4")).results == words.search("boiler street 4").results)
    }
}

/// Reads "vet" as "doctor".
private struct Synonyms: WrappingEncoder {
    let base = HashingEncoder()

    func tokenized(_ text: String) -> TokenizedText {
        var tokens = base.tokenized(text)
        let (vet, doctor) = (base.tokens(of: "vet")[0], base.tokens(of: "doctor")[0])
        tokens.ids = tokens.ids.map { $0 == vet ? doctor : $0 }
        return tokens
    }

    func encodeTokens(_ inputs: [EncoderInput]) throws -> [TokenVectors]? { try base.encodeTokens(inputs) }
}

/// Has no vectors of tokens.
private struct Plain: WrappingEncoder {
    let base = HashingEncoder()
}
