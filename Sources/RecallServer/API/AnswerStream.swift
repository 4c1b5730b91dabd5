import Foundation
import RecallAssistant
import RecallCore
import RecallWire

/// One answer as server-sent events. It is kept at its end, also if the client has gone away.
struct AnswerStream: Sendable {
    let conversations: ServedConversations
    let id: ConversationID
    /// True if it replaces the last turn.
    let replacesLast: Bool
    private let asked = Date()

    init(conversations: ServedConversations, id: ConversationID, replacesLast: Bool) {
        (self.conversations, self.id, self.replacesLast) = (conversations, id, replacesLast)
    }

    /// Sends the news of a run. When the task is cancelled or the client gone, it stops the run and keeps what there is.
    func send(_ run: AnswerRun, to writer: StreamWriter) async {
        let (events, outlet) = AsyncStream<AnswerEvent>.makeStream()
        // Not a child: it goes on when the client has gone.
        let answering = Task { await follow(run, outlet) }
        do {
            for await event in events { try await writer.write(event) }
        } catch {
            // The client has gone.
        }
        run.stop()
        await answering.value
    }

    private func follow(_ run: AnswerRun, _ outlet: AsyncStream<AnswerEvent>.Continuation) async {
        for await update in run.updates { outlet.yield(await event(update)) }
        outlet.finish()
    }

    private func event(_ update: AnswerUpdate) async -> AnswerEvent {
        switch update {
        case .toolStarted(let tool, let arguments): .toolStarted(ToolStartedPayload(tool: tool, arguments: arguments))
        case .toolEnded(let use, let found): .toolEnded(ToolEndedPayload(use, found: found))
        case .text(let text): .text(AnswerTextPayload(text))
        case .textWithdrawn: .textWithdrawn(TextWithdrawnPayload())
        case .modelIsSilent: .modelIsSilent(ModelIsSilentPayload())
        case .answer(let answer): .answer(await kept(answer))
        }
    }

    private func kept(_ answer: Answer) async -> AnswerPayload {
        let kept = await conversations.keep(answer, asked: asked, in: id, replacingLast: replacesLast)
        let states = Dictionary(answer.citations.map { ($0.number, CitationState.there) }) { first, _ in first }
        return AnswerPayload(kept.answer, turn: kept.turn, states: states, proposal: kept.proposal)
    }
}

/// An event of a stream of an answer.
enum AnswerEvent: Sendable {
    case toolStarted(ToolStartedPayload)
    case toolEnded(ToolEndedPayload)
    case text(AnswerTextPayload)
    case textWithdrawn(TextWithdrawnPayload)
    case modelIsSilent(ModelIsSilentPayload)
    case answer(AnswerPayload)
    case error(ErrorPayload)

    fileprivate var name: String {
        switch self {
        case .toolStarted: "toolStarted"
        case .toolEnded: "toolEnded"
        case .text: "text"
        case .textWithdrawn: "textWithdrawn"
        case .modelIsSilent: "modelIsSilent"
        case .answer: "answer"
        case .error: "error"
        }
    }

    fileprivate var data: Data {
        get throws {
            switch self {
            case .toolStarted(let payload): try PayloadEncoding.line(payload)
            case .toolEnded(let payload): try PayloadEncoding.line(payload)
            case .text(let payload): try PayloadEncoding.line(payload)
            case .textWithdrawn(let payload): try PayloadEncoding.line(payload)
            case .modelIsSilent(let payload): try PayloadEncoding.line(payload)
            case .answer(let payload): try PayloadEncoding.line(payload)
            case .error(let payload): try PayloadEncoding.line(payload)
            }
        }
    }
}

extension StreamWriter {
    /// Writes an event of an answer.
    func write(_ event: AnswerEvent) async throws {
        try await write(event: event.name, event.data)
    }
}
