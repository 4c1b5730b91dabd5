import Foundation
import RecallCore
import RecallEmbedding
import RecallKernels
import RecallStore

/// An encoder input of a thread, and the passages pooled from it.
struct ThreadInput: Sendable {
    let input: PassageInput
    let passages: [PassageID]
}

/// The unit of encoding and writing: the inputs of many short threads, or a part of a long one.
struct EmbeddingPart: Sendable {
    private(set) var inputs: [ThreadInput] = []
    private(set) var tokenCount = 0
    /// The threads whose last input is in this part, so that writing it completes them.
    var completed: [PendingThread] = []
    /// The deletion count when the part's first input was read.
    var deletions = 0
    /// The cached vectors of inputs with unchanged contents, by hash.
    var known: [Data: [UInt8]] = [:]

    /// Keeps all cores busy for about a second; at most this much work is lost if the process is killed.
    private static let maximumTokens = 32_768
    static let maximumThreads = 256

    var isFull: Bool { tokenCount >= Self.maximumTokens || completed.count >= Self.maximumThreads }
    var isEmpty: Bool { inputs.isEmpty && completed.isEmpty }

    mutating func append(_ input: ThreadInput) {
        inputs.append(input)
        tokenCount += input.input.tokenCount
    }

    /// The inputs to encode, longest first: sequences of similar length keep the kernels' tiles full.
    var missing: [PassageInput] {
        inputs.map(\.input).filter { input in !input.contentHashes.allSatisfy { known[$0] != nil } }
            .sorted { $0.tokenCount > $1.tokenCount }
    }

    /// The vectors of all passages, given the encoded vectors of `missing` in order.
    func vectors(_ encoded: VectorMatrix, of missing: [PassageInput]) -> [NewVector] {
        var all = known
        for (row, hash) in missing.lazy.flatMap(\.contentHashes).enumerated() {
            all[hash] = Int8Rows.row(of: Array(encoded[row]))
        }
        return inputs.flatMap { input in
            zip(input.passages, input.input.contentHashes).compactMap { passage, hash in
                all[hash].map { NewVector(passage: passage, contentHash: hash, row: $0) }
            }
        }
    }
}
