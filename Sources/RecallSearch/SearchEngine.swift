public import RecallCore
public import RecallEmbedding
public import RecallStore
import Synchronization

/// Searches one library by meaning and by words.
public final class SearchEngine: Sendable {
    let store: LibraryStore
    private let encoder: (any SentenceEncoder)?
    private let index = Mutex<SearchIndex?>(nil)
    private let table = Mutex<ItemTable?>(nil)

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
    public func search(_ query: SearchQuery, ranking: Ranking = .fused) throws -> SearchResponse {
        let reading = QueryReading(query, for: .ranking)
        return try store.read { snapshot in
            let index = try currentIndex(snapshot)
            let passing = try passing(reading.filter, index, snapshot)
            var response =
                reading.isFilterOnly
                ? try listing(reading, passing, index, snapshot, limit: query.limit)
                : try rankedResponse(reading, query, ranking, passing, index, snapshot)
            response.interpretation = reading.interpretation(passing: passing.counts)
            return response
        }
    }

    private func rankedResponse(
        _ reading: QueryReading, _ query: SearchQuery, _ ranking: Ranking, _ passing: PassingItems,
        _ index: SearchIndex, _ snapshot: LibrarySnapshot
    ) throws -> SearchResponse {
        var ranked = try rank(
            reading, query, ranking, among: passing.passages, index, snapshot, limit: max(300, query.limit * 20))
        ranked.filterWords = reading.filter.positiveWords
        if let note = try Self.coverageNote(snapshot) { ranked.notes.append(note) }
        var results = try ResultAssembly(ranked: ranked, snapshot: snapshot, layout: index.layout)
            .results(limit: query.limit)
        if query.order == .date { results.sort { $0.date > $1.date } }
        if let note = ranked.doubt(besides: passing.passages, index.layout) { ranked.notes.append(note) }
        return SearchResponse(
            results: results, lanes: ranked.lanes, notes: ranked.notes, confidence: ranked.bestConfidence)
    }

    /// The best passages for a query as indexes with the number of tokens of each, for measuring.
    public func passages(_ query: SearchQuery, ranking: Ranking, limit: Int) throws -> [(index: Int, tokenCount: Int)] {
        let reading = QueryReading(query, for: .ranking)
        return try store.read { snapshot in
            let index = try currentIndex(snapshot)
            let passing = try passing(reading.filter, index, snapshot)
            let ranked = try rank(
                reading, query, ranking, among: passing.passages, index, snapshot, limit: limit)
            return ranked.candidates.map { ($0.index, Int(index.layout.tokenCounts[$0.index])) }
        }
    }

    private func listing(
        _ reading: QueryReading, _ passing: PassingItems, _ index: SearchIndex, _ snapshot: LibrarySnapshot, limit: Int
    ) throws -> SearchResponse {
        guard let table = passing.table, let items = passing.items else {
            return SearchResponse(results: [], lanes: [], notes: [])
        }
        let listing = FilterListing(
            snapshot: snapshot, table: table, items: items, words: reading.filter.positiveWords,
            analyzer: QueryAnalyzer(for: index.layout))
        return SearchResponse(results: try listing.results(limit: limit), lanes: [], notes: [])
    }

    /// The index, loaded when the first search asks for it.
    func currentIndex(_ snapshot: LibrarySnapshot, loadingVectors: Bool? = nil) throws -> SearchIndex {
        let loadsVectors = loadingVectors ?? (encoder != nil)
        return try index.withLock { index in
            if let index, index.hasVectors || !loadsVectors { return index }
            let loaded = try SearchIndex(snapshot, loadingVectors: loadsVectors)
            index = loaded
            return loaded
        }
    }

    /// The items' table, loaded when the first filter asks for it.
    func currentTable(_ snapshot: LibrarySnapshot) throws -> ItemTable {
        try table.withLock { table in
            if let table { return table }
            let loaded = try snapshot.itemTable()
            table = loaded
            return loaded
        }
    }

    /// Makes the next search see what was written since the last one.
    public func refresh() {
        index.withLock { $0 = nil }
        table.withLock { $0 = nil }
    }

    private func rank(
        _ reading: QueryReading, _ query: SearchQuery, _ ranking: Ranking, among passages: [Int], _ index: SearchIndex,
        _ snapshot: LibrarySnapshot, limit: Int
    ) throws -> RankedPassages {
        let ranking = PassageRanking(
            index: index, snapshot: snapshot, encoder: encoder, lanes: ranking, clock: query.clock)
        return try ranking.rank(reading.freeText, among: passages, limit: limit)
    }

    /// Says when part of the library cannot be found by meaning yet.
    private static func coverageNote(_ snapshot: LibrarySnapshot) throws -> String? {
        let counts = try snapshot.passageCounts()
        let missing = counts.all - counts.embedded
        guard missing > 0 else { return nil }
        return counts.embedded == 0
            ? "Nothing is embedded yet, so only words were searched."
            : "\(missing) of \(counts.all) passages are not embedded yet and were searched by words only."
    }
}
