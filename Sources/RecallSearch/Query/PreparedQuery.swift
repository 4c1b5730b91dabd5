import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// A query ready to be answered from one state of a library: the filter and its matches, and everything that candidates are
/// scored by. What is computed here is computed once for a search.
struct PreparedQuery {
    /// The text to rank by.
    let text: String
    let ranking: Ranking
    /// The words of the text, with out-of-vocabulary words replaced where possible.
    let words: [QueryWord]
    /// The terms of the ranked words.
    let terms: Set<String>
    let analyzer: QueryAnalyzer
    /// The words that the filter asks for, to be highlighted.
    let filterWords: [WordSequence]
    /// True if the filter requires the words that are ranked by.
    let isRequiredByFilter: Bool
    let matches: FilterMatches
    let lexical: LexicalRetriever
    let boosts: PassageBoosts
    /// The words of the query that are a sender's name or a kind of item, folded.
    let names: Set<String>
    /// The kinds of item that the query's words name.
    let kinds: KindWishes
    /// The people, kinds and dates that the query's words name, for the person to see.
    let wishes: [QueryWish]
    /// The words of the query that are part of a date, folded.
    let dateWords: Set<String>
    /// Notes for the person about how the words were read.
    let notes: [String]

    /// Prepares the free text of a parsed query.
    ///
    /// - Parameter limits: end the work early by throwing `CancellationError`.
    init(
        _ query: SearchQuery, _ parsed: QueryReading, _ ranking: Ranking, _ matches: FilterMatches,
        _ snapshot: SearchSnapshot, _ encoder: (any SentenceEncoder)?, _ limits: SearchLimits
    ) throws {
        let analyzer = QueryAnalyzer(for: snapshot.index.layout)
        let required = analyzer.foldedWords(of: parsed.filter.positiveWords)
        let reading = try QueryWords(
            analyzer: analyzer, library: snapshot.library, encoder: encoder, required: required
        ).read(parsed.freeText, in: query, ranking)
        let isHybrid = ranking == .hybrid
        let dates = DateMentions(isHybrid ? reading.words.map(\.folded) : [])
        var people = try isHybrid ? NamedPeople(reading.words, snapshot.library) : NamedPeople()
        kinds = isHybrid ? KindWishes(reading.words, people) : KindWishes()
        people.remove(at: Set(kinds.wishes.map(\.position)))
        let sent = try people.sentPassages(reading.words, snapshot.library)
        let senders = sent.mapValues(\.count)
        let kindWords = Set(kinds.wishes.map { reading.words[$0.position].folded })
        lexical = try LexicalRetriever(
            reading.words, names: senders.merging(kindWords.map { ($0, Int.max) }) { $1 },
            optional: dates.words.union(kindWords), snapshot.index, snapshot.library, limits)
        let named = try people.boosts(reading.words, sent: sent, snapshot.library)
        boosts = PassageBoosts(
            senders: named.senders, correspondents: named.correspondents,
            dates: try Self.passages(datedAs: dates, query.clock, snapshot.library))
        wishes =
            WishReport(
                words: reading.words, people: people, kinds: kinds, dates: dates, ordinary: lexical.ordinaryNames,
                clock: query.clock
            ).wishes
        let ranked = reading.words.filter { !$0.isFunctionWord }
        isRequiredByFilter = !ranked.isEmpty && ranked.allSatisfy { required.contains($0.folded) }
        terms = ranked.reduce(into: []) { $0.formUnion($1.terms) }
        notes = reading.notes
        (text, words, filterWords) = (parsed.freeText, reading.words, parsed.filter.highlightedWords)
        (names, dateWords) = (Set(senders.keys).union(kindWords), dates.words)
        (self.ranking, self.matches, self.analyzer) = (ranking, matches, analyzer)
    }

    /// A query without words, as for similar items.
    init(withoutWords matches: FilterMatches, _ snapshot: SearchSnapshot) throws {
        analyzer = QueryAnalyzer(for: snapshot.index.layout)
        lexical = try LexicalRetriever(
            [], names: [:], optional: [], snapshot.index, snapshot.library, SearchLimits())
        (text, ranking, words, terms, filterWords) = ("", .semantic, [], [], [])
        (isRequiredByFilter, boosts, names, dateWords, notes) = (false, PassageBoosts(), [], [], [])
        (kinds, wishes) = (KindWishes(), [])
        self.matches = matches
    }

    /// The passages dated as the query mentions, by how well that fits.
    private static func passages(
        datedAs mentions: DateMentions, _ clock: QueryClock, _ library: LibrarySnapshot
    ) throws -> [(fit: Float, passages: PassageRuns)] {
        guard !mentions.isEmpty, let dates = try library.dateSpan() else { return [] }
        let years =
            clock.calendar.component(
                .year, from: dates.lowerBound)...clock.calendar.component(.year, from: dates.upperBound)
        return try mentions.spans(in: years, clock).filter { $0.span.overlaps(dates) }
            .map { ($0.fit, try library.passages(datedIn: $0.span)) }
    }
}
