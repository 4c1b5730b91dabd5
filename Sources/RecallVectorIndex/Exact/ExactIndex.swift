public import Foundation
import RecallKernels

/// An exact index in memory: compares a query with every vector. For vectors that are in no file yet.
public struct ExactIndex: VectorIndex {
    /// Rows of signed bytes with the key of each.
    private struct Block: Sendable {
        var keys: [UInt32]
        var rows: Data

        /// Calls `body` with the address of a row.
        func withRow<Value>(_ row: Int, size: Int, _ body: (UnsafeRawPointer) -> Value) -> Value {
            rows.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { preconditionFailure("a block has rows for its keys") }
                return body(base + row * size)
            }
        }
    }

    /// The place of a key's vector.
    private struct Place: Hashable {
        var block: Int
        var row: Int
    }

    /// The number of components of each vector.
    public let dimension: Int
    /// The number of vectors.
    public var count: Int { places.count }
    private var blocks: [Block] = []
    private var places: [UInt32: Place] = [:]
    private var rowSize: Int { Int8Rows.rowSize(dimension: dimension) }

    /// An index without vectors.
    public init(dimension: Int) {
        self.dimension = dimension
    }

    /// Adds vectors, or replaces those of known keys. A block with too few bytes is left out.
    ///
    /// - Complexity: O(*k*) in the keys; the rows are not copied.
    public mutating func insert(keys: [UInt32], rows: Data) {
        guard rows.count >= keys.count * rowSize else { return }
        for (row, key) in keys.enumerated() { places[key] = Place(block: blocks.count, row: row) }
        blocks.append(Block(keys: keys, rows: rows))
    }

    /// Removes the vectors of some keys. Their bytes stay with the block.
    ///
    /// - Complexity: O(*k*) in the keys.
    public mutating func remove(keys: some Sequence<UInt32>) {
        for key in keys { places[key] = nil }
    }

    /// Rows that are compared before the best of them are chosen.
    private static let rowsAtATime = 2_048

    /// The vectors with the greatest dot product with `query`, best first, equal ones by key.
    ///
    /// - Complexity: O(*n* × dimension); allocates O(`limit`).
    public func nearest(to query: [Float], limit: Int, among included: KeySet?) -> [Neighbor] {
        guard query.count == dimension, count > 0 else { return [] }
        let query = Int8Query(query)
        var best = TopK<UInt32, Void>(limit: min(limit, count))
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.rowsAtATime) { products in
            guard let base = products.baseAddress else { return }
            for (number, block) in blocks.enumerated() {
                for start in stride(from: 0, to: block.keys.count, by: Self.rowsAtATime) {
                    let rows = start..<min(start + Self.rowsAtATime, block.keys.count)
                    block.withRow(start, size: rowSize) {
                        query.products(with: $0, stride: rowSize, count: rows.count, into: base)
                    }
                    for row in rows where best.mayHold(products[row - start]) {
                        let key = block.keys[row]
                        // Vectors that were replaced or removed stay in their block; only the current place of a key
                        // counts.
                        guard included?.contains(key) ?? true, places[key] == Place(block: number, row: row) else {
                            continue
                        }
                        best.insert(key, (), score: products[row - start])
                    }
                }
            }
        }
        return best.sorted().map { Neighbor(key: $0.key, similarity: $0.score) }
    }

    /// The vector of `key`, or `nil` if there is none.
    ///
    /// - Complexity: O(dimension).
    public func vector(of key: UInt32) -> [Float]? {
        withRow(of: key) {
            Int8Rows.vector(of: UnsafeRawBufferPointer(start: $0, count: rowSize), dimension: dimension)
        }
    }

    /// The dot products of `query` with the vectors of `keys`, in their order; `nil` where there is none.
    ///
    /// - Complexity: O(`keys.count` × dimension).
    public func similarities(to query: [Float], of keys: [UInt32]) -> [Float?] {
        guard query.count == dimension else { return keys.map { _ in nil } }
        let query = Int8Query(query)
        return keys.map { similarity(to: query, of: $0) }
    }

    func similarity(to query: Int8Query, of key: UInt32) -> Float? {
        withRow(of: key, query.product).flatMap { $0.isFinite ? $0 : nil }
    }

    /// True if there is a vector of the key.
    func contains(_ key: UInt32) -> Bool { places[key] != nil }

    private func withRow<Value>(of key: UInt32, _ body: (UnsafeRawPointer) -> Value) -> Value? {
        places[key].map { blocks[$0.block].withRow($0.row, size: rowSize, body) }
    }
}
