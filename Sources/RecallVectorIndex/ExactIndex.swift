public import Foundation
import RecallKernels

/// Compares a query with every vector: exact, and fast enough for a personal archive.
public struct ExactIndex: Sendable {
    /// A matrix of IEEE half floats with the key of each row.
    private struct Block: Sendable {
        var keys: [UInt32]
        var rows: Data
    }

    /// Where a key's vector is.
    private struct Place {
        var block: UInt32
        var row: UInt32

        static let none = Place(block: .max, row: 0)
    }

    /// The number of components of each vector.
    public let dimension: Int
    private var blocks: [Block] = []
    private var places: [Place]

    /// An index without vectors, for keys below `keyCount`.
    public init(dimension: Int, keyCount: Int) {
        self.dimension = dimension
        places = Array(repeating: .none, count: keyCount)
    }

    /// Makes room for keys below `keyCount`.
    public mutating func grow(toKeyCount keyCount: Int) {
        guard keyCount > places.count else { return }
        places += Array(repeating: .none, count: keyCount - places.count)
    }

    /// Adds vectors: `keys.count` × `dimension` IEEE half floats, row after row. The bytes are kept, not copied. Keys out
    /// of range are never found.
    public mutating func append(keys: [UInt32], rows: Data) {
        guard rows.count >= keys.count * dimension * 2 else { return }
        for (row, key) in keys.enumerated() where key < places.count {
            places[Int(key)] = Place(block: UInt32(blocks.count), row: UInt32(row))
        }
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

    /// The vector of `key`, or `nil` if there is none.
    public func vector(of key: Int) -> [Float]? {
        withRow(of: key) { HalfMatrix.floats($0) }
    }

    /// The dot product of `query` with the vector of `key`, or `nil` if there is none.
    ///
    /// - Complexity: O(dimension).
    public func score(_ query: [Float], of key: Int) -> Float? {
        withRow(of: key) { HalfMatrix.products(of: query, rows: $0, count: 1)[0] }
    }

    private func withRow<Value>(of key: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard places.indices.contains(key), places[key].block != Place.none.block else { return nil }
        let (block, start) = (blocks[Int(places[key].block)], Int(places[key].row) * dimension * 2)
        return block.rows.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start..<start + dimension * 2])) }
    }
}
