import RecallCore
public import RecallSearch
import RecallStore

/// Measures how well a library's search finds what an evaluation set says is relevant.
public struct Evaluation: Sendable {
    /// The result of one ranking.
    public struct Row: Sendable, Hashable {
        /// The ranking.
        public var ranking: SearchEngine.Ranking
        /// Over all queries.
        public var all: RetrievalMetrics
        /// Over the queries of each category.
        public var categories: [String: RetrievalMetrics]
    }

    /// Passages looked at per query: enough for ten items and 2,048 tokens.
    private static let depth = 300

    /// Ranks all queries of `set` against `library`, which holds the set's items.
    public static func run(_ set: EvaluationSet, in library: RecallLibrary) throws -> [Row] {
        let rankings: [SearchEngine.Ranking] = library.encoder == nil ? [.words] : [.words, .vectors, .fused]
        return try rankings.map { try row($0, set, library) }
    }

    private static func row(_ ranking: SearchEngine.Ranking, _ set: EvaluationSet, _ library: RecallLibrary) throws
        -> Row
    {
        var all: [RetrievalMetrics] = []
        var categories: [String: [RetrievalMetrics]] = [:]
        for query in set.queries {
            let metrics = RetrievalMetrics(
                ranking: try passages(query, ranking, library), grades: set.judgements[query.id] ?? [:])
            all.append(metrics)
            if let category = query.category { categories[category, default: []].append(metrics) }
        }
        return Row(ranking: ranking, all: .mean(all), categories: categories.mapValues(RetrievalMetrics.mean))
    }

    private static func passages(
        _ query: EvaluationSet.Query, _ ranking: SearchEngine.Ranking, _ library: RecallLibrary
    ) throws -> [RetrievalMetrics.RankedPassage] {
        let filter = query.thread.map(SearchFilter.conversation) ?? .everything
        // Quotation marks are left out: the figures are of questions as words.
        let text = query.text.replacing(/["“”„]/, with: " ")
        let search = SearchQuery(text, syntax: .words, filter: filter)
        let found = try library.passages(search, ranking: ranking, limit: depth)
        return try library.store.read { snapshot in
            try found.compactMap { passage in
                try snapshot.externalID(passage: passage.index).map {
                    RetrievalMetrics.RankedPassage(item: $0, tokenCount: passage.tokenCount)
                }
            }
        }
    }
}
