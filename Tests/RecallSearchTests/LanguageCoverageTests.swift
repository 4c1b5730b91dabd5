import RecallCore
import RecallEmbedding
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct LanguageCoverageTests {
    /// Cuts words into pieces of some letters, and takes every query for one about ferns.
    private struct FernLover: WrappingEncoder {
        let base: HashingEncoder
        var unknownToken: Int32?

        func encode(query: String) throws -> [Float] {
            try base.encode(query: "ferns by the river")
        }
    }

    /// The first result for words of which one is in the library.
    private static func best(_ query: String, _ encoder: FernLover) async throws -> String? {
        let items = [Item.note("said", text: "the boiler is old"), .note("near", text: "ferns by the river")]
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let best = try fixture.engine(encoder).passages(SearchQuery(query), ranking: .hybrid, limit: 1).first
        return try fixture.store.read { try $0.item(holding: best?.passage ?? PassageID(index: 0))?.externalID }
    }

    @Test(arguments: [(64, "near"), (2, "said")])
    func `words decide where the model has only pieces of them`(letters: Int, first: String) async throws {
        let encoder = FernLover(base: HashingEncoder(pieceLength: letters))
        #expect(try await Self.best("boiler whistles loudly tonight", encoder) == first)
    }

    @Test func `words decide where the model does not know them at all`() async throws {
        let base = HashingEncoder()
        let unknown = try #require(base.tokens(of: "whistles").first)
        let encoder = FernLover(base: base, unknownToken: unknown)
        #expect(try await Self.best("boiler whistles, whistles, whistles", encoder) == "said")
        #expect(try await Self.best("boiler whistles loudly tonight", FernLover(base: base)) == "near")
    }
}
