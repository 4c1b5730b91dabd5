import Foundation
import RecallCore
import RecallEmbedding
import RecallStore

/// A window of a thread as the encoder reads it, with the passages pooled from it.
struct PassageWindow: Sendable {
    let input: EncoderInput
    let passages: [PassageID]
    /// For each passage the hash of what the encoder reads and of the range it pools.
    let hashes: [Data]

    init(_ window: ContextWindows.Window, of stream: TokenStream, for encoder: any SentenceEncoder) {
        let start = window.range.lowerBound
        input = encoder.input(
            stream.tokens[window.range],
            pooling: window.passages.map { $0.range.lowerBound - start..<$0.range.upperBound - start })
        passages = window.passages.map(\.id)
        hashes = Self.hashes(of: input)
    }

    private static func hashes(of input: EncoderInput) -> [Data] {
        var tokens = SHA256()
        input.tokens.withUnsafeBytes { tokens.update($0) }
        return input.pooledRanges.map { range in
            var hash = tokens
            withUnsafeBytes(of: (Int64(range.lowerBound), Int64(range.upperBound))) { hash.update($0) }
            return Data(hash.finalize().prefix(16))
        }
    }
}

/// What is encoded and written at a time: windows of many short threads, or a stretch of a long one.
struct EmbeddingPart: Sendable {
    private(set) var windows: [PassageWindow] = []
    private(set) var tokenCount = 0
    /// The threads whose last window is in this part: with it they are embedded.
    var completed: [PendingThread] = []
    /// How many deletions there were when the first of it was read.
    var deletions = 0
    /// The vectors that were made of the same contents before, by hash.
    var known: [Data: [UInt16]] = [:]

    /// Enough to keep all cores busy for a second or so, little enough to be lost in a kill.
    private static let maximumTokens = 32_768
    static let maximumThreads = 256

    var isFull: Bool { tokenCount >= Self.maximumTokens || completed.count >= Self.maximumThreads }
    var isEmpty: Bool { windows.isEmpty && completed.isEmpty }

    mutating func append(_ window: PassageWindow) {
        windows.append(window)
        tokenCount += window.input.tokens.count
    }

    /// The windows that the encoder has to read, longest first: sequences of like length keep the kernels' tiles full.
    var missing: [PassageWindow] {
        windows.filter { window in !window.hashes.allSatisfy { known[$0] != nil } }
            .sorted { $0.input.tokens.count > $1.input.tokens.count }
    }

    /// The vectors of all passages, given those of `missing` in order.
    func vectors(_ encoded: [UInt16], of missing: [PassageWindow], dimension: Int) -> [NewVector] {
        var all = known
        for (index, hash) in missing.lazy.flatMap(\.hashes).enumerated() {
            all[hash] = Array(encoded[index * dimension..<(index + 1) * dimension])
        }
        return windows.flatMap { window in
            zip(window.passages, window.hashes).compactMap { passage, hash in
                all[hash].map { NewVector(passage: passage, contentHash: hash, halves: $0) }
            }
        }
    }
}
