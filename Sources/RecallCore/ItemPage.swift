/// Some of the items that match a query, newest first, and how many match.
public struct ItemPage: Hashable, Sendable {
    /// All that match.
    public var total: Int
    /// The place of the first item among all that match.
    public var offset: Int
    /// The items of the page.
    public var items: [ListedItem]
    /// The place of the last item, after which the next page begins; `nil` if nothing follows.
    public var end: ItemListPosition?

    /// A page.
    public init(total: Int, offset: Int = 0, items: [ListedItem], end: ItemListPosition? = nil) {
        self.total = total
        self.offset = offset
        self.items = items
        self.end = end
    }
}

/// A place in a list of items, newest first. It stays the same when items come and go.
public struct ItemListPosition: Hashable, Sendable {
    /// The item's date in milliseconds since 1970; `nil` if it has none.
    public var date: Int64?
    /// The item's row in its library.
    public var row: Int64

    /// The place of an item.
    public init(date: Int64?, row: Int64) {
        self.date = date
        self.row = row
    }
}

/// An item as a list shows it.
public struct ListedItem: Hashable, Sendable {
    /// The item's properties shown in result lists.
    public var summary: ItemSummary
    /// The beginning of the author's own text, on one line: at most 160 characters.
    public var preview: String
    /// The items in its thread.
    public var threadItemCount: Int
    /// True for a contact or an event that its file has no longer.
    public var isFormer: Bool

    /// A listed item.
    public init(summary: ItemSummary, preview: String, threadItemCount: Int, isFormer: Bool = false) {
        self.summary = summary
        self.preview = preview
        self.threadItemCount = threadItemCount
        self.isFormer = isFormer
    }
}
