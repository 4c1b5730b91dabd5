public import Foundation

/// What is searched for: words for both lanes, and an exact filter that every lane obeys before ranking.
public struct SearchQuery: Hashable, Sendable {
    /// The words or the question, in any language. Parts in double quotes must occur literally.
    public var text: String
    /// The exact filter.
    public var filter: SearchFilter
    /// The most results (threads) to return.
    public var limit: Int

    /// A query for the best `limit` threads.
    public init(_ text: String, filter: SearchFilter = SearchFilter(), limit: Int = 10) {
        self.text = text
        self.filter = filter
        self.limit = limit
    }
}

/// What an item must be to be found. Empty sets and `nil` ask for nothing.
public struct SearchFilter: Hashable, Sendable {
    /// The kinds to search.
    public var kinds: Set<ItemKind>
    /// A part of the sender's name or address, regardless of case.
    public var sender: String?
    /// The earliest date.
    public var after: Date?
    /// The first date that is too late.
    public var before: Date?
    /// The key of the conversation, exactly.
    public var conversation: String?
    /// Sequences of words that must occur in the title or the text.
    public var phrases: [String]

    /// A filter for items that are all of what is given.
    public init(
        kinds: Set<ItemKind> = [], sender: String? = nil, after: Date? = nil, before: Date? = nil,
        conversation: String? = nil, phrases: [String] = []
    ) {
        self.kinds = kinds
        self.sender = sender
        self.after = after
        self.before = before
        self.conversation = conversation
        self.phrases = phrases
    }

    /// Whether every item passes.
    public var isEmpty: Bool { self == SearchFilter() }
}
