import Foundation
import RecallCore
import RecallKit

/// The conversations of the served library. Those that cannot be kept, as on read-only media, are held in memory until the
/// server ends.
actor ServedConversations {
    /// An answer as it was kept.
    struct Outcome: Sendable {
        /// The answer, with a note if it is not kept.
        var answer: Answer
        /// Its place in the conversation; `nil` if it is in none.
        var turn: Int?
        /// The memory that is proposed from the question.
        var proposal: MemoryProposal?
    }

    private let library: ServedLibrary
    private let deletions: Deletions
    /// Writes wait for other writers of the library, so they have a thread of their own.
    private let writing = WorkQueue(width: 1)
    private var unkept: [ConversationID: Conversation] = [:]

    init(_ library: ServedLibrary, _ deletions: Deletions) {
        (self.library, self.deletions) = (library, deletions)
    }

    /// Begins a conversation, in memory if it cannot be kept.
    func begin(scope: String) async throws -> ConversationID {
        do {
            return try await write { try $0.beginConversation(scope: scope) }
        } catch is StoreError {
            return hold(scope: scope)
        }
    }

    private func hold(scope: String) -> ConversationID {
        if unkept.count >= ServerLimits.unkeptConversations,
            let oldest = unkept.min(by: { $0.value.summary.used < $1.value.summary.used })
        {
            unkept[oldest.key] = nil
        }
        let (id, now) = (ConversationID.random(), Date())
        unkept[id] = Conversation(summary: ConversationSummary(id: id, created: now, used: now), scope: scope)
        return id
    }

    /// The conversation with the id.
    ///
    /// - Throws: `APIError` if there is none.
    func conversation(_ id: ConversationID) async throws -> Conversation {
        if let held = unkept[id] { return held }
        guard let conversation = try await library.read({ try $0.conversation(id) }) else { throw Self.none }
        return conversation
    }

    /// Keeps the answer to a question. If it cannot be kept, a note says so.
    func keep(_ answer: Answer, asked: Date, in id: ConversationID, replacingLast: Bool) async -> Outcome {
        if unkept[id] != nil { return hold(answer, asked: asked, in: id, replacingLast: replacingLast) }
        do {
            let turn = try await write { try $0.keep(answer, asked: asked, in: id, replacingLast: replacingLast) }
            guard let turn else {
                return Outcome(answer: answer.noting("The conversation was deleted: this answer is not kept."))
            }
            let origin = MemoryOrigin.message(conversation: id, position: turn)
            return try await write { library in
                var answer = answer
                let proposal = library.remember(after: &answer, origin: origin)
                return Outcome(answer: answer, turn: turn, proposal: proposal)
            }
        } catch {
            let reason = (error as? any ReportedError)?.report.message ?? "The library could not be written."
            return Outcome(answer: answer.noting("This answer is not kept. \(reason)"))
        }
    }

    private func hold(_ answer: Answer, asked: Date, in id: ConversationID, replacingLast: Bool) -> Outcome {
        guard var held = unkept[id] else { return Outcome(answer: answer) }
        if replacingLast { _ = held.turns.popLast() }
        var answer = answer.noting("The library cannot be written: this conversation ends with the server.")
        if answer.statement?.isAskedFor == true { answer = answer.noting("This is not remembered.") }
        let states = Dictionary(answer.citations.map { ($0.number, CitationState.there) }) { first, _ in first }
        held.turns.append(KeptTurn(position: held.turns.count, asked: asked, answer: answer, states: states))
        if held.summary.title.isEmpty { held.summary.title = ConversationTitle.of(answer.question) }
        (held.summary.used, held.summary.questions) = (asked, held.turns.count)
        unkept[id] = held
        return Outcome(answer: answer, turn: held.turns.count - 1)
    }

    /// Changes the title, the scope, or both.
    ///
    /// - Throws: `APIError` if there is no such conversation.
    func change(_ id: ConversationID, _ change: ConversationChange) async throws {
        if unkept[id] != nil {
            if let title = change.title { unkept[id]?.summary.title = title }
            if let scope = change.scope { unkept[id]?.scope = scope }
            return
        }
        let isThere = try await write { library in
            try (change.title.map { try library.renameConversation(id, to: $0) } ?? true)
                && (change.scope.map { try library.setScope($0, ofConversation: id) } ?? true)
        }
        guard isThere else { throw Self.none }
    }

    /// Deletes a conversation for good.
    ///
    /// - Throws: `APIError` if there is no such conversation.
    func delete(_ id: ConversationID) async throws -> DeletedText {
        if unkept.removeValue(forKey: id) != nil { return .gone }
        guard let text = try await write({ try $0.deleteConversation(id) }) else { throw Self.none }
        await deletions.completeLater(text)
        return text
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (RecallLibrary) throws -> Value
    ) async throws -> Value {
        let library = try await library.opened
        // A client that goes away takes back no change that is asked for.
        return try await Task { [writing] in try await writing.run { try body(library) } }.value
    }

    private static let none = APIError.notFound("There is no conversation of that id. It may have been deleted.")
}

extension Answer {
    /// The answer with one more note.
    fileprivate func noting(_ note: String) -> Answer {
        var answer = self
        answer.notes.append(note)
        return answer
    }
}
