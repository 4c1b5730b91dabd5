/// The best passages of a search, and what they were ranked by.
struct RankedSearch {
    let query: PreparedQuery
    /// Best first.
    let passages: [RankedPassage]
    /// True if the query was compared as a vector, too.
    let isSemantic: Bool
}
