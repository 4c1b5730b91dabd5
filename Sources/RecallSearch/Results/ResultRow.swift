import RecallCore

/// A result in the making.
struct ResultRow {
    let thread: ItemThread
    var passages: [PassageHit]
    /// The index of its best passage.
    let bestIndex: Int
    let morePassages: Int
    let content: SameContent
    /// How many threads that say the same it stands for, besides itself.
    var similarThreads = 0
    /// Words of the query that the best passage does not say and is near to.
    var nearPhrase: String?

    func result(_ explanation: Explanation) -> SearchResult {
        SearchResult(
            thread: thread, passages: passages, morePassages: morePassages, similarThreads: similarThreads,
            why: explanation.why(passages[0], closeTo: nearPhrase))
    }
}
