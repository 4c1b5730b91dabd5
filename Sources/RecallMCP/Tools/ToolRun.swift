import RecallAssistant
import RecallCore
import RecallWire

/// Carries out calls of clients on a library, within the scope.
struct ToolRun {
    let library: ScopedLibrary
    /// The client's name, as it calls itself.
    let client: String

    private static let threadsFound = 8
    /// The most threads of a search that can be paged through.
    private static let mostThreads = 200
    private static let itemsListed = 10
    private static let itemsOfThread = 8
    private static let peopleListed = 25
    private static let memoriesFound = 10
    /// Tokens of a passage, of an item of a list, of an item of a thread.
    private static let (passageTokens, listedTokens, itemTokens) = (400, 120, 450)
    /// Tokens of a page of an item.
    private static let pageTokens = 3_000
    /// A search that takes longer is answered with what it has found.
    private static let patience = Duration.seconds(5)

    /// The answer to a call.
    func answer(_ call: ProgramCall) throws -> ToolAnswer {
        switch call.tool {
        case .search: try search(call)
        case .similar: try similar(call)
        case .list: try list(call)
        case .count: try count(call)
        case .people: try people(call)
        case .readThread: try readThread(call)
        case .readItem: try readItem(call)
        case .recallMemories: try recallMemories(call)
        case .proposeMemory: try proposeMemory(call)
        }
    }

    // MARK: Finding

    private func search(_ call: ProgramCall) throws -> ToolAnswer {
        let offset = try call.offset()
        let limit = min(offset + Self.threadsFound, Self.mostThreads)
        let response = try library.search(call.query, limit: limit, deadline: .now + Self.patience)
        return page(
            of: response, after: offset, call, isNear: response.answer != .nothingNear, library.notes(on: call.query))
    }

    private func similar(_ call: ProgramCall) throws -> ToolAnswer {
        let offset = try call.offset()
        let limit = min(offset + Self.threadsFound, Self.mostThreads)
        guard let response = try library.similar(to: call.item(in: library), limit: limit) else {
            throw ToolProblem.noItem
        }
        guard !response.lanes.isEmpty else {
            throw ToolProblem(text: "That item has no vector, so nothing can be compared with it.")
        }
        return page(of: response, after: offset, call)
    }

    /// The results after the first `offset`, as many as the answer has room for.
    private func page(
        of response: SearchResponse, after offset: Int, _ call: ProgramCall, isNear: Bool = true,
        _ notes: [String] = []
    ) -> ToolAnswer {
        var sources = SourceBudget()
        let left = response.results.dropFirst(offset)
        let taken = left.prefix { result in
            sources.add(result.passages.map { Self.cut(Excerpt($0), to: Self.passageTokens) })
        }
        let end = offset + taken.count
        let isEnd = taken.isEmpty || end >= Self.mostThreads || (taken.count == left.count && !response.hasMore)
        return ToolAnswer(
            sources.excerpts, clock: library.clock, isNear: isNear,
            nextCursor: isEnd ? nil : call.cursor(.offset(end)),
            notes: notes + response.notes.map { DisplayText.safe($0) })
    }

    private static func cut(_ excerpt: Excerpt, to tokens: Int) -> Excerpt {
        var excerpt = excerpt
        excerpt.text = String(TokenEstimate.prefix(of: excerpt.text, tokens: tokens))
        excerpt.range = excerpt.range.lowerBound..<excerpt.range.lowerBound + excerpt.text.utf8.count
        return excerpt
    }

    // MARK: Listing

    private func list(_ call: ProgramCall) throws -> ToolAnswer {
        let found =
            switch try call.start() {
            case .after(let place): try library.list(call.query, after: place, limit: Self.itemsListed)
            case .offset: throw ToolProblem.noPage
            case nil: try library.list(call.query, offset: 0, limit: Self.itemsListed)
            }
        let excerpts = found.items.map { Excerpt.beginning(of: $0, tokens: Self.listedTokens) }
        return ToolAnswer(
            excerpts, clock: library.clock, total: found.total,
            nextCursor: found.end.map { call.cursor(.after($0)) }, notes: library.notes(on: call.query))
    }

    private func count(_ call: ProgramCall) throws -> ToolAnswer {
        ToolAnswer(try library.count(call.query), notes: library.notes(on: call.query))
    }

    private func people(_ call: ProgramCall) throws -> ToolAnswer {
        let offset = try call.offset()
        let people = try library.senders(call.query)
        let page = people.dropFirst(offset).prefix(Self.peopleListed)
        let end = offset + page.count
        let cursor = page.isEmpty || end == people.count ? nil : call.cursor(.offset(end))
        return ToolAnswer(
            page.map { ($0.person, $0.items) }, total: people.count, nextCursor: cursor,
            notes: library.notes(on: call.query))
    }

    // MARK: Reading

    private func readThread(_ call: ProgramCall) throws -> ToolAnswer {
        let reach = call.direction.reach(Self.itemsOfThread)
        guard let part = try library.thread(around: call.item(in: library), before: reach.before, after: reach.after)
        else {
            throw ToolProblem.noItem
        }
        let excerpts = part.items.map { Excerpt.beginning(of: $0, tokens: Self.itemTokens) }
        return ToolAnswer(excerpts, clock: library.clock, notes: [Self.note(part)])
    }

    /// The way to read on from a part of a thread.
    private static func note(_ part: ThreadPart) -> String {
        let directions = [part.hasEarlier ? "earlier" : nil, part.hasLater ? "later" : nil].compactMap(\.self)
        guard !directions.isEmpty else { return "This is the whole thread." }
        return
            "More of the thread: read_thread with the first or last item and direction \(directions.joined(separator: " or "))."
    }

    private func readItem(_ call: ProgramCall) throws -> ToolAnswer {
        let offset = try call.offset()
        guard let item = try library.item(call.item(in: library)) else { throw ToolProblem.noItem }
        let bytes = item.text.utf8.count
        guard offset < max(1, bytes) else { throw ToolProblem.noPage }
        let excerpt = Excerpt.part(of: item, from: offset, tokens: Self.pageTokens)
        let end = excerpt.range.upperBound
        return ToolAnswer(
            [excerpt], clock: library.clock, nextCursor: end < bytes ? call.cursor(.offset(end)) : nil)
    }
}

extension ToolRun {
    private func recallMemories(_ call: ProgramCall) throws -> ToolAnswer {
        ToolAnswer(try library.memories(for: call.query.query ?? "", limit: Self.memoriesFound))
    }

    private func proposeMemory(_ call: ProgramCall) throws -> ToolAnswer {
        try library.propose(call.text, type: call.type, by: client.isEmpty ? "MCP" : client)
        return ToolAnswer(
            .proposal, "Proposed. It is not kept unless the person says so in Recall.")
    }
}

/// Gathers excerpts until an answer has as many tokens as it may have.
struct SourceBudget {
    private(set) var excerpts: [Excerpt] = []
    private var tokens = 0

    /// Tokens of an answer.
    private static let most = 4_000
    /// Tokens of a source beside its text: link, sender, date, title.
    private static let tokensOfSource = 120

    /// Adds the passages of a thread; false if there is no room for them. The first always has room.
    mutating func add(_ more: [Excerpt]) -> Bool {
        let needed = more.reduce(0) { $0 + TokenEstimate.tokens(in: $1.text) + Self.tokensOfSource }
        guard excerpts.isEmpty || tokens + needed <= Self.most else { return false }
        (excerpts, tokens) = (excerpts + more, tokens + needed)
        return true
    }
}
