import RecallEmbedding
import RecallVectorIndex

/// Compares a query with all passages by meaning.
struct MeaningRetriever: Sendable {
    /// The query as a vector, and the cosines of all passages by index; NaN where a passage has no vector.
    struct Scores: Sendable {
        let query: [Float]
        let cosines: [Float]
    }

    let encoder: any SentenceEncoder
    let vectors: ExactIndex
    let passageCount: Int

    /// Begins to compare `text` on another thread, unless the search is ended before.
    func scores(of text: String, _ limits: SearchLimits) -> Meanwhile<Scores> {
        Meanwhile {
            try limits.check()
            let query = try encoder.vector(query: text)
            var cosines = [Float](repeating: .nan, count: passageCount)
            vectors.score(query, into: &cosines)
            return Scores(query: query, cosines: cosines)
        }
    }
}
