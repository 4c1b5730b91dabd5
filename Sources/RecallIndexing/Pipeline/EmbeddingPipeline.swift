public import RecallCore
public import RecallEmbedding
public import RecallStore

/// Gives vectors to all passages that have none, thread by thread: while one part is encoded, the next one is read and
/// the one before is written. A kill loses at most the parts at hand.
public struct EmbeddingPipeline: Sendable {
    private let store: LibraryStore
    private let encoder: any SentenceEncoder
    private let progress: @Sendable (EmbeddingProgress) -> Void

    /// A pipeline that embeds with `encoder`. `progress` is told after each part.
    public init(
        store: LibraryStore, encoder: any SentenceEncoder,
        progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.encoder = encoder
        self.progress = progress
    }

    /// The fingerprint that tells these vectors from those of another model or other windows.
    public var fingerprint: String {
        "\(encoder.fingerprint)/\(encoder.contextFingerprint)/passage\(PassageCutter().maximumTokens)"
    }

    /// Embeds until nothing is left, or the task is cancelled: then it stops after the part at hand.
    public func run() async throws -> EmbeddingProgress {
        try await run(following: nil)
    }

    /// Embeds beside an import what that has written, and the rest when it has ended.
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

    /// Embeds once all threads without vectors that are not busy.
    private func sweep(
        _ generation: Generation, after done: EmbeddingProgress, _ activity: ImportActivity?
    ) async throws -> EmbeddingProgress {
        let reader = EmbeddingReader(store: store, encoder: encoder, generation: generation, activity: activity)
        var sweep = try EmbeddingSweep(reader, after: done, progress: progress)
        return try await sweep.run()
    }
}
