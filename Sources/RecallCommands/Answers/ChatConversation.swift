import Foundation
import RecallCore
import RecallKit

/// The conversation of a chat in the terminal: its answers so far, kept in the library as those of the web app are.
struct ChatConversation {
    private let library: RecallLibrary
    private let isKept: Bool
    private var id: ConversationID?
    private(set) var answers: [Answer] = []
    /// The items that may be read, in the query language.
    private(set) var scope: String

    init(_ library: RecallLibrary, scope: String, isKept: Bool) {
        (self.library, self.scope, self.isKept) = (library, scope, isKept)
    }

    /// The condition on items.
    func filter() throws -> SearchFilter { try ScopeOptions.filter(selecting: scope) }

    /// Goes on with the conversation that was used last.
    mutating func goOn() throws {
        guard let last = try library.conversations(limit: 1).conversations.first,
            let conversation = try library.conversation(last.id)
        else { throw CommandFailure("There is no conversation yet.") }
        (id, answers) = (conversation.summary.id, conversation.turns.map(\.answer))
        if scope.isEmpty { scope = conversation.scope }
    }

    /// Reads the answers anew: words of items that were deleted meanwhile are gone from them.
    mutating func refresh() throws {
        guard let id, let conversation = try library.conversation(id) else { return }
        answers = conversation.turns.map(\.answer)
    }

    /// Begins a new one.
    mutating func restart() {
        (id, answers) = (nil, [])
    }

    mutating func setScope(_ text: String) throws {
        _ = try ScopeOptions.filter(selecting: text)
        scope = text
        if isKept, let id { _ = try library.setScope(text, ofConversation: id) }
    }

    /// Adds an answer, keeps it, and takes up what the question states of the person. One that cannot be kept says so.
    ///
    /// - Returns: the answer with its notes, and a memory that waits for the person.
    mutating func add(_ made: Answer, asked: Date) -> (answer: Answer, proposal: MemoryProposal?) {
        var answer = made
        let origin = keep(&answer, asked: asked)
        // Of a conversation that is not kept, nothing is proposed: that would keep it.
        let isTakenUp = isKept || answer.statement?.isAskedFor == true
        let proposal = isTakenUp ? library.remember(after: &answer, origin: origin) : nil
        answers.append(answer)
        return (answer, proposal)
    }

    private mutating func keep(_ answer: inout Answer, asked: Date) -> MemoryOrigin {
        guard isKept else { return .hand }
        do {
            return try keep(answer, asked: asked)
        } catch {
            answer.notes.append("This answer is not kept. \(ErrorReport(error).message)")
            return .hand
        }
    }

    /// A conversation that was deleted meanwhile begins anew.
    private mutating func keep(_ answer: Answer, asked: Date) throws -> MemoryOrigin {
        if let id, let position = try library.keep(answer, asked: asked, in: id) {
            return .message(conversation: id, position: position)
        }
        let new = try library.beginConversation(scope: scope)
        let position = try library.keep(answer, asked: asked, in: new)
        id = new
        return .message(conversation: new, position: position ?? 0)
    }
}
