import Foundation
public import RecallCore

/// An answer with its citations.
public struct AnswerPayload: Encodable, Sendable {
    struct Sentence: Encodable {
        let text: String
        let supported, quotation: Bool
        let citations: [Int]
        let dates: [DatedPhrasePayload]
        /// True for the first sentence of a later paragraph, else absent.
        let paragraph: Bool?
    }

    struct Context: Encodable {
        let budget, tokens: Int
    }

    let question, answer: String
    let found: Bool
    /// True if what is quoted may be the answer all the same, else absent.
    let possible: Bool?
    /// `null` without a model: programs ask for this key.
    let model: String?
    let machine: String?
    let sentences: [Sentence]
    let citations: [CitationPayload]
    let toolCalls: [ToolUsePayload]
    let context: Context
    let notes: [String]
    let seconds: Double
    /// The place in its conversation, from 0; absent if it is not kept.
    let turn: Int?
    let memories: [MemoryUsePayload]
    /// Absent if nothing waits for the person.
    let proposal: MemoryProposalPayload?

    /// An answer as sent.
    ///
    /// - Parameters:
    ///   - turn: its place in the conversation that keeps it.
    ///   - states: the states of the cited places, by number.
    ///   - proposal: the memory that is proposed from the question.
    public init(
        _ answer: Answer, turn: Int? = nil, states: [Int: CitationState] = [:], proposal: MemoryProposal? = nil
    ) {
        self.turn = turn
        memories = answer.memories.map(MemoryUsePayload.init)
        self.proposal = proposal.map { MemoryProposalPayload($0) }
        question = answer.question
        self.answer = answer.sentences.reduce("") { text, sentence in
            text + (text.isEmpty ? "" : sentence.beginsParagraph ? "\n\n" : " ") + sentence.text
        }
        found = answer.isFound
        possible = answer.isPossible ? true : nil
        (model, machine) = (answer.model?.name, answer.model?.machine)
        sentences = answer.sentences.map { sentence in
            Sentence(
                text: sentence.text, supported: sentence.isSupported, quotation: sentence.isQuotation,
                citations: sentence.citations, dates: sentence.dates.map(DatedPhrasePayload.init),
                paragraph: sentence.beginsParagraph ? true : nil)
        }
        citations = answer.citations.map { CitationPayload($0, state: states[$0.number]) }
        toolCalls = answer.toolUses.map(ToolUsePayload.init)
        context = Context(budget: answer.context.budget, tokens: answer.context.tokens)
        notes = answer.notes
        seconds = answer.duration / .seconds(1)
    }

    private enum Key: String, CodingKey {
        case question, answer, found, possible, model, machine, sentences, citations, toolCalls, context,
            notes
        case seconds, turn, memories, proposal
    }

    /// Encodes all keys; `model` is null without a model.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(question, forKey: .question)
        try container.encode(answer, forKey: .answer)
        try container.encode(found, forKey: .found)
        try container.encodeIfPresent(possible, forKey: .possible)
        try container.encode(model, forKey: .model)
        try container.encodeIfPresent(machine, forKey: .machine)
        try container.encode(sentences, forKey: .sentences)
        try container.encode(citations, forKey: .citations)
        try container.encode(toolCalls, forKey: .toolCalls)
        try container.encode(context, forKey: .context)
        try container.encode(notes, forKey: .notes)
        try container.encode(seconds, forKey: .seconds)
        try container.encodeIfPresent(turn, forKey: .turn)
        try container.encode(memories, forKey: .memories)
        try container.encodeIfPresent(proposal, forKey: .proposal)
    }
}

/// A phrase of relative time and its meaning.
struct DatedPhrasePayload: Encodable {
    let phrase, meaning: String

    init(_ date: DatedPhrase) {
        (phrase, meaning) = (date.phrase, date.meaning)
    }
}

/// A place in the library that an answer refers to.
public struct CitationPayload: Encodable, Sendable {
    let n: Int
    /// The item's id.
    let item, kind: String
    /// The UTF-8 bytes of the item's text.
    let start, end: Int
    let text, title, from: String
    /// Empty where the sender has none.
    let fromAddress: String
    /// Whose words they are, if not the sender's; without a name and an address if that is unknown.
    let quoting: PersonPayload?
    /// RFC 3339; absent where the item has no date.
    let date: String?
    /// Absent outside of conversations.
    let state: String?

    /// A citation as sent.
    public init(_ citation: Answer.Citation, state: CitationState? = nil) {
        self.state = state?.rawValue
        n = citation.number
        (item, kind) = (citation.item.id.description, citation.item.kind.rawValue)
        (start, end) = (citation.range.lowerBound, citation.range.upperBound)
        text = citation.text
        title = citation.item.title.isEmpty ? citation.item.conversationTitle : citation.item.title
        from = citation.item.sender?.displayName ?? ""
        fromAddress = citation.item.sender?.address ?? ""
        quoting = PersonPayload(quotedIn: citation.item)
        date = citation.item.date?.formatted(.iso8601)
    }
}

/// One use of a tool.
public struct ToolUsePayload: Encodable, Sendable {
    let tool, arguments: String
    let results: Int

    /// A use as sent.
    public init(_ use: Answer.ToolUse) {
        (tool, arguments, results) = (use.tool, use.arguments, use.results)
    }
}
