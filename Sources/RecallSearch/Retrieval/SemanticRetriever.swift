import RecallEmbedding
import RecallStore
import RecallVectorIndex

/// The passages nearest to a query by cosine similarity.
struct SemanticMatches: Sendable {
    /// The query as a vector.
    let query: [Float]
    /// The nearest, by `PassageID.rawValue`.
    var neighbors: [Neighbor]
    /// The number of neighbors that was wanted at most.
    var limit = 0
}

/// Retrieves passages by the cosine similarity of their vectors to the query's.
struct SemanticRetriever: Sendable {
    let encoder: any SentenceEncoder
    let index: any VectorIndex

    /// Begins to look for the `limit` nearest of some passages, on another thread, unless the search is ended before.
    func retrieve(
        _ text: String, limit: Int, _ limits: SearchLimits, among passages: PassageSet
    ) -> Future<SemanticMatches> {
        Future {
            try limits.check()
            let query = try encoder.encode(query: text)
            try limits.check()
            let neighbors = index.nearest(to: query, limit: limit, among: passages.keys)
            try limits.check()
            return SemanticMatches(query: query, neighbors: neighbors, limit: limit)
        }
    }

    /// The matches, and where they are of too few threads, the nearest of others.
    func spread(
        _ matches: SemanticMatches, _ spread: ThreadSpread, _ limits: SearchLimits, among passages: PassageSet
    ) throws -> SemanticMatches {
        var matches = matches
        matches.neighbors = try spread.spread(
            matches.neighbors, among: passages, limit: matches.limit, key: { PassageID(rawValue: $0.key) }
        ) { rest in
            try limits.check()
            return index.nearest(to: matches.query, limit: matches.limit, among: rest.keys)
        }
        return matches
    }
}
