public import RecallCore
import Synchronization

extension SearchEngine {
    /// Searches in two steps and yields each response as soon as it is ready: first the lexical results that fit on a
    /// screen (ten threads with one passage each), then the final ones with semantic retrieval (`isFinal`). A query
    /// that is only a filter has one response.
    ///
    /// Runs on background threads, as many at once as there are processors, so that neither imports nor other tasks
    /// of the program wait for it. Ends when the consumer stops.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    public func searches(
        _ query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        searches(query, SearchLimits(deadline: deadline, cancellation: WorkCancellation()))
    }

    fileprivate func searches(
        _ query: SearchQuery, _ limits: SearchLimits
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        stream(limits) { [self] yield in try stages(of: query, limits, yield) }
    }

    /// Searches on a background thread and returns the best threads for a query. Cancelling the task cancels the
    /// search.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    /// - Throws: `CancellationError` at once if the task is cancelled; otherwise the errors of the search.
    public func answer(
        to query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) async throws -> SearchResponse {
        let limits = SearchLimits(deadline: deadline, cancellation: WorkCancellation())
        let answers = stream(limits) { [self] yield in yield(try search(query, .hybrid, limits)) }
        for try await answer in answers { return answer }
        throw CancellationError()
    }

    /// A stream of the responses that `body` yields. It ends with `body`, or when the consumer stops.
    private func stream(
        _ limits: SearchLimits, _ body: @escaping @Sendable (@escaping (SearchResponse) -> Void) throws -> Void
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        AsyncThrowingStream { continuation in
            continuation.onTermination = { _ in limits.cancellation?.cancel() }
            WorkQueue.shared.start {
                do {
                    try body { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error is CancellationError ? nil : error)
                }
            }
        }
    }
}

/// The searches of one input field: each one cancels the one before.
public final class SearchAsYouType: Sendable {
    private let engine: SearchEngine
    private let latest = Mutex<WorkCancellation?>(nil)

    /// Searches of one field.
    public init(_ engine: SearchEngine) {
        self.engine = engine
    }

    /// The results of `SearchEngine.searches`. The stream of the query before ends, without a final response if it had none.
    public func results(
        for query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        let cancellation = WorkCancellation()
        latest.withLock { latest in
            latest?.cancel()
            latest = cancellation
        }
        return engine.searches(query, SearchLimits(deadline: deadline, cancellation: cancellation))
    }
}
