import Foundation
import RecallCore
import RecallKit

/// A question about items themselves, which their senders and dates answer: "who sent the invoice", "when did Ada write
/// about the flat", "when was the last mail from Ada".
///
/// Only verbs of writing with the item as their object count: who wrote Hamlet is a question to what items say.
enum ItemQuestion: Hashable, Sendable {
    /// Besides the owner of the library, if it is who wrote to them.
    case sender(subject: String, besides: String?)
    case date(sender: String, subject: String)
    case last(sender: String, isMail: Bool)

    /// The question in these words; `nil` if it is about something else.
    ///
    /// - Parameter owner: the name of the person who asks, if it is known.
    init?(_ question: String, owner: String?) {
        let words = question.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = String(words.prefix { $0 != "?" })
        if let match = Self.match(text, Self.senders) {
            self = .sender(subject: match[0], besides: Self.match(text, Self.toOwner) == nil ? nil : owner)
        } else if let match = Self.match(text, Self.lasts), !Self.isPronoun(match[0]) {
            self = .last(sender: match[0], isMail: text.lowercased().contains("mail"))
        } else if let match = Self.match(text, Self.dates), match[0].first?.isUppercase == true,
            !Self.isPronoun(match[0])
        {
            self =
                match[1].isEmpty
                ? .last(sender: match[0], isMail: false) : .date(sender: match[0], subject: match[1])
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

    private static let toOwner = [#"(?:who|wer) \S+ (?:to )?(?:me|us|mir|uns|mich) .+"#]

    /// The groups of the first pattern that the whole text matches.
    private static func match(_ text: String, _ patterns: [String]) -> [String]? {
        let range = NSRange(text.startIndex..., in: text)
        for pattern in patterns {
            guard let expression = try? NSRegularExpression(pattern: "^" + pattern + "$", options: .caseInsensitive),
                let match = expression.firstMatch(in: text, range: range)
            else { continue }
            return (1..<match.numberOfRanges).map { group in
                Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
            }
        }
        return nil
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
        case .sender(let subject, let owner):
            (query.text, query.filter) = (subject, query.filter.and(.any([.kind(.email), .kind(.message)])))
            if let owner { query.filter = query.filter.and(.not(Self.isFrom(owner))) }
            let answer = try library.quotations(for: query)
            return answer.quotations.isEmpty ? nil : answer
        case .date(let sender, let subject):
            (query.text, query.filter) = (subject, query.filter.and(Self.isFrom(sender)))
            let answer = try library.quotations(for: query)
            guard let first = answer.quotations.first else { return nil }
            guard try !answer.isAnswer && Self.says(subject, first.item.id, library) else { return answer }
            return QuotedAnswer(quotations: answer.quotations, isAnswer: true, confidence: answer.confidence)
        case .last(let sender, let isMail):
            (query.text, query.filter) = ("", query.filter.and(Self.isFrom(sender)))
            if isMail { query.filter = query.filter.and(.kind(.email)) }
            let newest = try library.page(query, offset: 0, limit: 1).items.first?.summary.id
            return try newest.flatMap { try library.item($0) }.flatMap(Self.beginning)
        }
    }

    /// The first sentence that the author of an item wrote.
    private static func beginning(of item: Item) -> QuotedAnswer? {
        for authored in item.authoredRanges {
            let text = item.text.utf8Slice(authored)
            guard let sentence = RecallLibrary.sentences(of: text).first, let place = text.range(of: sentence) else {
                continue
            }
            let start = authored.lowerBound + text.utf8.distance(from: text.startIndex, to: place.lowerBound)
            let quotation = Quotation(
                item: ItemSummary(item), range: start..<start + sentence.utf8.count, text: sentence, confidence: 1)
            return QuotedAnswer(quotations: [quotation], isAnswer: true, confidence: 1)
        }
        return nil
    }

    /// True if an item has all words of a subject ("about the flat"): the date of one that has is the answer, however short
    /// the question was.
    private static func says(_ subject: String, _ item: ItemID, _ library: RecallLibrary) throws -> Bool {
        let words = subject.split(whereSeparator: \.isWhitespace).dropFirst().filter {
            !articles.contains($0.lowercased())
        }
        guard !words.isEmpty else { return false }
        let said = words.map { SearchFilter.words(WordSequence(String($0))) }
        let filter = SearchFilter.all([.id(prefix: item.description)] + said)
        return try !library.page(SearchQuery("", filter: filter), offset: 0, limit: 1).items.isEmpty
    }

    private static let articles: Set<String> = [
        "the", "a", "an", "my", "our", "their", "his", "her", "die", "der", "das", "den", "dem", "ein", "eine", "einen",
        "mein", "meine", "unsere",
    ]

    private static func isFrom(_ name: String) -> SearchFilter { .participant(WordSequence(name), in: [.from]) }

    /// The quotations whose items have a sender and, if that is asked for, a date: the items that answer.
    func answers(in quotations: [Quotation]) -> [Quotation] {
        let known = quotations.filter { $0.item.sender != nil && $0.item.date != nil }
        guard case .sender = self else { return Array(known.prefix(1)) }
        return known.reduce(into: []) { distinct, quotation in
            guard !distinct.contains(where: { $0.item.sender == quotation.item.sender }) else { return }
            distinct.append(quotation)
        }
    }

    /// `Ada Lind, 3 May 2021.`
    static func statement(of item: ItemSummary, _ clock: QueryClock) -> String {
        let day = item.date.map { clock.formatter("d MMMM yyyy").string(from: $0) }
        return [item.sender?.displayName, day].compactMap(\.self).joined(separator: ", ") + "."
    }
}
