import RecallCore
import RecallKit
import RecallModelClient

/// An answer that is being made.
public final class AnswerRun: Sendable {
    /// The news, in order. A consumer that ends early stops the run.
    public let updates: AsyncStream<AnswerUpdate>
    private let events: AsyncStream<TurnLoop.Event>.Continuation

    init(_ remembering: RememberingTurn, _ work: TurnWork) {
        let (stream, events) = AsyncStream<TurnLoop.Event>.makeStream()
        self.events = events
        updates = AsyncStream { updates in
            let task = Task {
                let start = await work.recall(remembering)
                var loop = TurnLoop(start: start, work: work, events: events, updates: updates)
                await loop.run(stream)
            }
            updates.onTermination = { _ in task.cancel() }
        }
    }

    /// Ends the run with what there is.
    public func stop() {
        events.yield(.stop)
    }
}

/// Carries out the effects of a turn, and brings it their events, until it is finished.
private struct TurnLoop {
    /// An event of the turn; of a model's reply, with the number of the request.
    enum Event: Sendable {
        case stop
        case turn(Turn.Event)
        case reply(Turn.Event, request: Int)
        case silence(request: Int)
    }

    var turn: Turn
    private let start: RememberingTurn.Start
    let work: TurnWork
    let events: AsyncStream<Event>.Continuation
    let updates: AsyncStream<AnswerUpdate>.Continuation
    /// The work at hand: one thing at a time.
    private var current: Task<Void, Never>?
    private var request = 0
    /// The wait for the first piece of the model's reply.
    private var silence: Task<Void, any Error>?
    private let began = ContinuousClock.now

    init(
        start: RememberingTurn.Start, work: TurnWork, events: AsyncStream<Event>.Continuation,
        updates: AsyncStream<AnswerUpdate>.Continuation
    ) {
        (self.start, turn, self.work, self.events, self.updates) = (start, start.turn, work, events, updates)
    }

    mutating func run(_ stream: AsyncStream<Event>) async {
        perform(start.answer.map { [.finish($0)] } ?? turn.start())
        for await event in stream {
            switch event {
            case .stop:
                current?.cancel()
                perform(turn.receive(.stopped))
            case .turn(let event): perform(turn.receive(event))
            case .reply(let event, let number):
                guard number == request else { continue }
                endSilence()
                perform(turn.receive(event))
            case .silence(let number): if number == request, silence != nil { updates.yield(.modelIsSilent) }
            }
        }
        endSilence()
        current?.cancel()
        updates.finish()
    }

    private mutating func perform(_ effects: [Turn.Effect]) {
        for effect in effects {
            switch effect {
            case .show(let update): updates.yield(update)
            case .finish(let made):
                var answer = start.complete(made)
                answer.duration = ContinuousClock.now - began
                updates.yield(.answer(answer))
                events.finish()
            case .quote(let queries, let items, let readings):
                begin { await .turn($0.quote(queries, items, readings: readings)) }
            case .use(let request, let sources): begin { await .turn($0.use(request, sources)) }
            case .check(let claims): begin { await .turn($0.check(claims)) }
            case .ask(let request): ask(request)
            }
        }
    }

    private mutating func begin(_ body: @escaping @Sendable (TurnWork) async -> Event) {
        current = Task { [work, events] in _ = events.yield(await body(work)) }
    }

    private mutating func ask(_ chat: ChatRequest) {
        request += 1
        current?.cancel()
        current = Task { [work, events, request] in
            await work.ask(chat) { events.yield(.reply($0, request: request)) }
        }
        endSilence()
        silence = Task { [work, events, request] in
            try await Task.sleep(for: work.patience)
            events.yield(.silence(request: request))
        }
    }

    private mutating func endSilence() {
        silence?.cancel()
        silence = nil
    }
}
