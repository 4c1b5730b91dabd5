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
        } else if let match = Self.match(text, Self.days) {
            self = .named("what happened \(match[0])")
        } else if let match = Self.match(text, Self.datesAlone) {
            self = .named("what happened on \(match[0])")
        } else {
            return nil
        }
    }

    /// The groups of the first pattern that the whole text matches.
    private static func match(_ text: String, _ patterns: [String]) -> [String]? {
        QuestionPattern.groups(of: text, patterns.map { $0 + "$" })
    }

    private static func isPronoun(_ word: String) -> Bool {
        ["i", "he", "she", "they", "you", "we", "it", "ich", "er", "sie", "wir", "ihr", "him", "her", "them", "ihm"]
            .contains(word.lowercased())
    }

    private static let prepositions = ["im": "in", "am": "on", "seit": "since", "vor": "before", "nach": "after"]

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

    // MARK: Its answer

    /// The owner of the library in a filter.
    private static let me = "me"

    /// Mails, and messages too unless mails are asked for.
    private static func sent(isMail: Bool = false) -> SearchFilter {
        isMail ? .kind(.email) : .any([.kind(.email), .kind(.message)])
    }

    /// The owner's words. What others write about these is near at most: "You wrote that you owe me 500 euros."
    private static func ownWriting(
        to name: String, _ subject: String, _ own: OwnItems, _ query: SearchQuery, _ library: RecallLibrary
    ) throws -> QuotedAnswer {
        var mine = query
        mine.text = subject
        mine.filter = query.filter.and(sent()).and(own.filter).and(name.isEmpty ? .everything : isTo(name))
        if subject.isEmpty {
            let items = try library.page(mine, offset: 0, limit: read / 10).items.map(\.summary)
            let newest = items.filter(own.include).prefix(listed)
            if !newest.isEmpty { return try beginnings(of: Array(newest), library) }
        } else {
            var answer = try library.quotations(for: mine)
            answer.quotations.removeAll { !own.include($0.item) }
            if !answer.quotations.isEmpty { return answer }
        }
        let nearest = try library.quotations(for: query)
        return QuotedAnswer(quotations: nearest.quotations, isAnswer: false, confidence: nearest.confidence)
    }

    /// Sent to somebody, or in a chat that is called so.
    private static func isTo(_ name: String) -> SearchFilter {
        let words = WordSequence(name)
        return .any([.participant(words, in: [.to, .cc, .bcc]), .all([.kind(.message), .place(words)])])
    }

    /// The quotations of the mails and messages that are asked for, and the question with what was counted; `nil` where there are
    /// none.
    func answer(_ query: SearchQuery, _ library: RecallLibrary) throws -> (QuotedAnswer, ItemQuestion)? {
        var query = query
        query.filter = query.filter.and(.not(.place(WordSequence("junk"))))
        switch self {
        case .number(let words, _):
            guard let named = try Self.named(words, query, library) else { return nil }
            return (try Self.beginnings(of: named.newest, library), .number(words, count: named.count))
        case .writers(let period, let owner, let isMail, _):
            let own = try OwnItems(of: library, called: owner)
            query.filter = query.filter.and(Self.sent(isMail: isMail)).and(own.othersFilter)
            guard let named = try Self.named("everything sent " + period, query, library, limit: Self.read) else {
                return nil
            }
            let senders = Self.newestOfEach(named.newest.filter { !own.include($0) })
            let unlisted = senders.count - min(senders.count, Self.listed)
            return (
                try Self.beginnings(of: Array(senders.prefix(Self.listed)), library),
                .writers(period: period, besides: owner, isMail: isMail, unlisted: unlisted)
            )
        default: return try quotations(query, library).map { ($0, self) }
        }
    }

    private func quotations(_ query: SearchQuery, _ library: RecallLibrary) throws -> QuotedAnswer? {
        var query = query
        switch self {
        case .cited(let cited): return try Self.quotation(of: cited, query, library)
        case .sender(let subject, let owner):
            (query.text, query.filter) = (subject, query.filter.and(Self.sent()))
            guard let owner else {
                let answer = try library.quotations(for: query)
                return answer.quotations.isEmpty ? nil : answer
            }
            let own = try OwnItems(of: library, called: owner)
            query.filter = query.filter.and(own.othersFilter)
            var answer = try library.quotations(for: query)
            answer.quotations.removeAll { own.include($0.item) }
            return answer.quotations.isEmpty ? nil : answer
        case .date(let sender, let subject), .writing(let sender, let subject):
            query.text = subject
            return try QuestionPattern.answer(query, from: sender, about: subject, library)
        case .ownWriting(let name, let subject, let owner):
            return try Self.ownWriting(to: name, subject, try OwnItems(of: library, called: owner), query, library)
        case .everything(let sender):
            let past = SearchFilter.date(from: .distantPast, to: query.clock.now)
            (query.text, query.filter) = (
                "", query.filter.and(Self.sent()).and(past).and(try QuestionPattern.isFrom(sender, library))
            )
            let newest = try library.page(query, offset: 0, limit: Self.listed).items.map(\.summary)
            return newest.isEmpty ? nil : try Self.beginnings(of: newest, library)
        case .last(let sender, let owner, let isMail):
            let own = owner == nil ? nil : try OwnItems(of: library, called: owner)
            let isFrom = try sender.map { try QuestionPattern.isFrom($0, library) } ?? own?.othersFilter ?? .everything
            let past = SearchFilter.date(from: .distantPast, to: query.clock.now)
            (query.text, query.filter) = ("", query.filter.and(Self.sent(isMail: isMail)).and(past).and(isFrom))
            for summary in try library.page(query, offset: 0, limit: Self.read / 10).items.map(\.summary) {
                guard own?.include(summary) != true, let item = try library.item(summary.id) else { continue }
                return Self.beginning(of: item)
            }
            return nil
        case .first(let sender, let isMail):
            let dated = SearchFilter.date(from: .distantPast, to: .distantFuture)
            let filter = Self.sent(isMail: isMail).and(try QuestionPattern.isFrom(sender, library)).and(dated)
            (query.text, query.filter) = ("", query.filter.and(filter))
            let count = try library.count(query).items
            guard count > 0 else { return nil }
            let oldest = try library.page(query, offset: count - 1, limit: 1).items.first?.summary.id
            return try oldest.flatMap { try library.item($0) }.flatMap(Self.beginning)
        case .named(let words):
            return try Self.named(words, query, library).map { try Self.beginnings(of: $0.newest, library) }
        case .number, .writers: return nil
        }
    }

    /// The newest items of the people, kinds and dates that words name, and their number; `nil` if they may have a topic.
    private static func named(
        _ words: String, _ query: SearchQuery, _ library: RecallLibrary, limit: Int = listed
    ) throws -> (newest: [ItemSummary], count: Int)? {
        var query = query
        (query.text, query.syntax) = (words, .language)
        guard let bound = Self.match(words, Self.bounds) else { return try library.items(namedBy: query, limit: limit) }
        // In a ranking "before" is the four weeks before; here it is exact.
        guard let filter = Self.filter(bound[1].lowercased(), bound[2], query.clock) else { return nil }
        (query.text, query.filter) = (bound[0], query.filter.and(filter))
        guard bound[0] == "everything sent" else { return try library.items(namedBy: query, limit: limit) }
        query.text = ""
        var items: [ItemSummary] = []
        let count = try library.forEachMatch(query, limit: limit) { items.append($0) }
        return (items, count.items)
    }

    /// The items dated before, after, since or until a date in words; `nil` if it is none.
    private static func filter(_ bound: String, _ date: String, _ clock: QueryClock) -> SearchFilter? {
        let read = RecallLibrary.interpret(SearchQuery("date:\"\(date)\"", clock: clock))
        guard !date.contains("\""), read.notes.isEmpty, let days = read.dates.first else { return nil }
        return switch bound {
        case "before", "vor": .date(from: nil, to: days.from)
        case "after", "nach": .date(from: days.to, to: nil)
        case "since", "seit": .date(from: days.from, to: nil)
        default: .date(from: nil, to: days.to)
        }
    }

    /// The first of each sender's items.
    private static func newestOfEach(_ items: [ItemSummary]) -> [ItemSummary] {
        var senders: Set<Participant> = []
        return items.filter { $0.sender.map { senders.insert($0).inserted } ?? false }
    }

    private static func beginnings(of items: [ItemSummary], _ library: RecallLibrary) throws -> QuotedAnswer {
        let items = try items.compactMap { try library.item($0.id) }
        let beginnings = items.compactMap(beginning)
        return QuotedAnswer(
            quotations: beginnings.flatMap(\.quotations), isAnswer: !beginnings.isEmpty, confidence: 1)
    }

    /// The items of a list, at most.
    private static let listed = 8
    /// The items among which the senders of a time are looked for, at most.
    private static let read = 5_000

    /// The note on an answer that is a list.
    func note(isFound: Bool) -> String? {
        switch self {
        case .named(let words):
            isFound
                ? "The newest of them are quoted. A search shows all: \(words)"
                : "No item is all of that. A search finds what is near: \(words)"
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

    /// True if the answer is how many there are.
    var isNumber: Bool {
        if case .number = self { true } else { false }
    }

    /// The quotations whose items have a sender and, if that is asked for, a date: the items that answer.
    func answers(in quotations: [Quotation]) -> [Quotation] {
        let known = quotations.filter { $0.item.sender != nil && $0.item.date != nil }
        switch self {
        case .named, .writing, .everything, .ownWriting: return []
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
