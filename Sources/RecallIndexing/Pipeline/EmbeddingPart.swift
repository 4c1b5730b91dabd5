import Foundation
import RecallCore
import RecallEmbedding
import RecallKernels
import RecallStore

/// An input of a thread, with the passages that are pooled from it.
struct ThreadInput: Sendable {
    let input: PassageInput
    let passages: [PassageID]
}

/// The unit of encoding and writing: inputs of many short threads, or a stretch of a long one.
struct EmbeddingPart: Sendable {
    private(set) var inputs: [ThreadInput] = []
    private(set) var tokenCount = 0
    /// The threads whose last input is in this part: with it they are embedded.
    var completed: [PendingThread] = []
    /// How many deletions there were when the first of it was read.
    var deletions = 0
    /// The vectors that were made of the same contents before, by hash.
    var known: [Data: [UInt16]] = [:]

    /// Enough to keep all cores busy for a second or so, little enough to be lost in a kill.
    private static let maximumTokens = 32_768
    static let maximumThreads = 256

    var isFull: Bool { tokenCount >= Self.maximumTokens || completed.count >= Self.maximumThreads }
    var isEmpty: Bool { inputs.isEmpty && completed.isEmpty }

    mutating func append(_ input: ThreadInput) {
        inputs.append(input)
        tokenCount += input.input.tokenCount
    }

    /// The inputs that the encoder has to read, longest first: sequences of like length keep the kernels' tiles full.
    var missing: [PassageInput] {
        inputs.map(\.input).filter { input in !input.contentHashes.allSatisfy { known[$0] != nil } }
            .sorted { $0.tokenCount > $1.tokenCount }
    }

    /// The vectors of all passages, given those of `missing` in order.
    func vectors(_ encoded: VectorMatrix, of missing: [PassageInput]) -> [NewVector] {
        var all = known
        for (row, hash) in missing.lazy.flatMap(\.contentHashes).enumerated() {
            all[hash] = HalfMatrix.halves(encoded[row])
        }
        return inputs.flatMap { input in
            zip(input.passages, input.input.contentHashes).compactMap { passage, hash in
                all[hash].map { NewVector(passage: passage, contentHash: hash, halves: $0) }
            }
        }
    }
}
