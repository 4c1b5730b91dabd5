public import RecallCore
import RecallSearch
import RecallStore

/// Looking around without a question: lists, what is in them, threads, and where everything came from.
extension RecallLibrary {
    /// The items that match a query of which every word is required, from `offset` on, at most `limit`: newest first, those
    /// without a date last.
    ///
    /// - Complexity: O(`limit`) for one of the last few queries, at any offset; else also O(*n*) in the library's items.
    public func page(_ query: SearchQuery, offset: Int, limit: Int) throws -> ItemPage {
        try engine.page(query, offset: offset, limit: limit, lists: matchLists)
    }

    /// What the items that match a query have in common: kinds, people, places, years and months.
    ///
    /// - Complexity: O(*n*) in the library's items.
    public func facets(_ query: SearchQuery) throws -> LibraryFacets {
        try engine.facets(query, lists: matchLists)
    }

    /// An item's thread, where in it the item is, and the items around it: at most `before` before it and `after` behind it,
    /// of which the first is at `offset`. `nil` if there is no such item.
    public func threadWindow(
        of id: ItemID, before: Int, after: Int
    ) throws -> (thread: ItemThread, position: Int, offset: Int, items: [Item])? {
        try store.read { snapshot in
            guard let key = try snapshot.key(of: id), let thread = try snapshot.thread(key.thread) else { return nil }
            let rows = try snapshot.itemRows(thread: key.thread)
            guard let position = rows.firstIndex(of: key.row) else { return nil }
            let first = max(0, position - max(0, before))
            let last = min(rows.count - 1, position + min(max(0, after), rows.count))
            return (thread, position, first, try snapshot.items(rows: rows[first...last]))
        }
    }

    /// All files that were imported, by path.
    public func sources() throws -> [SourceFileSummary] {
        try store.read { try $0.sources() }
    }

    /// What could not be imported, and why: at most `limit` failures from `offset` on, by path, and how many there are.
    public func failures(offset: Int, limit: Int) throws -> FailurePage {
        try store.read { try $0.failurePage(offset: offset, limit: limit) }
    }
}
