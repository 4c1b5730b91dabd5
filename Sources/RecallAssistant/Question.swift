public import RecallCore
import RecallKit

/// A question to the library.
public struct Question: Hashable, Sendable {
    /// The person's words.
    public var text: String
    /// The items that may be read for it. Set by the person; a model cannot widen it.
    public var scope: SearchFilter
    /// Today, the reference of relative dates.
    public var clock: QueryClock
    /// The owner of the library, whom "I" and "my" mean; `nil` if unknown.
    public var owner: String?
    /// The questions and answers before this one in the conversation, oldest first.
    public var earlier: [Answer]

    /// The question in the words, without what the words state beside it.
    var asked: String { RecallLibrary.askedQuestion(in: text) }

    /// The memories that are put before a model, as lines of its instructions; empty for none.
    var memoryLines = ""

    /// A question.
    public init(
        _ text: String, scope: SearchFilter = .everything, clock: QueryClock = QueryClock(), owner: String? = nil,
        earlier: [Answer] = []
    ) {
        self.text = text
        self.scope = scope
        self.clock = clock
        self.owner = owner
        self.earlier = earlier
    }
}

/// News of an answer while it is made.
public enum AnswerUpdate: Hashable, Sendable {
    /// A tool is being used.
    case toolStarted(tool: String, arguments: String)
    /// A tool was used.
    case toolEnded(Answer.ToolUse, found: [Answer.Citation])
    /// More of the model's text, not checked yet.
    case text(String)
    /// The text so far was not the answer; forget it.
    case textWithdrawn
    /// The model has not answered for some seconds. It may still do so.
    case modelIsSilent
    /// The answer. Nothing follows.
    case answer(Answer)
}
