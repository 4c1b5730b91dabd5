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
    case last(sender: String, isMail: Bool)
    /// "And when was that?": what the answer before this one cites.
    case cited(Answer.Citation)
    /// Items of the people, kinds and dates that the words name.
    case named(String)

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
        } else if let match = Self.match(text, Self.senders) {
            self = .sender(subject: match[0], besides: Self.match(text, Self.toOwner) == nil ? nil : owner)
        } else if let match = Self.match(text, Self.lasts), !Self.isPronoun(match[0]) {
            self = .last(sender: match[0], isMail: text.lowercased().contains("mail"))
        } else if let match = Self.match(text, Self.dates), match[0].first?.isUppercase == true,
            !Self.isPronoun(match[0])
        {
            self =
                match[1].isEmpty
                ? .last(sender: match[0], isMail: false) : .date(sender: match[0], subject: match[1])
        } else if let match = Self.match(text, Self.kinds) {
            self = .named(match[0])
        } else {
            return nil
        }
    }

    private static let senders = [
        #"who (?:wrote|asked|replied|answered)(?: (?:to )?(?:me|us))? ((?:about|for|if|whether|regarding) .+)"#,
        #"who (?:replied|answered|wrote) (to .+)"#,
        #"who (?:e-?mailed|mailed|messaged)(?: me| us)? (.+)"#,
        #"who sent (?:me |us )?((?:the|a|an|my|our) .+)"#,
        #"wer (?:hat|schrieb|fragte)(?: mir| uns| mich)? ((?:über|wegen|nach) .+?)(?: geschrieben| gefragt| gemailt)?"#,
        #"wer hat (?:mir |uns )?((?:die|den|das|eine|einen|ein) .+) (?:geschickt|gesendet|gemailt)"#,
    ]
    private static let dates = [
        #"when did (\S+(?: \p{Lu}\S*){0,2}) (?:write|mail|e-?mail|message|reply|answer|ask)(?: (?:to )?(?:me|us))?()"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) (?:write|ask|reply|answer|mail|e-?mail|message)(?: (?:to )?(?:me|us))?"#
            + #" ((?:about|for|to|if|whether|regarding) .+)"#,
        #"when did (\S+(?: \p{Lu}\S*){0,2}) send (?:me |us )?((?:the|a|an|my|our) .+)"#,
        #"wann hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns| mich)?() (?:geschrieben|gemailt|geantwortet)"#,
        #"wann hat (\S+(?: \p{Lu}\S*){0,2}?)(?: mir| uns| mich)? ((?:über|wegen|nach) .+) (?:geschrieben|gefragt)"#,
    ]
    private static let lasts = [
        #"when was (?:the|my|our) (?:last|latest|most recent) (?:mail|e-?mail|message|letter) from (.+)"#,
        #"when did (?:i|we) last hear from (.+)"#, #"when did (\S+(?: \p{Lu}\S*){0,2}) last (?:write|e-?mail|mail)"#,
        #"wann (?:war|kam) die letzte (?:mail|e-?mail|nachricht) von (.+)"#,
    ]

    /// A kind of item that the words begin with, and whose and when it is.
    private static let kinds = [
        #"(?:(?:show|list|find|get|give) (?:me )?)?(?:(?:all|the|my|every) )*"#
            + #"((?:emails?|mails?|messages?|chats?|notes?|documents?|pdfs?|photos?|pictures?"#
            + #"|nachrichten|notizen|dokumente|fotos|courriels|correos|mensajes|notas|documentos) .+)"#
    ]

    /// After "and" or "but".
    private static let pointers = [
        #"(?:when|on (?:what|which) (?:day|date)) (?:was|is) (?:that|this|it)(?: (?:sent|written|said))?"#,
        #"when did (?:they|he|she) (?:say|write|send) (?:that|this|it|so)"#,
        #"who (?:said|wrote|sent|told (?:me|us)) (?:that|this|it|so)"#,
        #"who(?:'s| is| was) (?:that|this|it) (?:from|by)"#, #"from whom? (?:is|was) (?:that|this|it)"#,
        #"wann (?:war|ist) (?:das|es)"#, #"wer hat das (?:gesagt|geschrieben|geschickt)"#,
        #"von wem (?:ist|war|kommt|kam) (?:das|es)"#,
    ].map { #"(?:(?:and|but|so|ok|okay|und|aber),? )?"# + $0 }
    private static let toOwner = [#"(?:who|wer) \S+ (?:to )?(?:me|us|mir|uns|mich) .+"#]

    /// The groups of the first pattern that the whole text matches.
    private static func match(_ text: String, _ patterns: [String]) -> [String]? {
        QuestionPattern.groups(of: text, patterns.map { $0 + "$" })
    }

    private static func isPronoun(_ word: String) -> Bool {
        ["i", "he", "she", "they", "you", "we", "it", "ich", "er", "sie", "wir", "ihr", "him", "her", "them", "ihm"]
            .contains(word.lowercased())
    }

    // MARK: Its answer

    /// The quotations of the mails and messages that are asked for; `nil` where there are none.
    func answer(_ query: SearchQuery, _ library: RecallLibrary) throws -> QuotedAnswer? {
        var query = query
        switch self {
        case .cited(let cited): return try Self.quotation(of: cited, query, library)
        case .sender(let subject, let owner):
            (query.text, query.filter) = (subject, query.filter.and(.any([.kind(.email), .kind(.message)])))
            if let owner { query.filter = query.filter.and(.not(QuestionPattern.isFrom(owner))) }
            let answer = try library.quotations(for: query)
            return answer.quotations.isEmpty ? nil : answer
        case .date(let sender, let subject):
            query.text = subject
            return try QuestionPattern.answer(query, from: sender, about: subject, library)
        case .last(let sender, let isMail):
            (query.text, query.filter) = ("", query.filter.and(QuestionPattern.isFrom(sender)))
            if isMail { query.filter = query.filter.and(.kind(.email)) }
            let newest = try library.page(query, offset: 0, limit: 1).items.first?.summary.id
            return try newest.flatMap { try library.item($0) }.flatMap(Self.beginning)
        case .named(let words):
            (query.text, query.syntax) = (words, .language)
            guard let items = try library.items(namedBy: query, limit: Self.listed) else { return nil }
            let beginnings = try items.compactMap { try library.item($0.id).flatMap(Self.beginning) }
            return QuotedAnswer(
                quotations: beginnings.flatMap(\.quotations), isAnswer: !beginnings.isEmpty, confidence: 1)
        }
    }

    /// The items of a list, at most.
    private static let listed = 8

    /// The note on an answer that is a list.
    func note(isFound: Bool) -> String? {
        guard case .named(let words) = self else { return nil }
        return isFound
            ? "The newest of them are quoted. A search shows all: \(words)"
            : "No item is all of that. A search finds what is near: \(words)"
    }

    /// The quotation of a citation; `nil` if the query may not read its item any more, or if it has changed.
    private static func quotation(
        of cited: Answer.Citation, _ query: SearchQuery, _ library: RecallLibrary
    ) throws -> QuotedAnswer? {
        var query = query
        (query.text, query.filter) = ("", query.filter.and(.id(prefix: cited.item.id.description)))
        guard let item = try library.page(query, offset: 0, limit: 1).items.first?.summary.id,
            let text = try library.item(item)?.text, cited.range.upperBound <= text.utf8.count,
            text.utf8Slice(cited.range) == cited.text
        else { return nil }
        let quotation = Quotation(item: cited.item, range: cited.range, text: cited.text, confidence: 1)
        return QuotedAnswer(quotations: [quotation], isAnswer: true, confidence: 1)
    }

    /// The first citation of an answer that found something.
    private static func firstCited(by answer: Answer) -> Answer.Citation? {
        guard answer.isFound, let number = answer.sentences.lazy.compactMap(\.citations.first).first else { return nil }
        return answer.citations.first { $0.number == number }
    }

    /// A sentence of fewer words is a greeting or a signature: "Dear Hanna,".
    private static let fewestWords = 4

    /// The first sentence that the author of an item wrote, after a greeting.
    private static func beginning(of item: Item) -> QuotedAnswer? {
        for authored in item.authoredRanges {
            let text = item.text.utf8Slice(authored)
            let sentences = RecallLibrary.sentences(of: text)
            let longer = sentences.first { RecallLibrary.words(of: $0).count >= fewestWords }
            guard let sentence = longer ?? sentences.first, let place = text.range(of: sentence) else { continue }
            let start = authored.lowerBound + text.utf8.distance(from: text.startIndex, to: place.lowerBound)
            let quotation = Quotation(
                item: ItemSummary(item), range: start..<start + sentence.utf8.count, text: sentence, confidence: 1)
            return QuotedAnswer(quotations: [quotation], isAnswer: true, confidence: 1)
        }
        return nil
    }

    /// The quotations whose items have a sender and, if that is asked for, a date: the items that answer.
    func answers(in quotations: [Quotation]) -> [Quotation] {
        let known = quotations.filter { $0.item.sender != nil && $0.item.date != nil }
        if case .named = self { return [] }
        guard case .sender = self else { return Array(known.prefix(1)) }
        return known.reduce(into: []) { distinct, quotation in
            guard !distinct.contains(where: { $0.item.sender == quotation.item.sender }) else { return }
            distinct.append(quotation)
        }
    }

    /// `Ada Lind <ada@people.example>, 3 May 2021.` Of what was quoted before, `Written by … on 3 May 2021.`: what it says
    /// may be of another day.
    func statement(of item: ItemSummary, _ clock: QueryClock) -> String {
        let day = item.date.map { clock.formatter("d MMMM yyyy").string(from: $0) }
        guard case .cited = self, let sender = item.statedSender, let day else {
            return [item.statedSender, day].compactMap(\.self).joined(separator: ", ") + "."
        }
        return "Written by \(sender) on \(day)."
    }
}
