import Foundation
import RecallEvaluation
import RecallKit
import Testing

struct RetrievalMetricsTests {
    private static func ranking(_ items: [String], tokens: Int = 100) -> [RetrievalMetrics.RankedPassage] {
        items.map { RetrievalMetrics.RankedPassage(item: $0, tokenCount: tokens) }
    }

    private static func metrics(_ items: [String], _ grades: [String: Int], tokens: Int = 100) -> RetrievalMetrics {
        RetrievalMetrics(ranking: ranking(items, tokens: tokens), grades: grades)
    }

    private static func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-12 }

    @Test func `nDCG is the gain discounted by rank, over the best that could be`() {
        // 3 / log2(3.0) + 1 / log2(4), over 3 / log2(2) + 1 / log2(3.0).
        let metrics = Self.metrics(["x", "a", "b"], ["a": 3, "b": 1])
        let ideal: Double = 3 + 1 / log2(3.0)
        let third: Double = 1 / log2(3.0)
        #expect(Self.isNear(metrics.ndcg10, (3 * third + 0.5) / ideal))
        #expect(Self.isNear(Self.metrics(["a", "b", "x"], ["a": 3, "b": 1]).ndcg10, 1))
        #expect(Self.isNear(Self.metrics(["b", "a"], ["a": 3, "b": 1]).ndcg10, (1 + 3 * third) / ideal))
    }

    @Test func `only ten items count, and as many relevant ones at most`() {
        let many = Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", 1) })
        let all = Self.metrics((0..<20).map { "\($0)" }, many)
        #expect(Self.isNear(all.ndcg10, 1))
        #expect(Self.isNear(all.recall10, 0.5))
        let eleventh = Self.metrics((0..<10).map { "x\($0)" } + ["a"], ["a": 1])
        #expect(eleventh.ndcg10 == 0 && eleventh.recall10 == 0 && eleventh.mrr10 == 0)
        let tenth = Self.metrics((0..<9).map { "x\($0)" } + ["a"], ["a": 1])
        let last: Double = 1 / log2(11.0)
        #expect(Self.isNear(tenth.ndcg10, last) && tenth.recall10 == 1 && Self.isNear(tenth.mrr10, 0.1))
    }

    @Test func `an item ranks by its best passage`() {
        let metrics = Self.metrics(["x", "x", "x", "a", "a", "b"], ["a": 1, "b": 1])
        #expect(Self.isNear(metrics.mrr10, 0.5))
        let third: Double = 1 / log2(3.0)
        #expect(Self.isNear(metrics.ndcg10, (third + 0.5) / (1 + third)))
    }

    @Test func `evidence is the share of relevant items within the first tokens`() {
        let grades = ["a": 1, "b": 2, "c": 1, "d": 1]
        let metrics = Self.metrics(["a", "x", "a", "b", "x", "c", "x", "x", "x", "x", "d"], grades, tokens: 128)
        #expect((metrics.evidence512, metrics.evidence1024, metrics.evidence2048) == (0.5, 0.75, 1))
        // A passage that does not fit ends it.
        #expect(Self.metrics(["a", "b"], grades, tokens: 257).evidence512 == 0.25)
        #expect(Self.metrics(["a"], grades, tokens: 513).evidence512 == 0)
    }

    @Test func `nothing found or nothing to find is zero, not NaN`() {
        for metrics in [Self.metrics([], ["a": 1]), Self.metrics(["a"], [:]), .mean([])] {
            #expect(metrics == RetrievalMetrics())
        }
    }

    @Test func `the mean is over all queries`() {
        let mean = RetrievalMetrics.mean([
            Self.metrics(["a"], ["a": 1]), Self.metrics(["x", "a"], ["a": 1]), Self.metrics([], ["a": 1]),
        ])
        #expect(Self.isNear(mean.mrr10, 0.5) && Self.isNear(mean.recall10, 2.0 / 3))
        let third: Double = 1 / log2(3.0)
        #expect(Self.isNear(mean.ndcg10, (1 + third) / 3) && Self.isNear(mean.evidence512, 2.0 / 3))
    }
}
