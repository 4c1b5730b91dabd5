public import RecallCore
import RecallSearch

/// Answers without a language model.
extension RecallLibrary {
    /// The sentences that answer a question, word for word, and the probability that they do.
    ///
    /// Only what authors wrote in items that pass the query's filter is quoted. Phrases of relative time come with the
    /// time they mean by their item's date.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of sentences.
    ///   - deadline: the time by which to return the best sentences so far.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func quotations(
        for query: SearchQuery, limit: Int = 3, deadline: ContinuousClock.Instant? = nil
    ) throws -> QuotedAnswer {
        try engine.quotations(for: query, limit: limit, deadline: deadline)
    }
}
