public import RecallCore
public import RecallEmbedding
public import RecallStore

/// Embeds all passages without vectors, thread by thread. While one part is encoded, the next one is read and the
/// previous one is written. If the process is killed, at most the parts in progress are lost.
///
/// Where another model's vectors serve searches, those of `encoder` are built beside them as a spare generation, which takes
/// their place when it is complete.
public struct EmbeddingPipeline: Sendable {
    private let store: LibraryStore
    private let encoder: any SentenceEncoder
    private let servingEncoder: (any SentenceEncoder)?
    private let maySwitch: @Sendable (Generation) throws -> Bool
    private let progress: @Sendable (EmbeddingProgress) -> Void

    /// A pipeline that embeds with `encoder` and calls `progress` after each part.
    ///
    /// - Parameters:
    ///   - servingEncoder: the encoder of the vectors that serve searches, if it is another one: what is new is embedded with
    ///     it too, so that it is found while the spare generation is built.
    ///   - maySwitch: asked when the spare generation is complete; false leaves it beside the serving one.
    public init(
        store: LibraryStore, encoder: any SentenceEncoder, servingEncoder: (any SentenceEncoder)? = nil,
        progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in },
        maySwitch: @escaping @Sendable (Generation) throws -> Bool = { _ in true }
    ) {
        (self.store, self.encoder, self.servingEncoder) = (store, encoder, servingEncoder)
        (self.maySwitch, self.progress) = (maySwitch, progress)
    }

    /// The fingerprint of these vectors; it differs for another model or other context windows.
    public var fingerprint: String { Self.fingerprint(of: encoder) }

    private static func fingerprint(of encoder: any SentenceEncoder) -> String {
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
        let serving = try generation.isServing ? nil : servingPart()
        let first = serving ?? (generation, encoder)
        var done = EmbeddingProgress()
        if let activity {
            for await _ in activity.changes { done = try await sweep(first, after: done, activity) }
        }
        done = try await sweep(first, after: done, activity)
        if serving != nil { done = try await sweep((generation, encoder), after: done, activity) }
        done.wasStopped = Task.isCancelled
        if !done.wasStopped {
            if !generation.isServing, try maySwitch(generation) { try store.write { try $0.serve(generation) } }
            try store.checkpoint()
            store.refreshVectorFile()
        }
        return done
    }

    /// The generation that serves, and its encoder, if that makes the same vectors.
    private func servingPart() throws -> (Generation, any SentenceEncoder)? {
        guard let servingEncoder, let serving = try store.read({ try $0.servingGeneration() }),
            serving.fingerprint == Self.fingerprint(of: servingEncoder)
        else { return nil }
        return (serving, servingEncoder)
    }

    /// Embeds, in one pass, all threads without vectors that the import is not adding to.
    private func sweep(
        _ part: (generation: Generation, encoder: any SentenceEncoder), after done: EmbeddingProgress,
        _ activity: ImportActivity?
    ) async throws -> EmbeddingProgress {
        let (generation, encoder) = part
        let reader = EmbeddingReader(store: store, encoder: encoder, generation: generation, activity: activity)
        var sweep = try EmbeddingSweep(reader, after: done, progress: progress)
        return try await sweep.run()
    }
}
