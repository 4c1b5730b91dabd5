import RecallCore
import RecallStore

/// A query as it was understood: an exact filter, and words to rank by.
struct QueryReading {
    /// The purpose of plain words.
    enum Purpose {
        /// They order the results; only words below OR, AND and NOT are required.
        case ranking
        /// All are required: the query is a filter and nothing else.
        case matching
    }

    /// The words for both lanes.
    private(set) var freeText: String
    /// The filter of the query's text and the one that was given with it.
    private(set) var filter: SearchFilter
    private(set) var interpretation: QueryInterpretation
    /// Notes on how the words were read.
    var hints: [String] = []
    /// True if the free text is the query's plain words, and nothing that it requires.
    private(set) var hasPlainWordsOnly = false

    /// Reads a query. Any text can be read.
    ///
    /// - Complexity: O(*n*) in the text's bytes.
    init(_ query: SearchQuery, for purpose: Purpose) {
        guard query.syntax == .language else {
            let words = purpose == .matching ? query.text.split(whereSeparator: \.isWhitespace) : []
            let filter = SearchFilter.all(words.map { .phrase(String($0)) })
            self.init(query.text, words.isEmpty ? query.filter : query.filter.and(filter), [], [], query.clock)
            return
        }
        let bytes = QueryBytes(query.text)
        let lexer = QueryLexer(bytes)
        let check = QueryCheck(bytes, tokens: lexer.tokens, clock: query.clock)
        var parser = QueryParser(bytes, tokens: check.tokens, fields: check.fields)
        var lowering = QueryLowering(bytes)
        let required = lowering.filter(parser.parse(), isRequired: purpose == .matching, isPositive: true)
        let filter = required ?? .everything
        let isPlain = lexer.tokens.allSatisfy { $0.kind == .word }
        self.init(
            isPlain ? query.text : lowering.freeText, query.filter.and(filter), lexer.notes + check.notes, check.dates,
            query.clock)
        hasPlainWordsOnly = check.tokens.allSatisfy { $0.kind == .word || $0.isField }
    }

    private init(
        _ freeText: String, _ filter: SearchFilter, _ notes: [QueryNote], _ dates: [ResolvedDate], _ clock: QueryClock
    ) {
        self.freeText = freeText
        self.filter = filter
        interpretation = QueryInterpretation(
            freeText: freeText, filter: filter, filterText: filter.queryText(in: clock), dates: dates,
            notes: Self.first(notes.sorted { $0.range.lowerBound < $1.range.lowerBound }))
    }

    private static func first(_ notes: [QueryNote]) -> [QueryNote] {
        guard notes.count > QueryLimits.notes, let next = notes.dropFirst(QueryLimits.notes).first else { return notes }
        let more = notes.count - QueryLimits.notes
        return notes.prefix(QueryLimits.notes) + [QueryNote("and \(more) more like these from here on", at: next.range)]
    }

    /// The same with the words as a date that everything listed has.
    func listing(_ date: ResolvedDate, _ clock: QueryClock) -> QueryReading {
        listing(
            .date(from: date.from, to: date.to), [date], clock,
            hint: "The words are a date, so everything of that time is listed, newest first. Quotation marks search "
                + "for the words.")
    }

    /// The same with the words as a filter that everything listed passes.
    func listing(
        _ added: SearchFilter, _ dates: [ResolvedDate], _ clock: QueryClock, hint: String
    ) -> QueryReading {
        var reading = QueryReading("", filter.and(added), interpretation.notes, interpretation.dates + dates, clock)
        reading.hints = [hint]
        return reading
    }

    /// True if there is nothing to rank by.
    var isFilterOnly: Bool {
        filter != .everything && !freeText.contains { !$0.isWhitespace }
    }

    /// The same with the numbers of what passes, and what only the library tells.
    func interpretation(
        passing: QueryInterpretation.PassingCounts?, hints: [String] = [], wishes: [QueryWish] = []
    ) -> QueryInterpretation {
        var interpretation = interpretation
        (interpretation.passing, interpretation.wishes) = (passing, wishes)
        interpretation.hints = self.hints + hints
        return interpretation
    }
}
