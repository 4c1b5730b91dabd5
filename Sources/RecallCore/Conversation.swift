public import Foundation

/// Questions and answers that belong together, kept in the library.
public struct Conversation: Hashable, Sendable {
    /// Its id, title and times.
    public var summary: ConversationSummary
    /// The items that may be read for it, in the query language; empty for all.
    public var scope: String
    /// The questions with their answers, oldest first.
    public var turns: [KeptTurn]

    /// A conversation.
    public init(summary: ConversationSummary, scope: String = "", turns: [KeptTurn] = []) {
        self.summary = summary
        self.scope = scope
        self.turns = turns
    }
}

/// A conversation as lists show it.
public struct ConversationSummary: Hashable, Sendable {
    /// The id.
    public var id: ConversationID
    /// The person's title, or the first question, shortened; empty without either.
    public var title: String
    /// The time it was begun.
    public var created: Date
    /// The time of the last question.
    public var used: Date
    /// The number of questions.
    public var questions: Int

    /// A conversation as listed.
    public init(id: ConversationID, title: String = "", created: Date, used: Date, questions: Int = 0) {
        self.id = id
        self.title = title
        self.created = created
        self.used = used
        self.questions = questions
    }
}

/// The id of a conversation in its library.
public struct ConversationID: RandomID {
    /// The number, from 1.
    public var rawValue: Int64

    /// The conversation with the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A question and its answer, as kept.
public struct KeptTurn: Hashable, Sendable {
    /// The place in the conversation, from 0.
    public var position: Int
    /// The time of the question.
    public var asked: Date
    /// The question and its answer.
    public var answer: Answer
    /// The states of the cited places, by the numbers of the citations.
    public var states: [Int: CitationState]
    /// The memory that is proposed from the question, until the person decides on it.
    public var proposal: MemoryProposal?

    /// A turn.
    public init(
        position: Int, asked: Date, answer: Answer, states: [Int: CitationState] = [:], proposal: MemoryProposal? = nil
    ) {
        self.position = position
        self.asked = asked
        self.answer = answer
        self.states = states
        self.proposal = proposal
    }
}

/// The state of a cited place since it was cited.
public enum CitationState: String, CaseIterable, Hashable, Sendable {
    /// The item has the cited text at that place.
    case there
    /// The item is there, and has another text at that place.
    case changed
    /// The item was deleted, and the cited text with it.
    case deleted
}

/// One page of the list of conversations, last used first.
public struct ConversationPage: Hashable, Sendable {
    /// The conversations of the page.
    public var conversations: [ConversationSummary]
    /// The place of the last one, after which the next page begins; `nil` if nothing follows.
    public var end: ConversationListPosition?

    /// A page.
    public init(conversations: [ConversationSummary], end: ConversationListPosition? = nil) {
        self.conversations = conversations
        self.end = end
    }
}

/// A place in the list of conversations. It stays the same when conversations come and go.
public struct ConversationListPosition: Hashable, Sendable {
    /// The time of the conversation's last question, in milliseconds since 1970.
    public var used: Int64
    /// The conversation.
    public var id: ConversationID

    /// The place of a conversation.
    public init(used: Int64, id: ConversationID) {
        self.used = used
        self.id = id
    }
}
