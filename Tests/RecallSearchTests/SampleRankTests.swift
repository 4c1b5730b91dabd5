import RecallSearch
import RecallTestSupport
import Testing

/// What the sample archive's labelled queries should find, with the real model and both lanes.
struct SampleRankTests {
    @Test(arguments: try SampleLibrary.queries(by: "words"))
    func `a query by words finds its item first`(query: SampleLibrary.Query) async throws {
        #expect(try await SampleLibrary.shared.value.rank(of: query) == 1)
    }

    @Test(arguments: try SampleLibrary.queries(by: "meaning"))
    func `a query by meaning finds its item among the first three`(query: SampleLibrary.Query) async throws {
        #expect(try #require(try await SampleLibrary.shared.value.rank(of: query)) <= 3)
    }
}
