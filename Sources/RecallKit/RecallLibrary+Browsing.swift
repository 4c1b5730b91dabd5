public import RecallCore
import RecallImport
import RecallSearch
import RecallStore

/// Browsing without a query: item lists, facets, threads, sources and import failures.
extension RecallLibrary {
    /// One page of the items that match every word of a query: at most `limit`, starting at `offset`, newest first,
    /// undated items last.
    ///
    /// - Complexity: O(`limit`) at any offset if the query is one of the last few; otherwise O(*n*) in the library's
    ///   items.
    public func page(_ query: SearchQuery, offset: Int, limit: Int) throws -> ItemPage {
        try engine.page(query, offset: offset, limit: limit, lists: matchLists)
    }

    /// The page after one that ended at `place`. Items that were imported or deleted meanwhile neither repeat nor hide others.
    ///
    /// - Complexity: as `page(_:offset:limit:)`.
    public func page(_ query: SearchQuery, after place: ItemListPosition, limit: Int) throws -> ItemPage {
        try engine.page(query, after: place, limit: limit, lists: matchLists)
    }

    /// The facets of the matching items: counts by kind, person, place, year and month.
    ///
    /// - Complexity: O(*n*) in the library's items.
    public func facets(_ query: SearchQuery) throws -> LibraryFacets {
        try engine.facets(query, lists: matchLists)
    }

    /// Those of the items that are documents which only mails hold: attachments, and events that mails invite to.
    public func documentsHeldByMailsAlone(_ ids: [ItemID]) throws -> Set<ItemID> {
        try store.read { try $0.documentsHeldByMailsAlone(ids) }
    }

    /// An item's thread, the item's position in it, and the items around it: at most `before` before and `after`
    /// after it. `offset` is the position of the first of these in the thread. Returns `nil` if there is no such
    /// item.
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

    /// A message in the whole of its chat: the chat as one thread, the message's position in it, and the messages around it
    /// as in `threadWindow`, across sessions. `session` is the thread it is in. For other items `nil`.
    public func conversationWindow(
        of id: ItemID, before: Int, after: Int
    ) throws -> (chat: ItemThread, session: ItemThread, position: Int, offset: Int, items: [Item])? {
        try store.read { snapshot in
            guard let place = try snapshot.conversationPlace(of: id), let key = try snapshot.key(of: id),
                let session = try snapshot.thread(key.thread)
            else { return nil }
            let first = max(0, place.position - max(0, before))
            let rows = try snapshot.itemRows(
                conversation: place.key, offset: first, limit: place.position - first + 1 + max(0, after))
            var chat = session
            (chat.itemCount, chat.dates) = (place.count, place.dates)
            return (chat, session, place.position, first, try snapshot.items(rows: rows))
        }
    }

    /// All imported files, ordered by path.
    public func sources() throws -> [SourceFileSummary] {
        var presence = FilePresence()
        let sources = try store.read { try $0.sources() }
        let folders = SourceFolders(sources)
        return sources.map { source in
            var source = source
            source.folder = folders.folder(of: source)
            source.isGone = presence.isGone(source.path)
            return source
        }
    }

    /// The files and records that could not be imported, with the reason: one page of at most `limit` failures,
    /// ordered by path, and their total.
    public func failures(offset: Int, limit: Int) throws -> FailurePage {
        try store.read { try $0.failurePage(offset: offset, limit: limit) }
    }

    /// The failures after a place in that list.
    public func failures(after place: FailureListPosition, limit: Int) throws -> FailurePage {
        try store.read { try $0.failurePage(after: place, limit: limit) }
    }
}
