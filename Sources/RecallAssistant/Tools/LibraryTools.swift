import RecallCore
import RecallKit

/// Carries out the calls of the assistant's model.
struct LibraryTools: Sendable {
    let library: ScopedLibrary

    private static let threadsFound = 8
    private static let itemsOfWindow = 6
    private static let itemsListed = 10
    private static let peopleListed = 20
    /// Of an item of a thread, in tokens.
    private static let itemTokens = 200
    /// Of an item that is listed, in tokens.
    private static let listedTokens = 40
    /// The items of a count from which on it says nothing of any one of them.
    private static let few = 100
    /// A page of an item.
    private static let pageBytes = 1_600

    /// The outcome of a call.
    ///
    /// - Parameter sources: what the turn has found so far; only that can be read on from.
    func run(_ request: ToolRequest, _ sources: SourceList) throws -> ToolOutcome {
        switch request {
        case .search(let query): try noted(query, search(query))
        case .count(let query): try noted(query, count(query))
        case .list(let query, let page): try noted(query, list(query, page: page))
        case .people(let query): try noted(query, people(query))
        case .readThread(let source, let direction):
            try sources[source].map { try readThread($0, direction) } ?? Self.noSource(source)
        case .readItem(let source, let page):
            try sources[source].map { try readItem($0, page: page) } ?? Self.noSource(source)
        }
    }

    /// The outcome with what could not be read of the query: a model takes an answer for one to its question.
    private func noted(_ query: ToolQuery, _ outcome: ToolOutcome) -> ToolOutcome {
        var outcome = outcome
        outcome.note = ([outcome.note] + library.notes(on: query)).filter { !$0.isEmpty }.joined(separator: " ")
        return outcome
    }

    private static func noSource(_ number: Int) -> ToolOutcome {
        ToolOutcome(note: "There is no source \(number).")
    }

    private func search(_ query: ToolQuery) throws -> ToolOutcome {
        let response = try library.search(query, limit: Self.threadsFound)
        let hits = response.results.flatMap(\.passages).sorted { $0.score.fused > $1.score.fused }
        let excerpts = hits.map(Excerpt.init)
        let nothing = response.answer == .nothingNear ? "Nothing in the library is near. " : ""
        return ToolOutcome(
            excerpts: excerpts, note: excerpts.isEmpty ? "Nothing was found." : nothing, results: excerpts.count)
    }

    private func count(_ query: ToolQuery) throws -> ToolOutcome {
        let count = try library.count(query)
        return ToolOutcome(
            note: "\(count.items) items in \(count.threads) threads.", results: count.items,
            counted: count.items > Self.few ? [] : try library.items(query, atMost: Self.few))
    }

    private func list(_ query: ToolQuery, page: Int) throws -> ToolOutcome {
        let offset = (max(1, min(page, 100_000)) - 1) * Self.itemsListed
        let found = try library.list(query, offset: offset, limit: Self.itemsListed)
        let excerpts = found.items.map { Excerpt.beginning(of: $0, tokens: Self.listedTokens) }
        let first = excerpts.isEmpty ? 0 : offset + 1
        return ToolOutcome(
            excerpts: excerpts, note: "Items \(first) to \(offset + excerpts.count) of \(found.total), newest first.",
            results: found.total)
    }

    private func people(_ query: ToolQuery) throws -> ToolOutcome {
        let people = try library.senders(query)
        let told = people.prefix(Self.peopleListed)
        let lines = told.map {
            DisplayText.safe($0.person.displayName).prefix(80) + ": \($0.items)"
        }
        return ToolOutcome(
            note: lines.isEmpty ? "Nobody." : "Items by sender:\n" + lines.joined(separator: "\n"),
            results: people.count, counted: try library.items(query, atMost: Self.few),
            people: Set(told.map { ParticipantDigest($0.person) }))
    }

    // MARK: Reading

    private func readThread(_ source: Excerpt, _ direction: ToolRequest.Direction) throws -> ToolOutcome {
        let reach = direction.reach(Self.itemsOfWindow)
        guard let part = try library.thread(around: source.item.id, before: reach.before, after: reach.after) else {
            return ToolOutcome(note: "It is not in the library any more.")
        }
        let excerpts = part.items.map { item in
            item.id == source.item.id
                ? source : Excerpt.beginning(of: item, tokens: Self.itemTokens, isHit: false)
        }
        let place = part.place.map {
            "Items \($0.offset + 1) to \($0.offset + part.items.count) of \($0.count) of the thread."
        }
        return ToolOutcome(
            excerpts: excerpts.filter { !$0.text.isEmpty }, note: place ?? "Items of the thread.",
            results: excerpts.count)
    }

    private func readItem(_ source: Excerpt, page: Int) throws -> ToolOutcome {
        guard let item = try library.item(source.item.id) else {
            return ToolOutcome(note: "It is not in the library any more.")
        }
        let start = (max(1, min(page, 100_000)) - 1) * Self.pageBytes
        let excerpt = Excerpt.stretch(of: item, start..<start + Self.pageBytes)
        guard !excerpt.text.isEmpty else { return ToolOutcome(note: "There is no such page.") }
        let isLast = excerpt.range.upperBound >= item.text.utf8.count
        return ToolOutcome(
            excerpts: [excerpt], note: isLast ? "This is the end." : "More follows on the next page.", results: 1)
    }
}

extension ToolRequest.Direction {
    /// The numbers of items before and after a place, of `items` in all.
    package func reach(_ items: Int) -> (before: Int, after: Int) {
        switch self {
        case .around: (items / 2, items / 2)
        case .earlier: (items, 0)
        case .later: (0, items)
        }
    }
}
