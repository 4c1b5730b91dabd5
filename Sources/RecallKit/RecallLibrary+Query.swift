public import RecallCore
import RecallSearch

/// Queries as exact filters.
extension RecallLibrary {
    /// How many items match a query of which every word is required, and in how many threads.
    public func count(_ query: SearchQuery) throws -> MatchCount {
        try engine.count(query)
    }

    /// Calls `body` with every item that matches a query of which every word is required: newest first, those without a
    /// date last. Returns their number.
    ///
    /// - Complexity: O(*n* log *n*) in the items that match; one is in memory at a time.
    @discardableResult
    public func forEachMatch(_ query: SearchQuery, _ body: (ItemSummary) throws -> Void) throws -> MatchCount {
        try engine.forEachMatch(query, body)
    }

    /// How a query's text is understood, without searching.
    public static func interpret(_ query: SearchQuery) -> QueryInterpretation {
        SearchEngine.interpret(query)
    }
}
