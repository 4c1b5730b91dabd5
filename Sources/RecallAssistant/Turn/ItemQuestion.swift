import Foundation
import RecallCore
import RecallKit

/// A question about items themselves, which their senders and dates answer: "who sent the invoice", "when did Ada write
/// about the flat", "when was the last mail from Ada". Or a wish for items: "emails from Ada in May".
///
/// Only verbs of writing with the item as their object count: who wrote Hamlet is a question to what items say.
enum ItemQuestion: Hashable, Sendable {
    /// Besides the owner of the library, if it is who wrote to them.
    case sender(subject: String, besides: String?)
    case date(sender: String, subject: String)
    /// The words of somebody about something: "what did Ada write about the flat?"
    case writing(sender: String, subject: String)
    /// The newest items that the owner wrote, to somebody if that is not empty, or what they say about something.
    case ownWriting(to: String, subject: String, owner: String?)
    /// The newest items of somebody.
    case everything(sender: String)
    /// The newest of somebody, or of anybody but the owner: "who wrote to me last?"
    case last(sender: String?, besides: String?, isMail: Bool)
    /// The oldest of somebody.
    case first(sender: String, isMail: Bool)
    /// Those who wrote in the time that the words name; `unlisted` of them are not quoted.
    case writers(period: String, besides: String?, isMail: Bool, unlisted: Int = 0)
    /// The number of items of the people, kinds and dates that the words name; `nil` until they are counted.
    case number(String, count: Int?)
    /// "And when was that?": what the answer before this one cites.
    case cited(Answer.Citation)
    /// Items of the people, kinds and dates that the words name.
    case named(String)
    /// Items that are dated on certain days, in their order; `found` are the days on which some are.
    case agenda(AgendaQuestion, found: ResolvedDate? = nil)

    /// The question in these words; `nil` if it is about something else.
    ///
    /// - Parameters:
    ///   - owner: the name of the person who asks, if it is known.
    ///   - earlier: the answers before this one, oldest first.
    init?(_ question: String, owner: String?, earlier: [Answer]) {
        let text = String(QuestionPattern.words(of: question).prefix { $0 != "?" })
        if Self.match(text, Self.pointers) != nil {
            guard let cited = earlier.last.flatMap(Self.firstCited) else { return nil }
            self = .cited(cited)
        } else if Self.match(text, Self.denials) != nil {
            // What is left out, words that name people and dates do not say.
            return nil
        } else if let match = Self.match(text, Self.counts) {
            self = .number(Self.counted(match[0], from: match[1], match[2]), count: nil)
        } else if Self.match(text, Self.lastWriters) != nil {
            self = .last(sender: nil, besides: owner ?? Self.me, isMail: text.lowercased().contains("mail"))
        } else if let match = Self.match(text, Self.periods) {
            let isMail = match[0].lowercased().contains("mail") || !match[2].isEmpty
            self = .writers(period: match[1], besides: owner ?? Self.me, isMail: isMail)
        } else if let match = Self.match(text, Self.firsts), !Self.isPronoun(match[0]) {
            self = .first(sender: match[0], isMail: text.lowercased().contains("mail"))
        } else if let match = Self.match(text, Self.senders) {
            self = .sender(subject: match[0], besides: Self.match(text, Self.toOwner) == nil ? nil : owner ?? Self.me)
        } else if let match = Self.match(text, Self.lasts), !Self.isPronoun(match[0]) {
            self = .last(sender: match[0], besides: nil, isMail: text.lowercased().contains("mail"))
        } else if let match = Self.match(text, Self.dates), match[0].first?.isUppercase == true,
            !Self.isPronoun(match[0])
        {
            self =
                match[1].isEmpty
                ? .last(sender: match[0], besides: nil, isMail: false) : .date(sender: match[0], subject: match[1])
        } else if let match = Self.match(text, Self.ownWritings),
            match[0].isEmpty || match[0].first?.isUppercase == true && !Self.isPronoun(match[0])
        {
            self = .ownWriting(to: match[0], subject: match[1].trimmingCharacters(in: .whitespaces), owner: owner)
        } else if Self.match(text, Self.ownStatements) != nil {
            self = .ownWriting(to: "", subject: text, owner: owner)
        } else if let match = Self.match(text, Self.writingsAbout), match[0].first?.isUppercase == true,
            !Self.isPronoun(match[0])
        {
            self = .writing(sender: match[0], subject: match[1])
        } else if let match = Self.match(text, Self.writingsAtAll), !Self.isPronoun(match[0]) {
            self = .everything(sender: match[0])
        } else if let match = Self.match(text, Self.writings), match[0] == "I" || !Self.isPronoun(match[0]) {
            self = .named("everything from\(match[0] == "I" ? ":\(Self.me)" : " \(match[0])") \(match[1])")
        } else if let match = Self.match(text, Self.kinds) {
            self = .named(match[0])
        } else if let agenda = AgendaQuestion(text) {
            self = .agenda(agenda)
        } else if let match = Self.match(text, Self.days) {
            self = .named("what happened \(match[0])")
        } else if let match = Self.match(text, Self.datesAlone) {
            self = .named("what happened on \(match[0])")
        } else {
            return nil
        }
    }

