/// Some of the items that match a query, newest first, and how many match.
public struct ItemPage: Hashable, Sendable {
    /// All that match.
    public var total: Int
    /// The items of the page.
    public var items: [ListedItem]

    /// A page.
    public init(total: Int, items: [ListedItem]) {
        self.total = total
        self.items = items
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

    /// A listed item.
    public init(summary: ItemSummary, preview: String, threadItemCount: Int) {
        self.summary = summary
        self.preview = preview
        self.threadItemCount = threadItemCount
    }
}
