import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// One search, step by step. Each step takes what the one before gave, and changes nothing of it.
struct SearchRun {
    private let query: SearchQuery
    private let parsed: QueryReading
    private let ranking: Ranking
    private let limits: SearchLimits
    private let snapshot: SearchSnapshot
    private var encoder: (any SentenceEncoder)? { snapshot.encoder }
    private var matches: FilterMatches
    private let hints: [String]
    /// The passages of junk; `nil` where there are none.
    private let junk: PassageSet?
    /// True if junk comes last: unless it is asked for.
    private var ranksJunkApart: Bool

    init(
        _ query: SearchQuery, _ ranking: Ranking, _ limits: SearchLimits, _ snapshot: SearchSnapshot
    ) throws {
        let (parsed, matches) = try QueryReading.matched(query, in: snapshot)
        hints =
            try matches.selection.map {
                try FilterHints(library: snapshot.library, table: $0.table).hints(parsed.filter)
            } ?? []
        (self.parsed, self.matches) = (parsed, matches)
        junk = try snapshot.junk()
        ranksJunkApart = try junk != nil && !JunkPlaces.areAskedFor(by: parsed, snapshot.analyzer())
        self.matches.hidden = ranksJunkApart ? junk : nil
        (self.query, self.ranking, self.limits) = (query, ranking, limits)
        self.snapshot = snapshot
    }

    /// The response. A query that is only a filter is listed, newest first.
    ///
    /// - Parameter early: called with the lexical response, before semantic retrieval.
    func response(early: ((SearchResponse) -> Void)?) throws -> SearchResponse {
        guard !parsed.isFilterOnly else { return try listing() }
        let limit = max(Self.leastRanked, query.limit * 20)
        let spread = ThreadSpread(layout: snapshot.index.layout, threads: max(Self.leastThreads, query.limit * 2))
        let semantic = semanticSearch(limit: limit)
        let prepared = try prepare()
        let lexical = try retrieve(prepared, limit: limit, spread)
        if let early, case .begun = semantic {
            let scored = ScoredPassage.best(limit, of: Candidates(lexical, prepared), prepared, spread)
            early(try page(of: scored.map { RankedPassage(scored: $0) }, prepared, nil, isFinal: false))
        }
        let joined = try join(lexical, semantic, prepared, spread)
        let scored = ScoredPassage.best(limit, of: joined.candidates, prepared, spread)
        let reranked = try rerank(scored, joined, prepared)
        let passages = try withJunk(reranked.passages)
        let unranked = limits.isOver ? [] : try unrankedMatches(prepared)
        let response = try page(
            of: passages, prepared, joined, after: unranked, note: reranked.note, isFinal: true)
        guard response.results.isEmpty, !parsed.filter.highlightedWords.isEmpty else { return response }
        return try listing(
            note:
                "No ranked part says it; a signature may. What passes the filter is listed, newest first."
        )
    }

    private func unrankedMatches(_ prepared: PreparedQuery) throws -> [SearchResult] {
        try UnrankedMatches(query: prepared, snapshot: snapshot, hidden: matches.hidden)
            .results(passing: parsed.filter, limit: query.limit)
    }

    /// The best passages, for measuring.
    func rankedPassages(limit: Int) throws -> [RankedPassage] {
        let semantic = semanticSearch(limit: limit)
        let prepared = try prepare()
        let joined = try join(try retrieve(prepared, limit: limit), semantic, prepared)
        return try rerank(ScoredPassage.best(limit, of: joined.candidates, prepared), joined, prepared).passages
    }

    /// The passages with those of junk behind them, where those that are no weak matches do not fill a page.
    private func withJunk(_ ranked: [RankedPassage]) throws -> [RankedPassage] {
        guard ranksJunkApart, let junk, !limits.isOver else { return ranked }
        let layout = snapshot.index.layout
        let sure = Set(ranked.lazy.filter { $0.match != .weak }.map { layout.threadStart(of: $0.id) })
        guard sure.count <= query.limit else { return ranked }
        var run = self
        run.ranksJunkApart = false
        run.matches.hidden = layout.live
        run.matches.hidden?.subtract(junk)
        return JunkPlaces.joined(ranked, junk: try run.rankedPassages(limit: Self.leastRanked))
    }

