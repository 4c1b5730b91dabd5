import Foundation
import RecallCore
import RecallKit

/// The answers to questions about items: their own words, quoted.
extension ItemQuestion {
    /// Mails, and messages too unless mails are asked for.
    private static func sent(isMail: Bool = false) -> SearchFilter {
        isMail ? .kind(.email) : .any([.kind(.email), .kind(.message)])
    }

    /// All that was sent until now: a false date is no reason to be the last one.
    private static func sentUntilNow(_ clock: QueryClock, isMail: Bool = false) -> SearchFilter {
        sent(isMail: isMail).and(.date(from: .distantPast, to: clock.now))
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

    /// Mails that nobody has sent yet.
    private static let drafts = SearchFilter.all([.kind(.email), .tag(WordSequence(EmailDetails.draftLabel))])

    /// True unless drafts may be meant too.
    private var asksForSent: Bool {
        switch self {
        case .cited, .named, .agenda: false
        case .number(let words, _): !RecallLibrary.words(of: words).contains { $0.hasPrefix("draft") }
        default: true
        }
    }

    /// The quotations of the mails and messages that are asked for, and the question with what was counted; `nil` where there are
    /// none.
    func answer(_ query: SearchQuery, _ library: RecallLibrary) throws -> (QuotedAnswer, ItemQuestion)? {
        var query = query
        query.filter = query.filter.and(.not(.place(WordSequence("junk"))))
        if asksForSent { query.filter = query.filter.and(.not(Self.drafts)) }
        switch self {
        case .number(let words, _):
            guard let named = try Self.named(words, query, library) else { return nil }
            return (try Self.beginnings(of: named.newest, library), .number(words, count: named.count))
        case .agenda(let agenda, _):
            for days in agenda.days(query.clock) {
                let items = try AgendaAnswer(on: days, query, library, most: 2 * Self.listed).items
                guard !items.isEmpty else { continue }
                return (Self.beginnings(of: items), .agenda(agenda, found: days))
            }
            // What is said of "tomorrow" was said of another day.
            var near = try Self.nearest(query, library)
            near.isPossible = false
            return (near, self)
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
        case .writing, .everything:
            if let answer = try quotations(query, library) { return (answer, self) }
            // What others say of somebody, and a card with a name, is not what that one wrote.
            return (try Self.nearest(query, library), self)
        default: return try quotations(query, library).map { ($0, self) }
        }
    }

    /// The sentences that are near, never as a sure answer.
    private static func nearest(_ query: SearchQuery, _ library: RecallLibrary) throws -> QuotedAnswer {
        let near = try library.quotations(for: query)
        return QuotedAnswer(
            quotations: near.quotations, isAnswer: false, isPossible: near.isAnswer || near.isPossible,
            confidence: near.confidence)
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
            let isFrom = try QuestionPattern.isFrom(sender, library)
            (query.text, query.filter) = ("", query.filter.and(Self.sentUntilNow(query.clock)).and(isFrom))
            let newest = try library.page(query, offset: 0, limit: Self.listed).items.map(\.summary)
            return newest.isEmpty ? nil : try Self.beginnings(of: newest, library)
        case .last(let sender, let owner, let isMail):
            let own = owner == nil ? nil : try OwnItems(of: library, called: owner)
            let isFrom = try sender.map { try QuestionPattern.isFrom($0, library) } ?? own?.othersFilter ?? .everything
            let past = Self.sentUntilNow(query.clock, isMail: isMail)
            (query.text, query.filter) = ("", query.filter.and(past).and(isFrom))
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
        case .number, .writers, .agenda: return nil
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
        beginnings(of: try items.compactMap { try library.item($0.id) })
    }

    private static func beginnings(of items: [Item]) -> QuotedAnswer {
        let beginnings = items.compactMap(beginning)
        return QuotedAnswer(
            quotations: beginnings.flatMap(\.quotations), isAnswer: !beginnings.isEmpty, confidence: 1)
    }

    /// The items of a list, at most.
    private static let listed = 8
    /// The items among which the senders of a time are looked for, at most.
    private static let read = 5_000

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
}
