/// What is searched for: words for both lanes, and an exact filter that every lane obeys before ranking.
public struct SearchQuery: Hashable, Sendable {
    /// How `text` is read.
    public enum Syntax: Hashable, Sendable {
        /// In the query language: words, "phrases", fields, operators.
        case language
        /// As words and nothing else, whatever they look like.
        case words
    }

    /// What results are ordered by.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// The best first.
        case relevance
        /// The newest first, of the best that were found.
        case date
    }

    /// The words or the question, in any language.
    public var text: String
    /// How `text` is read.
    public var syntax: Syntax
    /// An exact filter besides what `text` says.
    public var filter: SearchFilter
    /// The most results (threads) to return.
    public var limit: Int
    /// What results are ordered by.
    public var order: Order
    /// What "yesterday" in `text` is relative to.
    public var clock: QueryClock
    /// Whether somebody is still typing: the last word may be the beginning of one.
    public var isBeingTyped: Bool

    /// A query for the best `limit` threads.
    public init(
        _ text: String, syntax: Syntax = .language, filter: SearchFilter = .everything, limit: Int = 10,
        order: Order = .relevance, clock: QueryClock = QueryClock(), isBeingTyped: Bool = false
    ) {
        self.text = text
        self.syntax = syntax
        self.filter = filter
        self.limit = limit
        self.order = order
        self.clock = clock
        self.isBeingTyped = isBeingTyped
    }
}

extension SearchQuery: ExpressibleByStringLiteral {
    /// A query in the query language, for the best ten threads.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
