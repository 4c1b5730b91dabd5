import Foundation
import RecallCore
import RecallKit

/// Carries out tool calls on a library, within the scope that the person set.
struct LibraryTools: Sendable {
    let library: RecallLibrary
    let scope: SearchFilter
    let clock: QueryClock

    private static let threadsFound = 8
    private static let itemsOfWindow = 6
    private static let itemsListed = 10
    private static let peopleListed = 20
    /// Of an item of a thread, in tokens.
    private static let itemTokens = 200
    /// Of an item that is listed, in tokens.
    private static let listedTokens = 40
    /// A page of an item.
    private static let pageBytes = 1_600

    /// The outcome of a call.
    ///
    /// - Parameter sources: what the turn has found so far; only that can be read on from.
    func run(_ request: ToolRequest, _ sources: SourceList) throws -> ToolOutcome {
        switch request {
        case .search(let query): try search(query)
        case .count(let query): try count(query)
        case .list(let query, let page): try list(query, page: page)
        case .people(let query): try people(query)
        case .readThread(let source, let direction):
            try sources[source].map { try readThread($0, direction) } ?? Self.noSource(source)
        case .readItem(let source, let page):
            try sources[source].map { try readItem($0, page: page) } ?? Self.noSource(source)
        }
    }

    private static func noSource(_ number: Int) -> ToolOutcome {
        ToolOutcome(note: "There is no source \(number).")
    }

    private func search(_ query: ToolQuery) throws -> ToolOutcome {
        let response = try library.search(query.searchQuery(in: scope, limit: Self.threadsFound, clock: clock))
        let hits = response.results.flatMap(\.passages).sorted { $0.score.fused > $1.score.fused }
        let excerpts = hits.map { Excerpt(item: $0.item, range: $0.passage.range, text: $0.text) }
        let nothing = response.answer == .nothingNear ? "Nothing in the library is near. " : ""
        return ToolOutcome(
            excerpts: excerpts, note: excerpts.isEmpty ? "Nothing was found." : nothing, results: excerpts.count)
    }

    private func count(_ query: ToolQuery) throws -> ToolOutcome {
        let count = try library.count(query.searchQuery(in: scope, limit: 1, clock: clock))
        return ToolOutcome(note: "\(count.items) items in \(count.threads) threads.", results: count.items)
    }

    private func list(_ query: ToolQuery, page: Int) throws -> ToolOutcome {
        let offset = (max(1, min(page, 100_000)) - 1) * Self.itemsListed
        let found = try library.page(
            query.searchQuery(in: scope, limit: Self.itemsListed, clock: clock), offset: offset,
            limit: Self.itemsListed)
        let excerpts = try found.items.compactMap { try excerpt(of: $0.summary, tokens: Self.listedTokens) }
        let first = excerpts.isEmpty ? 0 : offset + 1
        return ToolOutcome(
            excerpts: excerpts, note: "Items \(first) to \(offset + excerpts.count) of \(found.total), newest first.",
            results: found.total)
    }

    private func people(_ query: ToolQuery) throws -> ToolOutcome {
        let facets = try library.facets(query.searchQuery(in: scope, limit: 1, clock: clock))
        let lines = facets.people.prefix(Self.peopleListed).map {
            DisplayText.safe($0.person.displayName).prefix(80) + ": \($0.items)"
        }
        return ToolOutcome(
            note: lines.isEmpty ? "Nobody." : "Items by sender:\n" + lines.joined(separator: "\n"),
            results: facets.people.count)
    }

    // MARK: Reading

    private func readThread(_ source: Excerpt, _ direction: ToolRequest.Direction) throws -> ToolOutcome {
        let before = direction == .later ? 0 : direction == .earlier ? Self.itemsOfWindow : Self.itemsOfWindow / 2
        let after = direction == .earlier ? 0 : direction == .later ? Self.itemsOfWindow : Self.itemsOfWindow / 2
        guard let window = try library.threadWindow(of: source.item.id, before: before, after: after) else {
            return ToolOutcome(note: "It is not in the library any more.")
        }
        let items = try withinScope(window.items)
        let excerpts = items.map { item in
            item.id == source.item.id ? source : Self.beginning(of: item, tokens: Self.itemTokens, isHit: false)
        }
        let last = window.offset + window.items.count
        return ToolOutcome(
            excerpts: excerpts.filter { !$0.text.isEmpty },
            note: "Items \(window.offset + 1) to \(last) of \(window.thread.itemCount) of the thread.",
            results: excerpts.count)
    }

    private func readItem(_ source: Excerpt, page: Int) throws -> ToolOutcome {
        guard let item = try library.item(source.item.id) else {
            return ToolOutcome(note: "It is not in the library any more.")
        }
        let start = (max(1, min(page, 100_000)) - 1) * Self.pageBytes
        let excerpt = Self.excerpt(of: item, start..<start + Self.pageBytes)
        guard !excerpt.text.isEmpty else { return ToolOutcome(note: "There is no such page.") }
        let isLast = excerpt.range.upperBound >= item.text.utf8.count
        return ToolOutcome(
            excerpts: [excerpt], note: isLast ? "This is the end." : "More follows on the next page.", results: 1)
    }

    /// The items that are in the scope: a thread may hold others.
    private func withinScope(_ items: [Item]) throws -> [Item] {
        guard scope != .everything else { return items }
        let ids = SearchFilter.any(items.map { .id(prefix: "\($0.id)") })
        let passing = try library.page(
            SearchQuery("", filter: scope.and(ids), clock: clock), offset: 0, limit: items.count)
        let passed = Set(passing.items.map(\.summary.id))
        return items.filter { passed.contains($0.id) }
    }

    private func excerpt(of summary: ItemSummary, tokens: Int) throws -> Excerpt? {
        try library.item(summary.id).map { Self.beginning(of: $0, tokens: tokens, isHit: true) }
    }

    /// The beginning of an item's text, of at most `tokens` tokens.
    private static func beginning(of item: Item, tokens: Int, isHit: Bool) -> Excerpt {
        let text = item.text.utf8Slice(0..<TokenEstimate.mostBytes(of: tokens))
        return excerpt(of: item, 0..<TokenEstimate.prefix(of: text, tokens: tokens).utf8.count, isHit: isHit)
    }

    /// A range of an item's text, from a character's beginning to a character's beginning.
    private static func excerpt(of item: Item, _ range: Range<Int>, isHit: Bool = true) -> Excerpt {
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
}
