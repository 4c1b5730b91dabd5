import Dispatch
import RecallCore
import RecallEmbedding
import RecallKernels
import RecallStore

/// Embeds once all threads without vectors: while one part is encoded, the next one is read and the one before is
/// written.
struct EmbeddingSweep {
    /// How the threads are read, from the first one on.
    let source: EmbeddingReader
    let progress: @Sendable (EmbeddingProgress) -> Void
    private(set) var done: EmbeddingProgress
    private var reading: Task<Reading, any Error>
    private var writing: Task<Duration, any Error>?

    /// The encoder computes for a second at a time, which would starve the tasks of the whole process.
    private static let encoderQueue = DispatchQueue(label: "recall.embedding", qos: .utility)

    /// A part that was read, the reader after it, and how long it took.
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

    /// Embeds until there is nothing left, or the task is cancelled: then it stops after the part at hand.
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
        let encoded = try await encode(missing.map(\.input))
        let vectors = part.vectors(encoded, of: missing, dimension: source.encoder.dimension)
        try await finishWriting()
        if source.activity?.takeNews() == true { done.total = done.passages + (try source.pendingPassages()) }
        writing = write(vectors, of: part)
        done.passages += vectors.count
        done.cached += part.known.count
        progress(done)
    }

    private mutating func encode(_ inputs: [EncoderInput]) async throws -> [UInt16] {
        guard !inputs.isEmpty else { return [] }
        done.tokens += inputs.reduce(0) { $0 + $1.tokens.count }
        let start = ContinuousClock.now
        defer { done.encoding += .now - start }
        return try await withCheckedThrowingContinuation { [encoder = source.encoder] continuation in
            Self.encoderQueue.async {
                continuation.resume(with: Result { HalfMatrix.halves(try encoder.encode(inputs)) })
            }
        }
    }

    private func write(_ vectors: [NewVector], of part: EmbeddingPart) -> Task<Duration, any Error> {
        Task.detached {
            [threads = part.completed, deletions = part.deletions, store = source.store, generation = source.generation]
            in
            try ContinuousClock().measure {
                try store.write {
                    try $0.append(vectors, generation: generation, readAfter: deletions)
                    try $0.markEmbedded(threads: threads, generation: generation.id)
                }
            }
        }
    }

    /// Waits for the part before, even when cancelled: a stop must not cut off what is being written.
    private mutating func finishWriting() async throws {
        guard let task = writing else { return }
        writing = nil
        done.writing += try await task.value
    }
}
