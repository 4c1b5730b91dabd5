public import Foundation

/// A thread split into passages, ready to be stored.
public struct ThreadDraft: Sendable {
    /// The thread's row.
    public var thread: ThreadRow
    /// The title.
    public var title: String
    /// The dates of its first and last items.
    public var dates: ClosedRange<Date>?
    /// Its items in reading order.
    public var items: [ItemDraft]

    /// A thread of items.
    public init(thread: ThreadRow, title: String, dates: ClosedRange<Date>?, items: [ItemDraft]) {
        self.thread = thread
        self.title = title
        self.dates = dates
        self.items = items
    }
}

/// An item of a thread with its passages.
public struct ItemDraft: Sendable {
    /// The item as stored.
    public var text: ThreadItemText
    /// Its passages, in order.
    public var passages: [PassageSpan]
    /// Their terms; `nil` if these are to be counted when it is stored.
    public var terms: ItemTerms?

    /// An item with its passages.
    public init(text: ThreadItemText, passages: [PassageSpan], terms: ItemTerms? = nil) {
        self.text = text
        self.passages = passages
        self.terms = terms
    }
}

/// A passage of an item before it has an id.
public struct PassageSpan: Hashable, Sendable {
    /// The UTF-8 byte range in the item's text.
    public var range: Range<Int>
    /// The estimated number of tokens.
    public var tokenCount: Int

    /// A passage.
    public init(range: Range<Int>, tokenCount: Int) {
        self.range = range
        self.tokenCount = tokenCount
    }
}
