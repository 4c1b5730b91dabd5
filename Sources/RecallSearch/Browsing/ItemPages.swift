public import RecallCore
import RecallStore
import RecallText

/// Pages of items that match every word of a query.
extension SearchEngine {
    /// The items from `offset` on, at most `limit`, newest first, those without a date last.
    ///
    /// - Complexity: O(`limit`) once the list is made.
    public func page(_ query: SearchQuery, offset: Int, limit: Int, lists: MatchLists) throws -> ItemPage {
        try withMatches(query, lists) { snapshot, table, list in
            try list.page(from: min(max(0, offset), list.positions.count), limit: limit, of: table, snapshot)
        }
    }

    /// The items after a place in the list, at most `limit`: the page after one that ended there, whatever came or went since.
    ///
    /// - Complexity: O(`limit` + log *n*) once the list is made.
    public func page(
        _ query: SearchQuery, after place: ItemListPosition, limit: Int, lists: MatchLists
    ) throws -> ItemPage {
        try withMatches(query, lists) { snapshot, table, list in
            try list.page(from: list.index(after: place, in: table), limit: limit, of: table, snapshot)
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

extension MatchLists.List {
    fileprivate func page(
        from first: Int, limit: Int, of table: ItemTable, _ snapshot: LibrarySnapshot
    ) throws -> ItemPage {
        let last = min(first + max(0, limit), positions.count)
        let items = try positions[first..<last].compactMap { try snapshot.listedItem(at: Int($0), of: table) }
        let end = last > first && last < positions.count ? table.listPosition(at: Int(positions[last - 1])) : nil
        return ItemPage(total: positions.count, offset: first, items: items, end: end)
    }

    /// The index of the first item after a place.
    fileprivate func index(after place: ItemListPosition, in table: ItemTable) -> Int {
        positions.firstIndexInOrder { table.isListed(Int($0), after: place) }
    }
}
