import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// One state of a library as one search sees it, with the caches that searches share.
struct SearchSnapshot {
    let library: LibrarySnapshot
    let index: SearchIndex
    /// The encoder of queries: the one that made the index's vectors, if it can be had. `nil` where only words are searched.
    let encoder: (any SentenceEncoder)?
    let caches: SearchCaches
    private let freshness: SearchCaches.Freshness
    /// `LibraryRevision.itemRewrites` of the snapshot.
    let rewrites: Int

    /// The state of `library`, using `caches` where possible.
    ///
    /// - Parameter loadingVectors: true if the search needs vectors.
    init(
        _ library: LibrarySnapshot, _ caches: SearchCaches, _ encoders: QueryEncoders,
        _ freshness: SearchCaches.Freshness, loadingVectors: Bool
    ) throws {
        self.library = library
        self.caches = caches
        self.freshness = freshness
        index = try caches.index(library, loadingVectors: loadingVectors, freshness)
        encoder = encoders.encoder(of: index.vectors?.generation)
        rewrites = try library.revision().itemRewrites
    }

    /// An analyzer of queries, for one thread.
    func analyzer() -> QueryAnalyzer {
        QueryAnalyzer(for: index.layout, in: caches.terms)
    }

    /// The items' table, loaded when the first filter asks for it.
    func table() throws -> ItemTable {
        try caches.table(library, freshness)
    }

    /// The passages of junk; `nil` if there are none.
    func junk() throws -> PassageSet? {
        try caches.junk(library, below: index.layout.count)
    }

    /// The matches of `filter`: one exact condition that every retriever obeys.
    func matches(_ filter: SearchFilter) throws -> FilterMatches {
        guard filter != .everything else { return FilterMatches(layout: index.layout) }
        let table = try table()
        let items = try library.items(passing: filter, in: table)
        return FilterMatches(
            layout: index.layout,
            selection: .init(table: table, items: items, passages: table.passages(of: items, in: index.layout)))
    }
}
