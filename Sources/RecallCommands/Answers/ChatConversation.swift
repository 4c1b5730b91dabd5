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

    /// Begins a new one.
    mutating func restart() {
        (id, answers) = (nil, [])
    }

    mutating func setScope(_ text: String) throws {
        _ = try ScopeOptions.filter(selecting: text)
        scope = text
        if isKept, let id { _ = try library.setScope(text, ofConversation: id) }
    }

    /// Adds an answer, and keeps it. One that cannot be kept says so.
    mutating func add(_ answer: Answer, asked: Date) -> Answer {
        var answer = answer
        if isKept {
            do {
                try keep(answer, asked: asked)
            } catch {
                let reason = (error as? any ReportedError)?.report.message ?? "The library could not be written."
                answer.notes.append("This answer is not kept. \(reason)")
            }
        }
        answers.append(answer)
        return answer
    }

    /// A conversation that was deleted meanwhile begins anew.
    private mutating func keep(_ answer: Answer, asked: Date) throws {
        if let id, try library.keep(answer, asked: asked, in: id) != nil { return }
        let new = try library.beginConversation(scope: scope)
        _ = try library.keep(answer, asked: asked, in: new)
        id = new
    }
}
