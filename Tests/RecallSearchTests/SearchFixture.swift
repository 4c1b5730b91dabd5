import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallKernels
import RecallSearch
import RecallStore
import RecallTestSupport

/// A library with items, and engines that search it.
struct SearchFixture {
    let scratch: ScratchFolder
    let store: LibraryStore

    /// A library with items, embedded if there is an encoder.
    init(_ items: [Item], embeddedBy encoder: (any SentenceEncoder)? = nil) async throws {
        scratch = try ScratchFolder()
        store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        try await store.importItems(items, path: "/all")
        if let encoder { try await embed(encoder) }
    }

    @discardableResult
    func embed(_ encoder: any SentenceEncoder, progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in })
        async throws -> EmbeddingProgress
    {
        try await EmbeddingPipeline(store: store, encoder: encoder, progress: progress).run()
    }

    func engine(_ encoder: (any SentenceEncoder)? = nil) -> SearchEngine {
        SearchEngine(store: store, encoder: encoder)
    }

    /// The external ids of the items of all passages that a ranking finds.
    func found(_ query: SearchQuery, _ ranking: Ranking, _ engine: SearchEngine) throws -> Set<String> {
        let passages = try engine.passages(query, ranking: ranking, limit: .max)
        return try store.read { snapshot in
            Set(try passages.compactMap { try snapshot.item(holding: $0.passage)?.externalID })
        }
    }
}

extension SearchResponse {
    /// The external ids of the items shown, result by result.
    var shown: [[String]] { results.map { $0.passages.compactMap(\.item.externalID) } }

    /// All scores.
    var scores: [Float] {
        results.flatMap(\.passages).flatMap { hit in
            [
                hit.score.cosine ?? 0, hit.score.passageBM25, hit.score.contextBM25, hit.score.coverage,
                hit.score.fused,
            ]
        }
    }
}
