import Foundation
import RecallCore
public import RecallEmbedding
public import RecallStore

/// Gives vectors to all passages that have none, thread by thread. A kill loses at most one batch of work.
public struct EmbeddingPipeline: Sendable {
    private let store: LibraryStore
    private let encoder: any SentenceEncoder
    private let halves: @Sendable ([Float]) -> [UInt16]
    private let windows: ContextWindows
    private let progress: @Sendable (EmbeddingProgress) -> Void

    /// A pipeline that embeds with `encoder`. `progress` is told after each batch.
    public init(
        store: LibraryStore, encoder: any SentenceEncoder, halves: @escaping @Sendable ([Float]) -> [UInt16],
        progress: @escaping @Sendable (EmbeddingProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.encoder = encoder
        self.halves = halves
        self.progress = progress
        windows = ContextWindows(for: encoder)
    }

    /// What tells these vectors from those of another model or other windows.
    public var fingerprint: String {
        Self.fingerprint(encoder: encoder.fingerprint)
    }

    /// The fingerprint of the vectors that an encoder of that fingerprint makes.
    public static func fingerprint(encoder: String) -> String {
        let windows = ContextWindows()
        return "\(encoder)/window\(windows.length)-\(windows.overlap)/passage\(PassageCutter().maximumTokens)"
    }

    /// Embeds until nothing is left, or the task is cancelled: then it stops after the batch at hand.
    public func run() async throws -> EmbeddingProgress {
        let generation = try store.write {
            try $0.makeGeneration(fingerprint: fingerprint, dimension: encoder.dimension)
        }
        var done = EmbeddingProgress(total: try pendingPassages(generation))
        progress(done)
        var last: Int64 = 0
        while !Task.isCancelled {
            let batch = try nextBatch(generation, after: last)
            guard let end = batch.threads.last else {
                if !generation.isServing { try store.write { try $0.serve(generation: generation.id) } }
                try store.checkpoint()
                return done
            }
            guard try await embed(batch, generation, &done) else { break }
            last = end
        }
        done.wasStopped = true
        return done
    }

    private func pendingPassages(_ generation: Generation) throws -> Int {
        let counts = try store.read { try $0.passageCounts() }
        return generation.isServing ? counts.all - counts.embedded : counts.all
    }

    /// Threads that are embedded together, and what the encoder reads of them.
    private struct Batch {
        var threads: [Int64] = []
        var sequences: [Sequence] = []
    }

    /// A window with the passages pooled from it.
    private struct Sequence {
        var input: EncoderInput
        var passages: [Int64]
        var hashes: [Data]
    }

    /// Enough tokens to keep all cores busy for a second or so.
    private static let batchTokens = 32_768

    private func nextBatch(_ generation: Generation, after last: Int64) throws -> Batch {
        try store.read { snapshot in
            var batch = Batch()
            var tokens = 0
            for thread in try snapshot.threadsToEmbed(generation: generation.id, after: last, limit: 256) {
                let stream = try stream(of: thread, snapshot)
                batch.threads.append(thread)
                for window in windows.windows(over: stream) {
                    tokens += window.range.count + 2
                    batch.sequences.append(sequence(window, stream))
                }
                if tokens >= Self.batchTokens { break }
            }
            return batch
        }
    }

    private func stream(of thread: Int64, _ snapshot: LibrarySnapshot) throws -> TokenStream {
        var stream = TokenStream()
        var title = ""
        for item in try snapshot.texts(thread: thread) where !item.passages.isEmpty {
            stream.append(context: encoder.tokens(of: ContextLine.text(before: item, lastTitle: title)))
            title = item.title
            for (offset, range) in item.passages.enumerated() {
                stream.append(
                    passage: item.firstPassage + Int64(offset), encoder.tokens(of: item.text.utf8Slice(range)))
            }
        }
        return stream
    }

    private func sequence(_ window: ContextWindows.Window, _ stream: TokenStream) -> Sequence {
        let tokens = stream.tokens[window.range]
        let ranges = window.passages.map {
            $0.range.lowerBound - window.range.lowerBound..<$0.range.upperBound - window.range.lowerBound
        }
        let input = encoder.input(tokens, pooling: ranges)
        return Sequence(
            input: input, passages: window.passages.map(\.id), hashes: Self.contentHashes(of: input))
    }

    /// For each pooled range the hash of what the encoder reads and of the range.
    private static func contentHashes(of input: EncoderInput) -> [Data] {
        var hash = SHA256()
        input.tokens.withUnsafeBytes { hash.update($0) }
        return input.pooledRanges.map { range in
            var hash = hash
            withUnsafeBytes(of: (Int64(range.lowerBound), Int64(range.upperBound))) { hash.update($0) }
            return Data(hash.finalize().prefix(16))
        }
    }

    /// Embeds a batch part by part, since one thread may be a whole book. Its threads count as embedded when all parts
    /// are; the vectors of parts that were written before a stop are found again by their hashes.
    ///
    /// - Returns: whether it was not cancelled.
    private func embed(_ batch: Batch, _ generation: Generation, _ done: inout EmbeddingProgress) async throws -> Bool {
        var rest = batch.sequences[...]
        while !rest.isEmpty {
            guard !Task.isCancelled else { return false }
            let part = Self.part(of: rest)
            rest = rest.dropFirst(part.count)
            let vectors = try vectors(of: part, generation, &done)
            try store.write { try $0.append(vectors, generation: generation) }
            done.passages += vectors.count
            progress(done)
            await Task.yield()
        }
        try store.write { try $0.markEmbedded(threads: batch.threads, generation: generation.id) }
        return true
    }

    private static func part(of sequences: ArraySlice<Sequence>) -> ArraySlice<Sequence> {
        var tokens = 0
        return sequences.prefix { sequence in
            defer { tokens += sequence.input.tokens.count }
            return tokens < batchTokens
        }
    }

    private func vectors(
        of part: ArraySlice<Sequence>, _ generation: Generation, _ done: inout EmbeddingProgress
    ) throws -> [NewVector] {
        var known = try store.read {
            try $0.cachedVectors(part.flatMap(\.hashes), generation: generation)
        }
        done.cached += known.count
        let missing = part.filter { !$0.hashes.allSatisfy { known[$0] != nil } }
        done.tokens += missing.reduce(0) { $0 + $1.input.tokens.count }
        for (hash, vector) in try encode(missing) { known[hash] = vector }
        return part.flatMap { sequence in
            zip(sequence.passages, sequence.hashes).compactMap { passage, hash in
                known[hash].map { NewVector(passage: passage, contentHash: hash, halves: $0) }
            }
        }
    }

    private func encode(_ sequences: [Sequence]) throws -> [(Data, [UInt16])] {
        guard !sequences.isEmpty else { return [] }
        // Sequences of like length keep the kernels' tiles full.
        let sorted = sequences.sorted { $0.input.tokens.count > $1.input.tokens.count }
        let rows = halves(try encoder.encode(sorted.map(\.input)))
        let hashes = sorted.flatMap(\.hashes)
        return hashes.enumerated().map { index, hash in
            (hash, Array(rows[index * encoder.dimension..<(index + 1) * encoder.dimension]))
        }
    }
}

/// How far embedding is.
public struct EmbeddingProgress: Hashable, Sendable {
    /// Passages that had no vector when it began.
    public var total: Int
    /// Passages done.
    public var passages = 0
    /// Tokens that the encoder read.
    public var tokens = 0
    /// Vectors that were known from before.
    public var cached = 0
    /// Whether it was stopped before its end; the next run goes on there.
    public var wasStopped = false

    init(total: Int) {
        self.total = total
    }
}

/// The line that the encoder reads before an item: who wrote it, and what about when that is new.
enum ContextLine {
    static func text(before item: ThreadItemText, lastTitle: String) -> String {
        let title = item.title.isEmpty || BaseSubject(item.title).text == BaseSubject(lastTitle).text ? "" : item.title
        switch (item.sender.isEmpty, title.isEmpty) {
        case (true, true): return ""
        case (true, false): return title + "."
        case (false, true): return item.sender + ":"
        case (false, false): return "\(item.sender): \(title)."
        }
    }
}
