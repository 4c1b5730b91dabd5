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
    /// The words of the query that are a sender's name, folded.
    let names: Set<String>
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
        let filterWords = parsed.filter.positiveWords
        let required = analyzer.foldedWords(of: filterWords)
        let reading = try QueryWords(
            analyzer: analyzer, library: snapshot.library, encoder: encoder, required: required
        ).read(parsed.freeText, in: query, ranking)
        let isHybrid = ranking == .hybrid
        let dates = DateMentions(isHybrid ? reading.words.map(\.folded) : [])
        let senders = try snapshot.library.passages(
            sentByNames: isHybrid ? Set(reading.words.lazy.filter { !$0.isFunctionWord }.map(\.folded)) : [])
        try limits.check()
        lexical = try LexicalRetriever(
            reading.words, names: senders.counts, optional: dates.words, snapshot.index, snapshot.library)
        boosts = PassageBoosts(
            senders: senders.passages, dates: try Self.passages(datedAs: dates, query.clock, snapshot.library))
        let ranked = reading.words.filter { !$0.isFunctionWord }
        isRequiredByFilter = !ranked.isEmpty && ranked.allSatisfy { required.contains($0.folded) }
        terms = ranked.reduce(into: []) { $0.formUnion($1.terms) }
        notes = reading.corrections.map { "No item says \"\($0.typed)\": searched for \"\($0.read)\"." }
        (text, words, self.filterWords) = (parsed.freeText, reading.words, filterWords)
        (names, dateWords) = (Set(senders.counts.keys), dates.words)
        (self.ranking, self.matches, self.analyzer) = (ranking, matches, analyzer)
    }

    /// A query without words, as for similar items.
    init(withoutWords matches: FilterMatches, _ snapshot: SearchSnapshot) throws {
        analyzer = QueryAnalyzer(for: snapshot.index.layout)
        lexical = try LexicalRetriever([], names: [:], optional: [], snapshot.index, snapshot.library)
        (text, ranking, words, terms, filterWords) = ("", .semantic, [], [], [])
        (isRequiredByFilter, boosts, names, dateWords, notes) = (false, PassageBoosts(), [], [], [])
        self.matches = matches
    }

    /// The passages dated as the query mentions, by how well that fits.
    private static func passages(
        datedAs mentions: DateMentions, _ clock: QueryClock, _ library: LibrarySnapshot
    ) throws -> [(fit: Float, passages: PassageRuns)] {
        guard !mentions.mentions.isEmpty, let dates = try library.dateSpan() else { return [] }
        let years =
            clock.calendar.component(
                .year, from: dates.lowerBound)...clock.calendar.component(.year, from: dates.upperBound)
        return try mentions.spans(in: years, clock).filter { $0.span.overlaps(dates) }
            .map { ($0.fit, try library.passages(datedIn: $0.span)) }
    }
}
