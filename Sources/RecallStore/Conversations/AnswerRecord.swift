import Foundation
import RecallCore

/// An answer as stored in the column `turn.answer`, without its citations, which are rows.
///
/// Part of the schema: the names are stored, so they stay even if the domain types are renamed. Only optional values
/// may be added.
struct AnswerRecord: Codable {
    var question: String
    var sentences: [Sentence]
    var isFound: Bool
    /// Absent for false.
    var isPossible: Bool?
    var model: String?
    var machine: String?
    var toolUses: [ToolUse]
    var budget: Int
    var tokens: Int
    var notes: [String]
    var milliseconds: Int

    enum CodingKeys: String, CodingKey {
        case question = "question"
        case sentences = "sentences"
        case isFound = "isFound"
        case isPossible = "isPossible"
        case model = "model"
        case machine = "machine"
        case toolUses = "toolUses"
        case budget = "budget"
        case tokens = "tokens"
        case notes = "notes"
        case milliseconds = "milliseconds"
    }

    struct Sentence: Codable {
        var text: String
        var isSupported: Bool
        var isQuotation: Bool
        var citations: [Int]
        var dates: [DatedPhrase]
        /// Absent for false.
        var beginsParagraph: Bool?

        enum CodingKeys: String, CodingKey {
            case text = "text"
            case isSupported = "isSupported"
            case isQuotation = "isQuotation"
            case citations = "citations"
            case dates = "dates"
            case beginsParagraph = "beginsParagraph"
        }
    }

    struct DatedPhrase: Codable {
        var phrase: String
        var meaning: String

        enum CodingKeys: String, CodingKey {
            case phrase = "phrase"
            case meaning = "meaning"
        }
    }

    struct ToolUse: Codable {
        var tool: String
        var arguments: String
        var results: Int

        enum CodingKeys: String, CodingKey {
            case tool = "tool"
            case arguments = "arguments"
            case results = "results"
        }
    }
}

extension AnswerRecord {
    init(_ answer: Answer) {
        self.init(
            question: answer.question,
            sentences: answer.sentences.map { sentence in
                Sentence(
                    text: sentence.text, isSupported: sentence.isSupported, isQuotation: sentence.isQuotation,
                    citations: sentence.citations,
                    dates: sentence.dates.map { DatedPhrase(phrase: $0.phrase, meaning: $0.meaning) },
                    beginsParagraph: sentence.beginsParagraph ? true : nil)
            },
            isFound: answer.isFound, isPossible: answer.isPossible ? true : nil, model: answer.model?.name,
            machine: answer.model?.machine,
            toolUses: answer.toolUses.map { ToolUse(tool: $0.tool, arguments: $0.arguments, results: $0.results) },
            budget: answer.context.budget, tokens: answer.context.tokens, notes: answer.notes,
            milliseconds: Int((answer.duration / .milliseconds(1)).clamped(to: 0...1e12)))
    }

    /// The answer with its citations.
    func answer(
        citing citations: [Answer.Citation], memories: [Answer.MemoryUse] = [], sources: Set<ItemID> = [],
        people: Set<ParticipantDigest> = []
    ) -> Answer {
        Answer(
            question: question,
            sentences: sentences.map { sentence in
                Answer.Sentence(
                    text: sentence.text, isSupported: sentence.isSupported, isQuotation: sentence.isQuotation,
                    citations: sentence.citations,
                    dates: sentence.dates.map { RecallCore.DatedPhrase(phrase: $0.phrase, meaning: $0.meaning) },
                    beginsParagraph: sentence.beginsParagraph ?? false)
            },
            citations: citations, isFound: isFound, isPossible: isPossible ?? false,
            model: model.map { AnswerModel(name: $0, machine: machine) },
            toolUses: toolUses.map { Answer.ToolUse(tool: $0.tool, arguments: $0.arguments, results: $0.results) },
            context: Answer.ContextUse(budget: budget, tokens: tokens), notes: notes,
            duration: .milliseconds(milliseconds), memories: memories, sources: sources,
            people: people)
    }

    /// Removes what came from a deleted item: the quotations with those numbers, and all that a model wrote and searched for,
    /// since any sentence of it may repeat the item.
    mutating func blank(citations numbers: Set<Int>) {
        for index in toolUses.indices { toolUses[index].arguments = "{}" }
        guard model == nil else {
            sentences = [Self.withoutSource]
            return
        }
        blank(sentences.indices.filter { !numbers.isDisjoint(with: sentences[$0].citations) }, saying: Self.deleted)
    }

    /// Removes what repeats a forgotten memory. A model may have repeated it wherever it cites nothing.
    mutating func blank(memory text: String) {
        let repeating = sentences.indices.filter { sentences[$0].text.contains(text) || isUncited(sentences[$0]) }
        blank(repeating, saying: Self.forgotten)
    }

    private mutating func blank(_ indices: [Int], saying text: String) {
        for index in indices {
            sentences[index].text = text
            (sentences[index].isSupported, sentences[index].isQuotation) = (false, false)
            sentences[index].dates = []
        }
        guard model != nil else { return }
        for index in toolUses.indices { toolUses[index].arguments = "{}" }
    }

    private func isUncited(_ sentence: Sentence) -> Bool { model != nil && sentence.citations.isEmpty }

    private static let deleted = "The cited item was deleted."
    /// In place of all that a model wrote.
    private static let withoutSource = Sentence(
        text: "An item that the model had read for this answer was deleted, and its answer with it.", isSupported: true,
        isQuotation: false, citations: [], dates: [])
    private static let forgotten = "The memory was forgotten."
}

/// The properties of a cited item, as stored in the column `citation.item`. Part of the schema, as `AnswerRecord` is.
struct CitedItemRecord: Codable {
    var title: String
    var sender: String?
    var address: String?
    /// Milliseconds since 1970.
    var date: Int64?
    var conversation: String
    /// Whom the sender quotes; the name is empty if that is unknown.
    var quotedName: String?
    var quotedAddress: String?

    enum CodingKeys: String, CodingKey {
        case title = "title"
        case sender = "sender"
        case address = "address"
        case date = "date"
        case conversation = "conversation"
        case quotedName = "quotedName"
        case quotedAddress = "quotedAddress"
    }
}

extension CitedItemRecord {
    /// The record of a deleted item.
    static let deleted = CitedItemRecord(title: "", conversation: "")

    init(_ item: ItemSummary) {
        self.init(
            title: item.title, sender: item.sender?.name, address: item.sender?.address, date: item.date?.storedValue,
            conversation: item.conversationTitle, quotedName: item.quoted.map { $0.author?.name ?? "" },
            quotedAddress: item.quoted?.author?.address)
    }

    func summary(id: ItemID, kind: ItemKind) -> ItemSummary {
        var item = ItemSummary(
            id: id, kind: kind, title: title,
            sender: sender.map { Participant(name: $0, address: address ?? "") },
            date: date.map(Date.init(storedValue:)), conversationTitle: conversation, parent: nil, externalID: nil)
        item.quoted = quotedName.map { name in
            let author = Participant(name: name, address: quotedAddress ?? "")
            return ItemSummary.Quoted(author: author.displayName.isEmpty ? nil : author)
        }
        return item
    }
}
