public import Foundation
import RecallKernels

/// Compares a query with every vector: exact, and fast enough for a personal archive.
public struct ExactIndex: Sendable {
    /// A matrix of IEEE half floats with the key of each row.
    private struct Block: Sendable {
        var keys: [UInt32]
        var rows: Data
    }

    /// The number of components of each vector.
    public let dimension: Int
    private var blocks: [Block] = []

    /// An index without vectors.
    public init(dimension: Int) {
        self.dimension = dimension
    }

    /// Adds vectors: `keys.count` × `dimension` IEEE half floats, row after row. The bytes are kept, not copied.
    public mutating func append(keys: [UInt32], rows: Data) {
        guard rows.count >= keys.count * dimension * 2 else { return }
        blocks.append(Block(keys: keys, rows: rows))
    }

    /// Whether there is no vector.
    public var isEmpty: Bool { blocks.isEmpty }

    /// Writes the dot product of `query` with each vector to `scores[key]`; other entries stay as they are.
    ///
    /// - Complexity: O(*n* × dimension).
    public func score(_ query: [Float], into scores: inout [Float]) {
        precondition(query.count == dimension, "a query has the dimension of the index")
        for block in blocks {
            let products = block.rows.withUnsafeBytes {
                HalfMatrix.products(of: query, rows: $0, count: block.keys.count)
            }
            for (key, product) in zip(block.keys, products) where Int(key) < scores.count { scores[Int(key)] = product }
        }
    }
}
