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
    /// True if nothing can pass the filter.
    let isContradictory: Bool
    let matches: FilterMatches
    let lexical: LexicalRetriever
    /// The people, kinds and dates that the words name.
    let mentions: QueryMentions
    /// The filters that these would be, for the person to see.
    let wishes: [QueryWish]
    /// Notes for the person about how the words were read.
    let notes: [String]

    /// Prepares the free text of a parsed query.
    ///
    /// - Parameter limits: end the work early by throwing `CancellationError`.
    init(
        _ query: SearchQuery, _ parsed: QueryReading, _ ranking: Ranking, _ matches: FilterMatches,
        _ snapshot: SearchSnapshot, _ encoder: (any SentenceEncoder)?, _ limits: SearchLimits
    ) throws {
        let analyzer = snapshot.analyzer()
        let required = analyzer.foldedWords(of: parsed.filter.positiveWords)
        let reading = try QueryWords(
            analyzer: analyzer, library: snapshot.library, encoder: encoder, required: required
        ).read(parsed.freeText, in: query, ranking)
        mentions =
            try ranking == .hybrid
            ? QueryMentions(
                reading.words, in: parsed.freeText, query.clock, snapshot.library, hidden: matches.hidden)
            : QueryMentions()
        try limits.check()
        lexical = try LexicalRetriever(
            reading.words, names: mentions.nameCounts, optional: mentions.optionalWords, snapshot.index,
            snapshot.library, limits)
        wishes = mentions.wishes(ordinary: lexical.ordinaryNames, query.clock)
        let ranked = reading.words.filter { !$0.isFunctionWord }
        isRequiredByFilter = !ranked.isEmpty && ranked.allSatisfy { required.contains($0.folded) }
        isContradictory = FilterContradiction(parsed.filter).hint != nil
        terms = ranked.reduce(into: []) { $0.formUnion($1.terms) }
        notes = reading.notes
        (text, words, filterWords) = (parsed.freeText, reading.words, parsed.filter.highlightedWords)
        (self.ranking, self.matches, self.analyzer) = (ranking, matches, analyzer)
    }

    /// A query without words, as for similar items.
    init(withoutWords matches: FilterMatches, _ snapshot: SearchSnapshot) throws {
        analyzer = snapshot.analyzer()
        lexical = try LexicalRetriever(
            [], names: [:], optional: [], snapshot.index, snapshot.library, SearchLimits())
        (text, ranking, words, terms, filterWords) = ("", .semantic, [], [], [])
        (isRequiredByFilter, isContradictory, mentions, wishes, notes) = (false, false, QueryMentions(), [], [])
        self.matches = matches
    }

    /// The passages that rank higher for whom and when the words name.
    var boosts: PassageBoosts { mentions.boosts }
    /// The kinds of item that the words name.
    var kinds: KindWishes { mentions.kinds }
}
