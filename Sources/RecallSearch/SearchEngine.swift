import Foundation
public import RecallCore
public import RecallEmbedding
public import RecallStore
import RecallVectorIndex
import Synchronization

/// Searches one library by meaning and by words.
public final class SearchEngine: Sendable {
    private let store: LibraryStore
    private let encoder: (any SentenceEncoder)?
    private let index = Mutex<SearchIndex?>(nil)

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
        try store.read { snapshot in
            let index = try currentIndex(snapshot)
            let ranked = try rank(query, ranking, index, snapshot, limit: max(300, query.limit * 20))
            var notes = ranked.notes
            if let note = try Self.coverageNote(snapshot) { notes.append(note) }
            let results = try ResultAssembly(ranked: ranked, snapshot: snapshot, layout: index.layout)
                .results(limit: query.limit)
            return SearchResponse(results: results, lanes: ranked.lanes, notes: notes)
        }
    }

    /// The best passages for a query as indexes with the number of tokens of each, for measuring.
    public func passages(_ query: SearchQuery, ranking: Ranking, limit: Int) throws -> [(index: Int, tokenCount: Int)] {
        try store.read { snapshot in
            let index = try currentIndex(snapshot)
            return try rank(query, ranking, index, snapshot, limit: limit).candidates.map {
                ($0.index, Int(index.layout.tokenCounts[$0.index]))
            }
        }
    }

    private func currentIndex(_ snapshot: LibrarySnapshot) throws -> SearchIndex {
        try index.withLock { index in
            if let index { return index }
            let loaded = try SearchIndex(snapshot, loadingVectors: encoder != nil)
            index = loaded
            return loaded
        }
    }

    /// Makes the next search see what was written since the last one.
    public func refresh() {
        index.withLock { $0 = nil }
    }

    private func rank(
        _ query: SearchQuery, _ ranking: Ranking, _ index: SearchIndex, _ snapshot: LibrarySnapshot, limit: Int
    ) throws -> RankedPassages {
        let (text, phrases) = QuotedPhrases.split(query.text)
        var filter = query.filter
        filter.phrases += phrases
        let analyzer = QueryAnalyzer(for: index.layout)
        var ranked = RankedPassages(words: analyzer.words(of: text), analyzer: analyzer)
        // The single lanes are measured without what only their fusion uses.
        let named = ranking == .fused ? ranked.words : []
        ranked.namesSender = try namedSenders(named, index, snapshot, &ranked)
        let isFused = ranking == .fused
        let dates = DateMentions(isFused ? ranked.words.map(\.folded) : [])
        ranked.scores = try index.lexical.scores(ranked.words, names: ranked.names, optional: dates.words, snapshot)
        ranked.cosines = try cosines(text, ranking, index, &ranked)
        let passing = try passages(passing: filter, index, snapshot)
        let fusion = Fusion(
            weights: ranking.weights, cosines: ranked.cosines, words: ranked.scores, namesSender: ranked.namesSender,
            dateFits: try fits(of: dates, index, snapshot))
        ranked.candidates = fusion.best(limit, of: passing)
        if isFused {
            let look = SecondLook(
                ranked: ranked, hints: AnswerHints(text, ranked.words.map(\.folded)), vectors: index.vectors,
                snapshot: snapshot)
            ranked.candidates = try look.reorder(ranked.candidates)
        }
        ranked.lanes.insert(.words)
        return ranked
    }

    private func passages(
        passing filter: SearchFilter, _ index: SearchIndex, _ snapshot: LibrarySnapshot
    ) throws -> [Int] {
        let isLive = index.layout.isLive
        guard let runs = try snapshot.passages(passing: filter) else { return isLive.indices.filter { isLive[$0] } }
        return runs.flatMap { $0.clamped(to: isLive.indices) }.filter { isLive[$0] }
    }

    /// The cosines of all passages, or `nil` with a note when the meaning lane cannot run.
    private func cosines(
        _ text: String, _ ranking: Ranking, _ index: SearchIndex, _ ranked: inout RankedPassages
    ) throws -> [Float]? {
        guard ranking != .words else { return nil }
        guard let encoder else { return nil }
        guard let vectors = index.vectors, let generation = index.generation else { return nil }
        guard generation.fingerprint.hasPrefix(encoder.family + "/") else {
            ranked.notes.append(
                "Searched by words only: the library was embedded with another model. Run: recall import --embed-only")
            return nil
        }
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        var cosines = [Float](repeating: .nan, count: index.layout.count)
        vectors.score(try encoder.vector(query: text), into: &cosines)
        ranked.lanes.insert(.meaning)
        return cosines
    }

    /// How well each passage's date fits those that the query mentions; `nil` if it mentions none.
    private func fits(
        of mentions: DateMentions, _ index: SearchIndex, _ snapshot: LibrarySnapshot
    ) throws -> [Float]? {
        guard !mentions.mentions.isEmpty, let dates = try snapshot.dateSpan() else { return nil }
        let calendar = Calendar.current
        let years =
            calendar.component(.year, from: dates.lowerBound)...calendar.component(.year, from: dates.upperBound)
        var fits = [Float](repeating: 0, count: index.layout.count)
        for (span, fit) in mentions.spans(in: years, calendar) where span.overlaps(dates) {
            for run in try snapshot.passages(datedIn: span) {
                for passage in run.clamped(to: fits.indices) { fits[passage] = max(fits[passage], fit) }
            }
        }
        return fits
    }

    private func namedSenders(
        _ words: [QueryWord], _ index: SearchIndex, _ snapshot: LibrarySnapshot, _ ranked: inout RankedPassages
    ) throws -> [Bool] {
        var named = [Bool](repeating: false, count: index.layout.count)
        let found = try snapshot.passages(
            sentByNames: Set(words.lazy.filter { !$0.isFunctionWord }.map(\.folded)))
        for run in found.runs {
            for passage in run.clamped(to: named.indices) { named[passage] = true }
        }
        ranked.names = found.words
        return named
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
