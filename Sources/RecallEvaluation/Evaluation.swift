public import RecallCore
public import RecallKit

/// Measures retrieval quality against an evaluation set's relevance judgements.
public struct Evaluation: Sendable {
    /// The result of one ranking.
    public struct Row: Sendable, Hashable {
        /// The ranking.
        public var ranking: Ranking
        /// Mean over all queries.
        public var all: RetrievalMetrics
        /// Means by category.
        public var categories: [String: RetrievalMetrics]
        /// Metrics by query id.
        public var queries: [String: RetrievalMetrics]
    }

    /// The number of passages retrieved per query: enough for ten items and 2,048 tokens.
    private static let depth = 300

    /// Ranks all queries of `set` against `library`, which holds the set's items: by each ranking that can run, and
    /// by the full search if there is an encoder or the caller asks for it.
    ///
    /// - Parameters:
    ///   - only: the rankings, if not all that can run.
    ///   - isDeep: true if the full search reads deeper.
    public static func run(
        _ set: EvaluationSet, in library: RecallLibrary, only: [Ranking]? = nil, alwaysFused: Bool = false,
        isDeep: Bool = false
    ) throws -> [Row] {
        var rankings: [Ranking] = [.lexical]
        if library.encoderFingerprint != nil { rankings.append(.semantic) }
        if library.encoderFingerprint != nil || alwaysFused { rankings.append(.hybrid) }
        return try (only ?? rankings).map { try row($0, set, library, isDeep: isDeep) }
    }

    private static func row(
        _ ranking: Ranking, _ set: EvaluationSet, _ library: RecallLibrary, isDeep: Bool
    ) throws -> Row {
        var queries: [String: RetrievalMetrics] = [:]
        for query in set.queries {
            queries[query.id] = RetrievalMetrics(
                ranking: try passages(query, of: set, ranking, library, isDeep: isDeep),
                grades: set.judgements[query.id] ?? [:])
        }
        let categories = Dictionary(grouping: set.queries.filter { $0.category != nil }) { $0.category ?? "" }
        let mean = { (some: [EvaluationSet.Query]) in RetrievalMetrics.mean(some.compactMap { queries[$0.id] }) }
        return Row(
            ranking: ranking, all: mean(set.queries), categories: categories.mapValues(mean), queries: queries)
    }

    private static func passages(
        _ query: EvaluationSet.Query, of set: EvaluationSet, _ ranking: Ranking, _ library: RecallLibrary, isDeep: Bool
    ) throws -> [RetrievalMetrics.RankedPassage] {
        var asked = set.searchQuery(query)
        asked.isDeep = isDeep
        return try library.rankedPassages(asked, ranking: ranking, limit: depth).compactMap { passage in
            set.naming.name(ofItemIn: passage).map {
                RetrievalMetrics.RankedPassage(item: $0, tokenCount: passage.tokenCount)
            }
        }
    }
}
