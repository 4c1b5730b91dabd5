import RecallTestSupport
import Testing

/// Queries for names and numbers, and such that have some of the item's words and some not, written by somebody who read the
/// sample archive and did not search it.
@Suite(.scratch) struct NameQueryTests {
    @Test(arguments: [("name", 15, 13), ("mixed", 25, 22)])
    func `names, and words that are only in part those of the item, find it among the first three`(
        lane: String, count: Int, least: Int
    ) async throws {
        let sample = try await SampleLibrary.shared.value
        let all: [SampleLibrary.Query] = try SampleLibrary.lines(of: "names.jsonl")
        let queries = all.filter { $0.by == lane }
        let found = try queries.count { query in
            try (sample.threadRank(of: query, in: sample.response(to: query.query)) ?? .max) <= 3
        }
        #expect(queries.count == count && found >= least)
    }
}