    /// The groups of the first pattern that the whole text matches.
    static func match(_ text: String, _ patterns: [String]) -> [String]? {
        QuestionPattern.groups(of: text, patterns.map { $0 + "$" })
    }

    private static func isPronoun(_ word: String) -> Bool {
        ["i", "he", "she", "they", "you", "we", "it", "ich", "er", "sie", "wir", "ihr", "him", "her", "them", "ihm"]
            .contains(word.lowercased())
    }

    private static let prepositions = ["im": "in", "am": "on", "seit": "since", "vor": "before", "nach": "after"]

    /// The owner of the library in a filter.
    private static let me = "me"

    /// The words that select what is counted: "mails from:me to Owen in 2024" of "mails", "I" and "to Owen in 2024".
    private static func counted(_ kind: String, from sender: String, _ rest: String) -> String {
        var words = rest.split(separator: " ").map(String.init)
        // A name and a kind in one language are read with a date in another, but not with its prepositions.
        if let first = words.first.flatMap({ prepositions[$0.lowercased()] }) { words[0] = first }
        let rest = words.joined(separator: " ")
        let kind = kind.lowercased().replacing("e-mail", with: "email")
        guard !sender.isEmpty else { return "\(kind) \(rest)" }
        let isOwner = ["i", "we", "ich", "wir"].contains(sender.lowercased())
        // "did I send Owen"
        let to = isOwner && rest.first?.isUppercase == true ? "to " : ""
        return [kind, isOwner ? "from:\(me)" : "from \(sender)", to + rest].filter { !$0.isEmpty }.joined(
            separator: " ")
    }

    /// The first citation of an answer that found something.
    private static func firstCited(by answer: Answer) -> Answer.Citation? {
        guard answer.isFound, let number = answer.sentences.lazy.compactMap(\.citations.first).first else { return nil }
        return answer.citations.first { $0.number == number }
    }

    /// The note on an answer that is a list.
    func note(isFound: Bool) -> String? {
        switch self {
        case .named(let words):
            isFound
                ? "The newest of them are quoted. A search shows all: \(words)"
                : "No item is all of that. A search finds what is near: \(words)"
        case .agenda(_, let days):
            days.map { "In the order of their times. A search shows all that begins then: date:\($0.days)" }
                ?? "Nothing is dated then."
        case .ownWriting(_, let subject, _):
            isFound && subject.isEmpty ? "The newest of them are quoted." : nil
        case .everything(let sender):
            isFound ? "The newest of them are quoted. A search shows all: from:\"\(sender)\"" : nil
        case .number(let words, _):
            isFound ? "The newest of them are quoted. A search shows all: \(words)" : "No item is all of that."
        case .writers(_, _, let isMail, let unlisted):
            if !isFound {
                isMail ? "Nobody wrote a mail at that time." : "Nobody wrote at that time."
            } else {
                unlisted > 0
                    ? "The newest of each is quoted. \(unlisted) more wrote then." : "The newest of each is quoted."
            }
        default: nil
        }
    }

    /// True if the answer is how many there are.
    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// The quotations whose items have a sender and, if that is asked for, a date: the items that answer.
    func answers(in quotations: [Quotation]) -> [Quotation] {
        let known = quotations.filter { $0.item.sender != nil && $0.item.quoted == nil && $0.item.date != nil }
        switch self {
        case .named, .agenda, .writing, .everything, .ownWriting: return []
        case .number: return Array(quotations.prefix(1))
        case .sender, .writers: break
        default: return Array(known.prefix(1))
        }
        return known.reduce(into: []) { distinct, quotation in
            guard !distinct.contains(where: { $0.item.sender == quotation.item.sender }) else { return }
            distinct.append(quotation)
        }
    }

    /// `Ada Lind <ada@people.example>, 3 May 2021.` Of what was quoted before, `Written by … on 3 May 2021.`: what it says
    /// may be of another day.
    func statement(of item: ItemSummary, _ clock: QueryClock) -> String {
        if case .number(_, let count?) = self { return count == 1 ? "There is one." : "There are \(count)." }
        let day = item.date.map { clock.formatter("d MMMM yyyy").string(from: $0) }
        guard case .cited = self, let sender = item.statedSender, let day else {
            return [item.statedSender, day].compactMap(\.self).joined(separator: ", ") + "."
        }
        return "Written by \(sender) on \(day)."
    }
}
