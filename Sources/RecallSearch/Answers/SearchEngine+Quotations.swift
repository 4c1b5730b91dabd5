public import RecallCore
import RecallStore

extension SearchEngine {
    /// The sentences that answer a question, word for word, of the items that pass the query's filter.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of sentences; `nil` for as many as the type of question takes.
    ///   - deadline: the time by which to return the best so far.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func quotations(
        for query: SearchQuery, limit: Int? = nil, deadline: ContinuousClock.Instant? = nil
    ) throws -> QuotedAnswer {
        let limits = SearchLimits(deadline: deadline)
        do {
            return try store.read(within: limits.budget) { library in
                try answer(library, .exact) { snapshot in
                    let run = try SearchRun(query, .hybrid, limits, snapshot)
                    guard limit != 0, let found = try run.rankedSearch(limit: QuotationSelection.passages) else {
                        return .nothing
                    }
                    return try QuotationSelection(
                        found: found, snapshot: snapshot, encoder: snapshot.encoder, limits: limits, clock: query.clock
                    ).answer(limit: limit)
                }
            }
        } catch is DeadlinePassed {
            return .nothing
        }
    }
}
