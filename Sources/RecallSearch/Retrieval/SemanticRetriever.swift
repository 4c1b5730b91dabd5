import RecallEmbedding
import RecallStore
import RecallVectorIndex

/// The passages nearest to a query in meaning.
struct SemanticMatches: Sendable {
    /// The query as a vector.
    let query: [Float]
    /// The nearest, by `PassageID.rawValue`.
    let neighbors: [Neighbor]
}

/// Compares a query with the passages by meaning.
struct SemanticRetriever: Sendable {
    let encoder: any SentenceEncoder
    let index: any VectorIndex

    /// Begins to look for the `limit` nearest of the passages that are included, on another thread, unless the search is ended
    /// before.
    func retrieve(
        _ text: String, limit: Int, _ limits: SearchLimits, where isIncluded: @escaping @Sendable (PassageID) -> Bool
    ) -> Future<SemanticMatches> {
        Future {
            try limits.check()
            let query = try encoder.encode(query: text)
            let neighbors = index.nearest(to: query, limit: limit) { isIncluded(PassageID(rawValue: $0)) }
            return SemanticMatches(query: query, neighbors: neighbors)
        }
    }
}
