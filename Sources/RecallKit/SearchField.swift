public import RecallCore
import RecallSearch

/// The searches of one field that somebody types into: each one ends the one before, whose answer nobody reads any more.
public struct SearchField: Sendable {
    private let searches: SearchAsYouType

    init(_ engine: SearchEngine) {
        searches = SearchAsYouType(engine)
    }

    /// The results of `RecallLibrary.searches`. The stream of the query before ends, without a final response if it had none.
    public func results(
        for query: SearchQuery, deadline: ContinuousClock.Instant? = nil
    ) -> AsyncThrowingStream<SearchResponse, any Error> {
        searches.results(for: query, deadline: deadline)
    }
}
