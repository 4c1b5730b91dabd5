public import RecallCore
public import RecallEmbedding
public import RecallStore

/// Embeds all passages without vectors, thread by thread. While one part is encoded, the next one is read and the
/// previous one is written. If the process is killed, at most the parts in progress are lost.
public struct EmbeddingPipeline: Sendable {
    private let store: LibraryStore
    private let encoder: any SentenceEncoder
    private let progress: @Sendable (EmbeddingProgress) -> Void

    /// A pipeline that embeds with `encoder` and calls `progress` after each part.
    public init(
        store: LibraryStore, encoder: any SentenceEncoder,
        progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.encoder = encoder
        self.progress = progress
    }

    /// The fingerprint of these vectors; it differs for another model or other context windows.
    public var fingerprint: String {
        "\(encoder.fingerprint)/\(encoder.contextFingerprint)/passage\(PassageSplitter().maximumTokens)"
    }

    /// Embeds until nothing is left or the task is cancelled. On cancellation it completes the current part.
    public func run() async throws -> EmbeddingProgress {
        try await run(following: nil)
    }

    /// Embeds the items of a running import as they are written, and the rest when the import has ended.
    func run(following activity: ImportActivity?) async throws -> EmbeddingProgress {
        let generation = try store.write {
            try $0.makeGeneration(fingerprint: fingerprint, dimension: encoder.dimension)
        }
        var done = EmbeddingProgress()
        if let activity {
            for await _ in activity.changes { done = try await sweep(generation, after: done, activity) }
        }
        done = try await sweep(generation, after: done, activity)
        done.wasStopped = Task.isCancelled
        if !done.wasStopped {
            if !generation.isServing { try store.write { try $0.serve(generation: generation.id) } }
            try store.checkpoint()
            store.refreshVectorFile()
        }
        return done
    }

    /// Embeds, in one pass, all threads without vectors that the import is not adding to.
    private func sweep(
        _ generation: Generation, after done: EmbeddingProgress, _ activity: ImportActivity?
    ) async throws -> EmbeddingProgress {
        let reader = EmbeddingReader(store: store, encoder: encoder, generation: generation, activity: activity)
        var sweep = try EmbeddingSweep(reader, after: done, progress: progress)
        return try await sweep.run()
    }
}
