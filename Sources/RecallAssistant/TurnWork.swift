import RecallCore
import RecallKit
import RecallModelClient

/// The work of a turn that takes time: searching, reading, asking the model.
struct TurnWork: Sendable {
    let library: RecallLibrary
    let tools: LibraryTools
    let model: (any ChatModel)?
    /// The question's, for the dates of items.
    let clock: QueryClock
    /// The silence of the model after which it is said.
    let patience: Duration

    func quote(
        _ queries: [SearchQuery], _ items: ItemQuestion?, readings: [Reading]
    ) async -> Turn.Event {
        await read {
            if let items, let query = queries.first, let (answer, asked) = try items.answer(query, library) {
                return .quoted([answer], asked)
            }
            if queries.count == 1, let query = queries.first, let asked = StatementQuestion(query.text),
                let answer = try asked.answer(query, library)
            {
                return .quoted([answer])
            }
            let read = try Reading.answer(readings, in: library)
            let answers = try read.map { [$0] } ?? queries.map { try library.quotations(for: $0) }
            let isEmpty = answers.allSatisfy(\.quotations.isEmpty)
            return .quoted(answers, inEmptyScope: try isEmpty && queries.contains { try hasEmptyScope($0) })
        } orElse: {
            .failed($0)
        }
    }

    /// True if the query may only read what is not there.
    private func hasEmptyScope(_ query: SearchQuery) throws -> Bool {
        guard query.filter != .everything else { return false }
        return try library.page(SearchQuery("", filter: query.filter), offset: 0, limit: 1).items.isEmpty
    }

    func use(_ request: ToolRequest, _ sources: SourceList) async -> Turn.Event {
        await read {
            .toolEnded(try tools.run(request, sources))
        } orElse: { _ in
            .toolEnded(ToolOutcome(note: "The library could not be read."))
        }
    }

    /// The verdicts on claims. What could not be checked counts as unsupported.
    func check(_ claims: [Claim]) async -> Turn.Event {
        await read {
            .checked(try library.check(claims, clock: clock))
        } orElse: { _ in
            .checked(claims.map { _ in ClaimVerdict(problem: .notChecked) })
        }
    }

    /// Asks the model, and sends the parts of its reply.
    func ask(_ request: ChatRequest, _ send: (Turn.Event) -> Void) async {
        guard let model else { return }
        do {
            var hasEnded = false
            for try await event in model.reply(to: request) {
                send(.model(event))
                if case .end = event { hasEnded = true }
            }
            if !hasEnded { send(.modelFailed(ChatModelError(.endedEarly, "The model's answer ended early."))) }
        } catch {
            let report = ErrorReport(error)
            send(.modelFailed(error as? ChatModelError ?? ChatModelError(.malformed, report.message)))
        }
    }

    /// Reads the library on a thread where blocking harms nobody.
    private func read(
        _ body: @escaping @Sendable () throws -> Turn.Event, orElse: (ErrorReport) -> Turn.Event
    ) async -> Turn.Event {
        do {
            return try await WorkQueue.shared.runInterruptibly(body)
        } catch {
            return orElse(ErrorReport(error))
        }
    }
}