    /// The best passages, and what they were ranked by; `nil` if the query is only a filter. For quotations.
    func rankedSearch(limit: Int) throws -> RankedSearch? {
        guard !parsed.isFilterOnly else { return nil }
        let depth = max(Self.leastRanked, limit)
        let semantic = semanticSearch(limit: depth)
        let prepared = try prepare()
        let joined = try join(try retrieve(prepared, limit: depth), semantic, prepared)
        let ranked = try rerank(ScoredPassage.best(depth, of: joined.candidates, prepared), joined, prepared)
        return RankedSearch(
            query: prepared, passages: Array(ranked.passages.prefix(limit)), isSemantic: joined.vector != nil)
    }

    /// Passages that are ranked at least.
    private static let leastRanked = 300
    /// Threads that are looked for at least, if there are so many.
    private static let leastThreads = 40
    /// Candidates of each retriever at least. More change no ranking that was measured.
    private static let leastCandidates = 1_000

    // MARK: 1. Prepared query

    private func prepare() throws -> PreparedQuery {
        try PreparedQuery(query, parsed, ranking, matches, snapshot, encoder, limits)
    }

    // MARK: 2. Candidates

    /// The semantic retrieval, if there is one.
    private enum SemanticSearch {
        case begun(Future<SemanticMatches>, by: SemanticRetriever)
        /// Not possible, for the reason in `note`, or not needed.
        case none(note: String?)
    }

    /// The candidates of both retrievers, and the outcome of semantic retrieval.
    private struct Joined {
        let candidates: Candidates
        /// The query as a vector, if it was compared.
        var vector: [Float]?
        var note: String?
    }

    private func retrieve(
        _ prepared: PreparedQuery, limit: Int, _ spread: ThreadSpread? = nil
    ) throws -> LexicalRetriever.Matches {
        let limit = max(Self.leastCandidates, limit)
        var found = try prepared.lexical.retrieve(
            limit: limit, boosts: prepared.boosts, limits, among: matches.passages)
        if let spread {
            found.best = try spread.spread(found.best, among: matches.passages, limit: limit, key: \.passage) { rest in
                try prepared.lexical.retrieve(limit: limit, boosts: prepared.boosts, limits, among: rest).best
            }
        }
        return found
    }

    private func semanticSearch(limit: Int) -> SemanticSearch {
        guard ranking != .lexical, let encoder, let vectors = snapshot.index.vectors,
            parsed.freeText.contains(where: { !$0.isWhitespace })
        else { return .none(note: nil) }
        guard vectors.generation.isMade(by: encoder) else {
            return .none(
                note:
                    "Searched by words only: the library was embedded with another model. Run: "
                    + snapshot.index.embeddingCommand
            )
        }
        let retriever = SemanticRetriever(encoder: encoder, index: vectors.index)
        return .begun(
            retriever.retrieve(
                parsed.freeText, limit: max(Self.leastCandidates, limit), limits, among: matches.passages),
            by: retriever)
    }

    /// Waits for semantic retrieval until the deadline, and merges its matches with the lexical ones.
    private func join(
        _ lexical: LexicalRetriever.Matches, _ semantic: SemanticSearch, _ prepared: PreparedQuery,
        _ spread: ThreadSpread? = nil
    ) throws -> Joined {
        try limits.check()
        switch semantic {
        case .none(let note): return Joined(candidates: Candidates(lexical, prepared), note: note)
        case .begun where limits.isOver:
            return Joined(
                candidates: Candidates(lexical, prepared),
                note: "Searched by words only: there was no time to compare meaning.")
        case .begun(let future, let retriever):
            var matches = try future.value()
            if let spread { matches = try retriever.spread(matches, spread, limits, among: self.matches.passages) }
            let coverage = LanguageCoverage(encoder: retriever.encoder).share(of: parsed.freeText)
            return Joined(
                candidates: Candidates(
                    lexical, matches, in: retriever.index, languageCoverage: coverage,
                    background: CosineBackground(of: matches.query, snapshot.index.layout, in: retriever.index),
                    prepared),
                vector: matches.query)
        }
    }

    // MARK: 4. Reranked (3, scored, is ScoredPassage.best)

    /// The passages in their order, and a note if there was no time to read them deeper.
    private func rerank(
        _ scored: [ScoredPassage], _ joined: Joined, _ prepared: PreparedQuery
    ) throws -> (passages: [RankedPassage], note: String?) {
        guard ranking == .hybrid else { return (scored.map { RankedPassage(scored: $0) }, nil) }
        let shallow = try Reranker(query: prepared, snapshot: snapshot, limits: limits).rerank(scored)
        let deep = try readDeeper(shallow, joined, prepared)
        let ranked = deep ?? shallow
        let note = deep == nil ? "Not read deeper: there was no time." : nil
        let nearest =
            matches.selection == nil ? NearestPlaces(joined.candidates, of: prepared, snapshot.index.layout) : nil
        var placed = nearest?.filled(in: ranked) ?? ranked
        if let mentioned = MentionPlaces(prepared, snapshot) { placed = mentioned.filled(in: placed) }
        guard !prepared.kinds.wishes.isEmpty, !limits.isOver else { return (placed, note) }
        return (try KindPlaces(query: prepared, snapshot: snapshot).filled(in: placed), note)
    }

