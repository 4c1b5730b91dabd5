public import RecallCore
public import RecallEmbedding
public import RecallStore
import RecallText

/// Searches one library by lexical and semantic retrieval, in five steps: prepare the query, retrieve candidates,
/// score them, rerank the best, and make a page of results.
public final class SearchEngine: Sendable {
    let store: LibraryStore
    private let encoders: QueryEncoders
    private let caches: SearchCaches

    /// An engine for `store`. Without an encoder, only words are searched.
    public convenience init(store: LibraryStore, encoder: (any SentenceEncoder)?) {
        self.init(store: store, encoders: QueryEncoders(encoder))
    }

    /// An engine for `store`, which searches by the vectors of the serving generation, or of another one.
    public init(store: LibraryStore, encoders: QueryEncoders, generation: Generation? = nil) {
        (self.store, self.encoders) = (store, encoders)
        caches = SearchCaches(store.location, generation)
    }

    /// The best threads for a query.
    ///
    /// - Parameter deadline: the time by which to return the best results so far. The response's notes list the steps
    ///   that were skipped.
    public func search(
        _ query: SearchQuery, ranking: Ranking = .hybrid, deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchResponse {
        try search(query, ranking, SearchLimits(deadline: deadline))
    }

    /// The best threads for a query, within a budget of work.
    package func search(_ query: SearchQuery, within budget: WorkBudget) throws -> SearchResponse {
        try search(query, .hybrid, SearchLimits(budget: budget))
    }

    func search(_ query: SearchQuery, _ ranking: Ranking, _ limits: SearchLimits) throws -> SearchResponse {
        try run(limits) { library in
            try answer(library, .exact) { try SearchRun(query, ranking, limits, $0).response(early: nil) }
        }
    }

    /// Runs a search. One whose filter could not be evaluated before the deadline has no results, and says so.
    private func run(_ limits: SearchLimits, _ search: (LibrarySnapshot) throws -> SearchResponse) throws
        -> SearchResponse
    {
        try limits.check()
        do {
            return try store.read(within: limits.budget, search)
        } catch is DeadlinePassed {
            let note = "The time was over before the filter was evaluated. Allow more time, or use a simpler filter."
            return SearchResponse(results: [], lanes: [], notes: [note])
        }
    }

    /// Yields the lexical results, then the final ones.
    func stages(
        of query: SearchQuery, _ limits: SearchLimits, _ body: @escaping (SearchResponse) -> Void
    ) throws {
        body(
            try run(limits) { library in
                try answer(library, .recent) {
                    try SearchRun(query, .hybrid, limits, $0).response(early: body)
                }
            })
    }

    /// The best passages for a query with the number of tokens of each, for measuring.
    public func passages(
        _ query: SearchQuery, ranking: Ranking, limit: Int
    ) throws -> [(passage: PassageID, tokenCount: Int)] {
        try store.read { library in
            try answer(library, .exact) { snapshot in
                let run = try SearchRun(query, ranking, SearchLimits(), snapshot)
                return try run.rankedPassages(limit: limit).map {
                    ($0.id, Int(snapshot.index.layout.tokenCounts[$0.id.index]))
                }
            }
        }
    }

    /// The library state for a search; the index is loaded on first use.
    private func snapshot(
        _ library: LibrarySnapshot, _ freshness: SearchCaches.Freshness, loadingVectors: Bool? = nil
    ) throws -> SearchSnapshot {
        try SearchSnapshot(
            library, caches, encoders, freshness, loadingVectors: loadingVectors ?? encoders.searchMeaning)
    }

    /// The value of `body` for the library's state. Where it came upon a damaged vector, the vectors are read anew, from the
    /// database, and it is called again.
    func answer<Value>(
        _ library: LibrarySnapshot, _ freshness: SearchCaches.Freshness, loadingVectors: Bool? = nil,
        _ body: (SearchSnapshot) throws -> Value
    ) throws -> Value {
        let first = try snapshot(library, freshness, loadingVectors: loadingVectors)
        let value = try body(first)
        guard first.index.vectors?.isDamaged ?? false else { return value }
        return try body(snapshot(library, freshness, loadingVectors: loadingVectors))
    }

    /// The items' table of the snapshot's state.
    func table(_ library: LibrarySnapshot) throws -> ItemTable {
        try caches.table(library)
    }
}
