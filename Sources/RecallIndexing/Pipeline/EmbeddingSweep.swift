import Dispatch
import RecallCore
import RecallEmbedding
import RecallStore

/// One pass over all threads without vectors: while one part is encoded, the next one is read and the previous one is
/// written.
struct EmbeddingSweep {
    /// The source of inputs, from the first thread on.
    let source: EmbeddingReader
    let progress: @Sendable (EmbeddingProgress) -> Void
    private(set) var done: EmbeddingProgress
    private var reading: Task<Reading, any Error>
    private var writing: Task<Duration, any Error>?

    /// A queue of its own, because the encoder computes for about a second at a time and would starve the process's
    /// tasks.
    private static let encoderQueue = DispatchQueue(label: "recall.embedding", qos: .utility)

    /// A part that was read, the reader's next state, and the time spent.
    private struct Reading: Sendable {
        var part: EmbeddingPart?
        var reader: EmbeddingReader
        var time = Duration.zero
    }

    init(
        _ reader: EmbeddingReader, after done: EmbeddingProgress,
        progress: @escaping @Sendable (EmbeddingProgress) -> Void
    ) throws {
        source = reader
        self.done = done
        self.done.total = done.passages + (try reader.pendingPassages())
        self.progress = progress
        progress(self.done)
        reading = Self.read(reader)
    }

    /// Embeds until nothing is left or the task is cancelled. On cancellation it completes the current part.
    mutating func run() async throws -> EmbeddingProgress {
        do {
            while !Task.isCancelled, let part = try await nextPart() {
                try await embed(part)
            }
            try await finishWriting()
        } catch {
            // The library may be closed next, so nothing may still use it.
            _ = await writing?.result
            _ = await reading.result
            throw error
        }
        _ = await reading.result
        return done
    }

    private mutating func nextPart() async throws -> EmbeddingPart? {
        let read = try await reading.value
        done.preparing += read.time
        guard let part = read.part else { return nil }
        reading = Self.read(read.reader)
        return part
    }

    private static func read(_ reader: EmbeddingReader) -> Task<Reading, any Error> {
        Task.detached {
            var reading = Reading(reader: reader)
            reading.time = try ContinuousClock().measure { reading.part = try reading.reader.next() }
            return reading
        }
    }

    private mutating func embed(_ part: EmbeddingPart) async throws {
        let missing = part.missing
        let vectors = part.vectors(try await encode(missing), of: missing)
        // One write at a time, while the next part is read and this one was encoded.
        try await finishWriting()
        if source.activity?.takeChanges() == true { done.total = done.passages + (try source.pendingPassages()) }
        writing = write(vectors, of: part)
        done.passages += vectors.count
        done.cached += part.known.count
        progress(done)
    }

    private mutating func encode(_ inputs: [PassageInput]) async throws -> VectorMatrix {
        guard !inputs.isEmpty else { return VectorMatrix(dimension: source.encoder.dimension) }
        done.tokens += inputs.reduce(0) { $0 + $1.tokenCount }
        let start = ContinuousClock.now
        defer { done.encoding += .now - start }
        return try await withCheckedThrowingContinuation { [encoder = source.encoder] continuation in
            Self.encoderQueue.async {
                continuation.resume(with: Result { try encoder.encode(inputs) })
            }
        }
    }

    private func write(_ vectors: [NewVector], of part: EmbeddingPart) -> Task<Duration, any Error> {
        Task {
            [threads = part.completed, deletions = part.deletions, store = source.store, generation = source.generation]
            in
            try ContinuousClock().measure {
                try store.write {
                    try $0.append(vectors, generation: generation, readAfter: deletions)
                    try $0.markEmbedded(threads: threads, generation: generation)
                }
            }
        }
    }

    /// Waits for the previous part, even on cancellation: a stop must not interrupt a write. It ends the waiting for locks.
    private mutating func finishWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        done.writing += try await task.valueCancelledTogether
    }
}
