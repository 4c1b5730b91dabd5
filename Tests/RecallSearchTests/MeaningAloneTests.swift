import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct MeaningAloneTests {
    @Test(arguments: [Ranking.semantic, .hybrid])
    func `what is near in meaning is found when the filter leaves it alone`(ranking: Ranking) async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(
            [.mail("a", text: "boiler whistles", from: "Ada"), .mail("b", text: "ferns by the river", from: "Bea")],
            embeddedBy: encoder)
        // The query's words are function words or absent for the words lane; the vectors see them.
        let query = SearchQuery("by the", filter: .from("bea"))
        #expect(try fixture.found(query, ranking, fixture.engine(encoder)) == ["b"])
    }
}
