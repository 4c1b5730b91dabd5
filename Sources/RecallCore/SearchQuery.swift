/// A search: text for lexical and semantic retrieval, and an exact filter applied before ranking.
public struct SearchQuery: Hashable, Sendable {
    /// The syntax of `text`.
    public enum Syntax: Hashable, Sendable {
        /// In the query language: words, "phrases", fields, operators.
        case language
        /// Plain words, without any syntax.
        case words
    }

    /// The order of results.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// The best first.
        case relevance
        /// The newest first, of the best that were found.
        case date
    }

    /// The search text: words or a question, in any language.
    public var text: String
    /// The syntax of `text`.
    public var syntax: Syntax
    /// An exact filter in addition to those in `text`.
    public var filter: SearchFilter
    /// The maximum number of results (threads).
    public var limit: Int
    /// The maximum number of weak matches among them. The nearest of nothing are rarely worth more than a glance;
    /// who asks for more of them gets more.
    public var weakLimit: Int
    /// The order of results.
    public var order: Order
    /// The reference of relative dates in `text`, such as "yesterday".
    public var clock: QueryClock
    /// True if the user is still typing, so that the last word may be incomplete.
    public var isBeingTyped: Bool
    /// True to read the best passages word by word before they are ranked, which takes a fifth of a second.
    public var isDeep: Bool

    /// A query for the `limit` best threads.
    public init(
        _ text: String, syntax: Syntax = .language, filter: SearchFilter = .everything, limit: Int = 10,
        weakLimit: Int = 5, order: Order = .relevance, clock: QueryClock = QueryClock(), isBeingTyped: Bool = false,
        isDeep: Bool = false
    ) {
        self.text = text
        self.syntax = syntax
        self.filter = filter
        self.limit = limit
        self.weakLimit = weakLimit
        self.order = order
        self.clock = clock
        self.isBeingTyped = isBeingTyped
        self.isDeep = isDeep
    }
}

extension SearchQuery: ExpressibleByStringLiteral {
    /// A query in the query language, for the best ten threads.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}
