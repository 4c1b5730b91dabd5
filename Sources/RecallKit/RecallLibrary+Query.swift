public import RecallCore
import RecallSearch

/// Queries as exact filters.
extension RecallLibrary {
    /// Counts the items that match every word of a query, and their threads.
    public func count(_ query: SearchQuery) throws -> MatchCount {
        try engine.count(query)
    }

    /// Calls `body` with the items that match every word of a query, newest first, undated items last. Returns the counts
    /// of all.
    ///
    /// - Parameter limit: the most items to call `body` with; `nil` for every one.
    /// - Complexity: O(*n* log *n*) in the matching items; holds one item in memory at a time.
    @discardableResult
    public func forEachMatch(
        _ query: SearchQuery, limit: Int? = nil, _ body: (ItemSummary) throws -> Void
    ) throws -> MatchCount {
        try engine.forEachMatch(query, limit: limit, body)
    }

    /// The newest items of the people, kinds and dates that a query names, at most `limit`, and the number of all: "emails
    /// from Ann in May"; `nil` if its words may have a topic.
    ///
    /// - Complexity: as `forEachMatch(_:limit:_:)`.
    public func items(
        namedBy query: SearchQuery, limit: Int
    ) throws -> (newest: [ItemSummary], count: Int)? {
        try engine.items(namedBy: query, limit: limit)
    }

    /// Parses a query without searching, and returns its interpretation.
    public static func interpret(_ query: SearchQuery) -> QueryInterpretation {
        SearchEngine.interpret(query)
    }
}