    /// The passages as late interaction ranks them, where that is wanted and meaning was compared; `nil` if there was no
    /// time.
    private func readDeeper(
        _ ranked: [RankedPassage], _ joined: Joined, _ prepared: PreparedQuery
    ) throws -> [RankedPassage]? {
        guard query.isDeep, joined.vector != nil, let encoder,
            let interaction = try LateInteraction(prepared, snapshot, encoder, limits)
        else { return ranked }
        return try interaction.rerank(ranked, languageCoverage: joined.candidates.languageCoverage)
    }

    // MARK: 5. Page

    /// The lexical page is replaced within milliseconds, so it holds only what fits on a screen.
    private static let earlyThreads = 10

    private func page(
        of ranked: [RankedPassage], _ prepared: PreparedQuery, _ joined: Joined?, after first: [SearchResult] = [],
        note: String? = nil, isFinal: Bool
    ) throws -> SearchResponse {
        try limits.check()
        let page = ResultPage(
            query: prepared, snapshot: snapshot, order: query.order, weakLimit: query.weakLimit, clock: query.clock,
            passagesPerThread: isFinal ? ResultPage.passagesPerThread : 1)
        var list = try page.rows(of: ranked, limit: isFinal ? query.limit : min(query.limit, Self.earlyThreads))
        var timeline: [TimelineMonth] = []
        if isFinal {
            let semantic = joined?.vector.flatMap { vector in encoder.map { (vector, $0) } }
            let snippets = SnippetSelection(query: prepared, snapshot: snapshot, semantic: semantic)
            let choice = limits.isOver ? nil : snippets.choice(among: list.rows)
            // While the texts of the choice are encoded.
            timeline = try page.timeline(of: ranked)
            if let choice { try snippets.select(choice, in: &list.rows) }
        }
        let explanation = Explanation(query: prepared, filter: parsed.filter, clock: query.clock, junk: junk)
        let others = list.rows.map { $0.result(explanation) }.filter { row in
            !first.contains { $0.thread.id == row.thread.id }
        }
        var listed = first + others
        if query.order == .date, !first.isEmpty {
            listed.sort {
                ($0.passages.first?.item.date ?? .distantPast) > ($1.passages.first?.item.date ?? .distantPast)
            }
        }
        let results = Array(listed.prefix(query.limit))
        let answer = results.lazy.map(\.match).max().map(SearchResponse.Answer.init) ?? .nothingNear
        let confidence = list.rows.lazy.map(\.confidence).max() ?? 0
        var notes = prepared.notes + [joined?.note, note, snapshot.index.coverageNote].compactMap(\.self)
        // Meaning may still find what words do not.
        if isFinal {
            let note = NoMatchNote(query: prepared, snapshot: snapshot, vector: joined?.vector, limits: limits)
            notes += [try note.text(answer, confidence: confidence)].compactMap(\.self)
        }
        return SearchResponse(
            results: try HitPages(snapshot.library).numbered(results),
            lanes: joined?.vector == nil ? [.words] : [.words, .meaning], notes: notes,
            interpretation: parsed.interpretation(passing: matches.counts, hints: hints, wishes: prepared.wishes),
            timeline: timeline, answer: answer, confidence: confidence,
            hasMore: list.hasMore || first.count + others.count > results.count, isFinal: isFinal)
    }

    private func listing(note: String? = nil) throws -> SearchResponse {
        let interpretation = parsed.interpretation(passing: matches.counts, hints: hints)
        guard let selection = matches.selection else {
            return SearchResponse(results: [], lanes: [], notes: [], interpretation: interpretation)
        }
        let listing = FilterListing(
            library: snapshot.library, table: selection.table,
            newestFirst: selection.table.newestFirst(selection.items),
            words: parsed.filter.highlightedWords, analyzer: snapshot.analyzer(), junk: junk)
        let results = try listing.results(limit: query.limit)
        return SearchResponse(
            results: results, lanes: [], notes: results.isEmpty ? [] : [note].compactMap(\.self),
            interpretation: interpretation,
            timeline: listing.timeline(query.clock))
    }
}
