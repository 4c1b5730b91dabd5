import Foundation
import RecallCore
import RecallStore
import RecallText

/// The people, the kinds of item and the dates that a query's plain words name. They rank, and exclude nothing.
struct QueryMentions {
    let kinds: KindWishes
    let dates: DateMentions
    /// The passages that rank higher for them.
    let boosts: PassageBoosts
    /// The role of a sender whom the words do not name.
    let senderRole: SenderRole?
    /// The words that are a sender's name, folded, with the number of passages from senders of that name.
    private let senders: [String: Int]
    /// The words that name a kind of item, folded.
    let kindWords: Set<String>
    private let people: NamedPeople
    private let words: [QueryWord]

    /// Finds them in a text and its words.
    ///
    /// - Parameter hidden: the passages that are not searched.
    init(
        _ words: [QueryWord], in text: String, _ clock: QueryClock, _ library: LibrarySnapshot, hidden: PassageSet?
    ) throws {
        var people = try NamedPeople(words, in: text, library)
        dates = DateMentions(words.map(\.folded), in: text)
        let kinds = KindWishes(words, people, dates)
        people.remove(at: Set(kinds.wishes.map(\.position)))
        var sent = try people.sentPassages(words, library)
        if let hidden { people.remove(from: &sent, sending: hidden, words) }
        let named = try people.boosts(words, sent: sent, library)
        boosts = PassageBoosts(
            senders: named.senders, correspondents: named.correspondents,
            dates: try Self.passages(datedAs: dates, clock, library))
        senders = sent.mapValues(\.count)
        senderRole = SenderRole(words, people, dates)
        kindWords = Set(kinds.wishes.map { words[$0.position].folded })
        (self.people, self.kinds, self.words) = (people, kinds, words)
    }

    /// No mentions.
    init() {
        (kinds, dates, boosts, senderRole) = (KindWishes(), DateMentions([]), PassageBoosts(), nil)
        (senders, kindWords, people, words) = ([:], [], NamedPeople(), [])
    }

    /// True if the words are the name of one person, of two words or more, and nothing else.
    var isFullName: Bool { people.names.count == 1 && people.names[0].words == words.indices && words.count > 1 }

    /// True if "from" or a like word stands before a sender's name.
    var namesSenderAsSuch: Bool { people.names.contains { $0.roles == [.from] } && !senders.isEmpty }

    /// The words that are a sender's name, folded.
    var senderNames: Set<String> { Set(senders.keys) }

    /// The words that are a sender's name or a kind of item, folded.
    var names: Set<String> { kindWords.union(senders.keys) }

    /// The same words with the number of passages that they stand for.
    var nameCounts: [String: Int] { senders.merging(kindWords.map { ($0, Int.max) }) { $1 } }

    /// The words that a passage may lack, since its date or its kind makes up for them, folded.
    var optionalWords: Set<String> { dates.words.union(kindWords) }

    /// The filters that the words would be, for the person to see.
    ///
    /// - Parameter ordinary: the names that are ordinary words too, folded.
    func wishes(ordinary: Set<String>, _ clock: QueryClock) -> [QueryWish] {
        WishReport(words: words, people: people, kinds: kinds, dates: dates, ordinary: ordinary, clock: clock).wishes
    }

    /// The passages dated as the query mentions, by how well that fits.
    private static func passages(
        datedAs mentions: DateMentions, _ clock: QueryClock, _ library: LibrarySnapshot
    ) throws -> [(fit: Float, passages: PassageRuns)] {
        guard !mentions.isEmpty, let dates = try library.dateSpan(), let years = try library.years(clock) else {
            return []
        }
        return try mentions.spans(in: years, clock).filter { $0.span.overlaps(dates) }
            .map { ($0.fit, try library.passages(datedIn: $0.span)) }
    }
}

extension LibrarySnapshot {
    /// The years of the items that have a date; `nil` without any.
    func years(_ clock: QueryClock) throws -> ClosedRange<Int>? {
        try dateSpan().map { dates in
            let years = [dates.lowerBound, dates.upperBound].map { clock.calendar.component(.year, from: $0) }
            return years[0]...max(years[0], years[1])
        }
    }
}
