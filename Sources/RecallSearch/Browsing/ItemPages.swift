public import RecallCore
import RecallStore

/// Pages of items that match every word of a query.
extension SearchEngine {
    /// The items from `offset` on, at most `limit`, newest first, those without a date last.
    ///
    /// - Complexity: O(`limit`) once the list is made.
    public func page(_ query: SearchQuery, offset: Int, limit: Int, lists: MatchLists) throws -> ItemPage {
        try withMatches(query, lists) { snapshot, table, list in
            let first = min(max(0, offset), list.positions.count)
            let last = min(first + max(0, limit), list.positions.count)
            let items = try list.positions[first..<last].compactMap { try snapshot.listedItem(at: Int($0), of: table) }
            return ItemPage(total: list.positions.count, items: items)
        }
    }

    /// The facets of the matching items.
    ///
    /// - Complexity: O(1) for one of the last queries, else O(*n*) in items.
    public func facets(_ query: SearchQuery, lists: MatchLists) throws -> LibraryFacets {
        try withMatches(query, lists) { snapshot, table, list in
            let key = MatchLists.FacetKey(filter: list.filter, timeZone: query.clock.timeZone)
            return try lists.facets(key, of: table) {
                try FacetCounting(snapshot: snapshot, table: table, list: list, clock: query.clock).facets()
            }
        }
    }

    private func withMatches<Value>(
        _ query: SearchQuery, _ lists: MatchLists, _ body: (LibrarySnapshot, ItemTable, MatchLists.List) throws -> Value
    ) throws -> Value {
        let filter = QueryReading(query, for: .matching).filter
        return try store.read { snapshot in
            let table = try table(snapshot)
            return try body(snapshot, table, lists.list(filter, of: table, snapshot))
        }
    }
}
