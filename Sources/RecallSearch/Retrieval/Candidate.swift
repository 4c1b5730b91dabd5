import RecallStore

/// A passage that may be a result, with every feature that scores it. `ScoredPassage` adds its score, `RankedPassage` its place.
struct Candidate: Sendable {
    let passage: PassageID
    /// The cosine of the query's and the passage's vectors; `nil` if the query was not compared or the passage has none.
    var cosine: Float?
    var lexical: LexicalScore
    /// True if a name in the query is the sender's.
    var namesSender = false
    /// The share of a sender's boost for a sender or recipient whom the query names as such.
    var correspondentShare: Float = 0
    /// The agreement of the item's date with one that the query mentions, 0 to 2.5.
    var dateFit: Float = 0
}

/// The scores of a passage by the query's words.
struct LexicalScore: Hashable, Sendable {
    /// BM25 of the passage alone.
    var passage: Float = 0
    /// BM25 of the passage over its context's summed frequencies.
    var context: Float = 0
    /// The summed idf of the words in the passage's context.
    var covered: Float = 0
}

/// The candidates of a query, and what its scores are scaled by.
struct Candidates {
    /// In the order of passages, each once.
    let all: [Candidate]
    /// The highest lexical scores, each of its own, of all passages that match the filter.
    let highest: LexicalScore
    /// The share that vectors have in the score, by how well the model covers the query's language, from 0 to 1.
    let languageCoverage: Float
    /// True if semantic retrieval ran.
    let isSemantic: Bool
    /// The highest cosine; `nil` without any.
    let highestCosine: Float?
    /// The query's cosines over the library.
    let background: CosineBackground
}
