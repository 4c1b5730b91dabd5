public import RecallCore
public import RecallEmbedding
public import RecallStore
import RecallText

/// Searches one library by meaning and by words.
public final class SearchEngine: Sendable {
    let store: LibraryStore
    private let encoder: (any SentenceEncoder)?
    private let memory = SearchMemory()

    /// An engine for `store`. Without an encoder, only words are searched.
    public init(store: LibraryStore, encoder: (any SentenceEncoder)?) {
        self.store = store
        self.encoder = encoder
    }

    /// Which scores order the results: everything, or one lane alone for measuring.
    public enum Ranking: String, Sendable, CaseIterable {
        /// Words only.
        case words
        /// Vectors only.
        case vectors
        /// Both.
        case fused

        var weights: FusionWeights {
            switch self {
            case .words: .words
            case .vectors: .vectors
            case .fused: .fused
            }
        }
    }

    /// The best threads for a query.
    ///
    /// - Parameter deadline: when the best answer so far is wanted. It says in a note what it could not do.
    public func search(
        _ query: SearchQuery, ranking: Ranking = .fused, deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchResponse {
        try search(query, ranking, SearchLimits(deadline: deadline))
    }

    func search(_ query: SearchQuery, _ ranking: Ranking, _ limits: SearchLimits) throws -> SearchResponse {
        let asked = Asked(query, ranking, limits)
        try limits.check()
        return try store.read { snapshot in
            try response(to: asked, state(snapshot, .exact), early: nil)
        }
    }

    /// Hands over what the words find, then the same refined by meaning.
    func stages(
        of query: SearchQuery, _ limits: SearchLimits, _ body: @escaping (SearchResponse) -> Void
    ) throws {
        let asked = Asked(query, .fused, limits)
        try limits.check()
        try store.read { snapshot in
            body(try response(to: asked, state(snapshot, .recent), early: body))
        }
    }

    /// A query, and how it is to be answered.
    private struct Asked {
        let query: SearchQuery
        let reading: QueryReading
        let ranking: Ranking
        let limits: SearchLimits
        let readings = PassageReadings()

        init(_ query: SearchQuery, _ ranking: Ranking, _ limits: SearchLimits) {
            self.query = query
            reading = QueryReading(query, for: .ranking)
            self.ranking = ranking
            self.limits = limits
        }
    }

    private func response(
        to asked: Asked, _ state: SearchState, early: ((SearchResponse) -> Void)?
    ) throws -> SearchResponse {
        let passing = try state.passing(asked.reading.filter)
        guard !asked.reading.isFilterOnly else { return try listing(asked, passing, state) }
        let ranking = passageRanking(asked, state, limit: max(300, asked.query.limit * 20))
        let meaning = ranking.meaning(of: asked.reading.freeText)
        var ranked = try ranking.evidence(of: asked.reading.freeText)
        if let early, ranking.comparesMeaning {
            var words = ranked
            ranking.order(&words, among: passing.passages)
            early(try assembled(words, asked, passing, state, isFinal: false))
        }
        try ranking.refine(&ranked, asked.reading.freeText, meaning, among: passing.passages)
        return try assembled(ranked, asked, passing, state, isFinal: true)
    }

    private func passageRanking(_ asked: Asked, _ state: SearchState, limit: Int) -> PassageRanking {
        PassageRanking(
            index: state.index, snapshot: state.snapshot, glances: state.glances, encoder: encoder,
            lanes: asked.ranking, query: asked.query, required: asked.reading.filter.positiveWords,
            limits: asked.limits, limit: limit)
    }

    /// What words find is refined some milliseconds later, so only what fits on a screen is made of it.
    private static let earlyThreads = 10

    private func assembled(
        _ ranked: RankedPassages, _ asked: Asked, _ passing: PassingItems, _ state: SearchState, isFinal: Bool
    ) throws -> SearchResponse {
        try asked.limits.check()
        var ranked = ranked
        if let note = state.index.coverageNote { ranked.notes.append(note) }
        let page = try ResultAssembly(
            ranked: ranked, state: state, filter: asked.reading.filter,
            order: asked.query.order, clock: asked.query.clock, readsCloser: isFinal && !asked.limits.isOver,
            countsMonths: isFinal, passagesPerThread: isFinal ? ResultAssembly.passagesPerThread : 1, encoder: encoder,
            readings: asked.readings
        ).page(limit: isFinal ? asked.query.limit : min(asked.query.limit, Self.earlyThreads))
        // Meaning may still find what words do not.
        if isFinal, let note = ranked.doubt(besides: passing.passages, state.index.layout) { ranked.notes.append(note) }
        return SearchResponse(
            results: page.results, lanes: ranked.lanes, notes: ranked.notes,
            interpretation: asked.reading.interpretation(passing: passing.counts), timeline: page.timeline,
            confidence: ranked.bestConfidence, isFinal: isFinal)
    }

    /// The best passages for a query as indexes with the number of tokens of each, for measuring.
    public func passages(_ query: SearchQuery, ranking: Ranking, limit: Int) throws -> [(index: Int, tokenCount: Int)] {
        let asked = Asked(query, ranking, .none)
        return try store.read { snapshot in
            let state = try state(snapshot, .exact)
            let ranking = passageRanking(asked, state, limit: limit)
            let meaning = ranking.meaning(of: asked.reading.freeText)
            var ranked = try ranking.evidence(of: asked.reading.freeText)
            try ranking.refine(
                &ranked, asked.reading.freeText, meaning, among: state.passing(asked.reading.filter).passages)
            return ranked.candidates.map { ($0.index, Int(state.index.layout.tokenCounts[$0.index])) }
        }
    }

    private func listing(
        _ asked: Asked, _ passing: PassingItems, _ state: SearchState
    ) throws -> SearchResponse {
        let interpretation = asked.reading.interpretation(passing: passing.counts)
        guard let table = passing.table, let items = passing.items else {
            return SearchResponse(results: [], lanes: [], notes: [], interpretation: interpretation)
        }
        let listing = FilterListing(
            snapshot: state.snapshot, table: table, newestFirst: table.newestFirst(items),
            words: asked.reading.filter.positiveWords, analyzer: QueryAnalyzer(for: state.index.layout))
        return SearchResponse(
            results: try listing.results(limit: asked.query.limit), lanes: [], notes: [],
            interpretation: interpretation, timeline: listing.timeline(asked.query.clock))
    }

    /// The state of the library that a search looks at; its index is loaded when the first one asks for it.
    func state(
        _ snapshot: LibrarySnapshot, _ freshness: SearchMemory.Freshness, loadingVectors: Bool? = nil
    ) throws -> SearchState {
        try SearchState(snapshot, memory, freshness, loadingVectors: loadingVectors ?? (encoder != nil))
    }

    /// The items' table of the snapshot's state.
    func table(_ snapshot: LibrarySnapshot) throws -> ItemTable {
        try memory.table(snapshot)
    }
}
