package import RecallCore
package import RecallKit

/// A library as tools read it: only the items that the person's scope selects. Every tool passes through this, so no call
/// can reach beyond the scope.
package struct ScopedLibrary: Sendable {
    private let library: RecallLibrary
    private let scope: SearchFilter
    /// Today, the reference of relative dates.
    package let clock: QueryClock

    /// The items of `library` that `scope` selects.
    package init(_ library: RecallLibrary, scope: SearchFilter, clock: QueryClock = QueryClock()) {
        (self.library, self.scope, self.clock) = (library, scope, clock)
    }

    /// True if the scope leaves nothing out.
    private var isWhole: Bool { scope == .everything }

    /// The best threads for a query.
    package func search(
        _ query: ToolQuery, limit: Int, deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchResponse {
        var response = try library.search(query.searchQuery(in: scope, limit: limit, clock: clock), deadline: deadline)
        // They speak of the whole library.
        if !isWhole { response.notes = [] }
        return response
    }

    /// The parts of a query that could not be read as written, and their replacements.
    package func notes(on query: ToolQuery) -> [String] {
        let read = RecallLibrary.interpret(query.searchQuery(in: .everything, limit: 1, clock: clock))
        return read.notes.map { DisplayText.safe($0.message) + "." }
    }

    /// The threads that are near an item in meaning; `nil` if there is no such item.
    package func similar(to id: ItemID, limit: Int) throws -> SearchResponse? {
        guard try item(id) != nil else { return nil }
        return try library.similar(to: id, within: scope, limit: limit)
    }

    /// The number of items that match.
    package func count(_ query: ToolQuery) throws -> MatchCount {
        try library.count(query.searchQuery(in: scope, limit: 1, clock: clock))
    }

    /// The items that match, newest first, from `offset` on.
    package func list(_ query: ToolQuery, offset: Int, limit: Int) throws -> ItemList {
        let query = query.searchQuery(in: scope, limit: limit, clock: clock)
        return try list(library.page(query, offset: offset, limit: limit))
    }

    /// The items that match, newest first, after a place in the list.
    package func list(_ query: ToolQuery, after place: ItemListPosition, limit: Int) throws -> ItemList {
        let query = query.searchQuery(in: scope, limit: limit, clock: clock)
        return try list(library.page(query, after: place, limit: limit))
    }

    private func list(_ page: ItemPage) throws -> ItemList {
        ItemList(total: page.total, items: try page.items.compactMap { try library.item($0.summary.id) }, end: page.end)
    }

    /// The people who wrote the items that match, by descending number of items.
    package func senders(_ query: ToolQuery) throws -> [LibraryFacets.Person] {
        try library.facets(query.searchQuery(in: scope, limit: 1, clock: clock)).people
    }

    /// The items that match; none if they are more than `limit`.
    package func items(_ query: ToolQuery, atMost limit: Int) throws -> Set<ItemID> {
        let page = try library.page(
            query.searchQuery(in: scope, limit: limit, clock: clock), offset: 0, limit: limit)
        return page.total > limit ? [] : Set(page.items.map(\.summary.id))
    }

    /// The item; `nil` if there is none, or the scope leaves it out.
    package func item(_ id: ItemID) throws -> Item? {
        try library.item(id).flatMap { try withinScope([$0]).first }
    }

    /// The only item of the library whose id begins with `prefix`.
    package func item(withIDPrefix prefix: String) throws -> ItemID? {
        let found = try library.items(withIDPrefix: prefix)
        return found.count == 1 ? found.first : nil
    }

    /// The items around one in its thread, in reading order: at most `before` before it, and `after` after it; `nil` if there
    /// is no such item.
    package func thread(around id: ItemID, before: Int, after: Int) throws -> ThreadPart? {
        let reach = isWhole ? 1 : Self.reach
        guard let window = try library.threadWindow(of: id, before: before * reach, after: after * reach) else {
            return nil
        }
        let items = try withinScope(window.items)
        guard let position = items.firstIndex(where: { $0.id == id }) else { return nil }
        let (first, last) = (max(0, position - before), min(items.count - 1, position + after))
        let isCutLater = window.offset + window.items.count < window.thread.itemCount
        return ThreadPart(
            items: Array(items[first...last]),
            hasEarlier: first > 0 || (window.offset > 0 && first < position),
            hasLater: last < items.count - 1 || (isCutLater && position < last),
            place: isWhole ? (window.offset, window.thread.itemCount) : nil)
    }

    // MARK: Memories

    /// The memories that belong to a text, of those that other programs may see, nearest first. Where the scope leaves
    /// anything out, it leaves memories out.
    package func memories(for text: String, limit: Int) throws -> [Memory] {
        guard isWhole else { return [] }
        return try library.findMemories(text, for: .outside, limit: limit, now: clock.now).map(\.memory)
    }

    /// Proposes a memory to the person. It is not told if that is known already, or was refused.
    package func propose(_ text: String, type: MemoryType, by program: String) throws {
        guard isWhole else { return }
        _ = try library.proposeMemory(MemoryContent(text, type: type), origin: .program(program), now: clock.now)
    }

    /// The items to look at for one that is in the scope.
    private static let reach = 10

    /// The items that are in the scope: a thread may hold others.
    private func withinScope(_ items: [Item]) throws -> [Item] {
        guard !isWhole else { return items }
        let ids = SearchFilter.any(items.map { .id(prefix: "\($0.id)") })
        let passing = try library.page(
            SearchQuery("", filter: scope.and(ids), clock: clock), offset: 0, limit: items.count)
        let passed = Set(passing.items.map(\.summary.id))
        return items.filter { passed.contains($0.id) }
    }
}

/// Some of the items that match, newest first.
package struct ItemList: Sendable {
    /// The number of all that match.
    package let total: Int
    /// The items.
    package let items: [Item]
    /// The place after which the next ones begin; `nil` if nothing follows.
    package let end: ItemListPosition?
}

/// Some items of a thread, in reading order.
package struct ThreadPart: Sendable {
    /// The items.
    package let items: [Item]
    /// True if others stand before or after them.
    package let hasEarlier, hasLater: Bool
    /// The place of the first in the thread, and the thread's number of items; `nil` if the scope leaves some out.
    let place: (offset: Int, count: Int)?
}

extension Excerpt {
    /// The beginning of an item's text, of at most `tokens` tokens.
    package static func beginning(of item: Item, tokens: Int, isHit: Bool = true) -> Excerpt {
        part(of: item, from: 0, tokens: tokens, isHit: isHit)
    }

    /// An item's text from a byte on, of at most `tokens` tokens, but of more than none unless it is at its end.
    package static func part(of item: Item, from start: Int, tokens: Int, isHit: Bool = true) -> Excerpt {
        let most = stretch(of: item, start..<start + TokenEstimate.mostBytes(of: tokens), isHit: isHit)
        let bytes = TokenEstimate.prefix(of: most.text, tokens: tokens).utf8.count
        guard bytes > 0 else { return most }
        let range = most.range.lowerBound..<most.range.lowerBound + bytes
        return Excerpt(item: most.item, range: range, text: item.text.utf8Slice(range), isHit: isHit)
    }

    /// A range of an item's text, from a character's beginning to a character's beginning.
    static func stretch(of item: Item, _ range: Range<Int>, isHit: Bool = true) -> Excerpt {
        let bytes = item.text.utf8
        func boundary(_ offset: Int) -> Int {
            var offset = min(offset, bytes.count)
            while offset < bytes.count, bytes[bytes.index(bytes.startIndex, offsetBy: offset)] & 0xC0 == 0x80 {
                offset += 1
            }
            return offset
        }
        let range = boundary(range.lowerBound)..<boundary(range.upperBound)
        return Excerpt(item: ItemSummary(item), range: range, text: item.text.utf8Slice(range), isHit: isHit)
    }

    /// A passage that was found.
    package init(_ hit: PassageHit) {
        self.init(item: hit.item, range: hit.passage.range, text: hit.text, page: hit.page)
    }
}
