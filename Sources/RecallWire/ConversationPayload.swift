import Foundation
public import RecallCore

/// One page of the list of conversations.
public struct ConversationListPayload: Encodable, Sendable {
    let conversations: [ConversationSummaryPayload]
    let nextCursor: String?

    /// A page as sent.
    public init(_ page: ConversationPage, nextCursor: String? = nil) {
        conversations = page.conversations.map(ConversationSummaryPayload.init)
        self.nextCursor = nextCursor
    }
}

/// A conversation as lists show it.
public struct ConversationSummaryPayload: Encodable, Sendable {
    let id, title: String
    let created, used: Date
    let questions: Int

    init(_ summary: ConversationSummary) {
        (id, title, questions) = (summary.id.description, summary.title, summary.questions)
        (created, used) = (summary.created, summary.used)
    }
}

/// The id of a new conversation.
public struct NewConversationPayload: Encodable, Sendable {
    let id: String

    /// A new conversation.
    public init(_ id: ConversationID) {
        self.id = id.description
    }
}

/// A conversation with its questions and answers.
public struct ConversationPayload: Encodable, Sendable {
    struct Turn: Encodable {
        let question: String
        let asked: Date
        let answer: AnswerPayload
    }

    let id, title: String
    let created, used: Date
    /// Absent if all items may be read.
    let scope: String?
    let turns: [Turn]

    /// A conversation as sent.
    public init(_ conversation: Conversation) {
        let summary = conversation.summary
        (id, title) = (summary.id.description, summary.title)
        (created, used) = (summary.created, summary.used)
        scope = conversation.scope.isEmpty ? nil : conversation.scope
        turns = conversation.turns.map { turn in
            Turn(
                question: turn.answer.question, asked: turn.asked,
                answer: AnswerPayload(
                    turn.answer, turn: turn.position, states: turn.states, proposal: turn.proposal))
        }
    }
}

/// Questions to begin with.
public struct SuggestionsPayload: Encodable, Sendable {
    let questions: [String]

    /// Questions as sent.
    public init(_ questions: [String]) {
        self.questions = questions
    }
}
