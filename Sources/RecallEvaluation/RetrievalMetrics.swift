import Foundation

/// Retrieval quality, averaged over queries (Manning et al. 2008, chapter 8).
public struct RetrievalMetrics: Hashable, Sendable, Codable {
    /// Normalised discounted cumulative gain of the first ten items (Järvelin & Kekäläinen 2002, gain = grade).
    public var ndcg10 = 0.0
    /// Recall at rank 1.
    public var recall1 = 0.0
    /// Recall at rank 10.
    public var recall10 = 0.0
    /// Reciprocal rank of the first relevant item; 0 beyond rank 10.
    public var mrr10 = 0.0
    /// The share of the relevant items that have a passage within the first 512 tokens of the ranked passages.
    public var evidence512 = 0.0
    /// The same for 1,024 tokens.
    public var evidence1024 = 0.0
    /// The same for 2,048 tokens.
    public var evidence2048 = 0.0

    /// A passage of a ranking: its item and its length.
    public struct RankedPassage: Hashable, Sendable {
        /// The item's id.
        public var item: String
        /// The passage's tokens.
        public var tokenCount: Int

        /// A passage.
        public init(item: String, tokenCount: Int) {
            self.item = item
            self.tokenCount = tokenCount
        }
    }

    /// All zero.
    public init() {}

    /// The metrics of one ranking, best passage first. Items rank by their best passage.
    public init(ranking: [RankedPassage], grades: [String: Int]) {
        var seen: Set<String> = []
        let found = Array(ranking.map(\.item).filter { seen.insert($0).inserted }.prefix(10))
        ndcg10 = Self.ndcg(found, grades)
        recall1 = Double(found.prefix(1).count { grades[$0] != nil }) / Double(max(1, grades.count))
        recall10 = Double(found.count { grades[$0] != nil }) / Double(max(1, grades.count))
        mrr10 = found.firstIndex { grades[$0] != nil }.map { 1 / Double($0 + 1) } ?? 0
        evidence512 = Self.evidence(ranking, grades, tokens: 512)
        evidence1024 = Self.evidence(ranking, grades, tokens: 1_024)
        evidence2048 = Self.evidence(ranking, grades, tokens: 2_048)
    }

    private static func ndcg(_ found: [String], _ grades: [String: Int]) -> Double {
        let gain = { (rank: Int, grade: Int) in Double(grade) / log2(Double(rank) + 2) }
        let ideal = grades.values.sorted(by: >).prefix(10).enumerated().reduce(0) { $0 + gain($1.offset, $1.element) }
        let actual = found.enumerated().reduce(0) { $0 + gain($1.offset, grades[$1.element] ?? 0) }
        return ideal > 0 ? actual / ideal : 0
    }

    /// The share of the relevant items that have a passage within the first tokens of a ranking.
    static func evidence(_ ranking: [RankedPassage], _ grades: [String: Int], tokens: Int) -> Double {
        var (rest, found) = (tokens, Set<String>())
        for passage in ranking {
            rest -= passage.tokenCount
            guard rest >= 0 else { break }
            if grades[passage.item] != nil { found.insert(passage.item) }
        }
        return Double(found.count) / Double(max(1, grades.count))
    }

    /// The mean of `all`.
    public static func mean(_ all: [RetrievalMetrics]) -> RetrievalMetrics {
        var mean = RetrievalMetrics()
        for path in paths { mean[keyPath: path] = all.reduce(0) { $0 + $1[keyPath: path] } / Double(max(1, all.count)) }
        return mean
    }

    private static var paths: [WritableKeyPath<RetrievalMetrics, Double>] {
        [\.ndcg10, \.recall1, \.recall10, \.mrr10, \.evidence512, \.evidence1024, \.evidence2048]
    }
}
