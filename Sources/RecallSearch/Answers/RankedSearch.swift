/// The best passages of a search, and what they were ranked by.
struct RankedSearch {
    let query: PreparedQuery
    /// Best first.
    let passages: [RankedPassage]
    /// The query as a vector, if it was compared.
    let vector: [Float]?
    /// The degree to which the model covers the query's language.
    let languageCoverage: Float
}
