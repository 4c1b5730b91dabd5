public import Foundation
import RecallKernels

/// An exact index: compares a query with every vector, which is fast enough for a personal archive.
///
/// Vectors stay in the mapped file (`VectorFile`) or in the inserted blocks; the index itself takes eight bytes for
/// each key.
public struct ExactIndex: VectorIndex {
    /// A matrix of IEEE half floats with the key of each row.
    private struct Block: Sendable {
        var keys: [UInt32]
        var rows: Data
    }

    /// The place of a key's vector.
    private struct Place: Hashable {
        var block: UInt32
        var row: UInt32

        static let none = Place(block: .max, row: 0)
    }

    /// The number of components of each vector.
    public let dimension: Int
    /// The number of vectors.
    public private(set) var count = 0
    private var blocks: [Block] = []
    private var places: [Place] = []

    /// An index without vectors.
    public init(dimension: Int) {
        self.dimension = dimension
    }

    /// Adds vectors, or replaces those of known keys. A block with too few bytes is left out.
    ///
    /// - Complexity: O(*k*) in the keys; the rows are not copied.
    public mutating func insert(keys: [UInt32], rows: Data) {
        guard rows.count >= keys.count * dimension * 2 else { return }
        if let highest = keys.max(), Int(highest) >= places.count {
            places += Array(repeating: .none, count: Int(highest) + 1 - places.count)
        }
        for (row, key) in keys.enumerated() {
            if places[Int(key)] == .none { count += 1 }
            places[Int(key)] = Place(block: UInt32(blocks.count), row: UInt32(row))
        }
        blocks.append(Block(keys: keys, rows: rows))
    }

    /// Removes the vectors of some keys. Their bytes stay with the block.
    ///
    /// - Complexity: O(*k*) in the keys.
    public mutating func remove(keys: some Sequence<UInt32>) {
        for key in keys where place(of: key) != nil {
            places[Int(key)] = .none
            count -= 1
        }
    }

    /// Rows that are compared before the best of them are chosen.
    private static let rowsAtATime = 2_048

    /// The vectors with the greatest dot product with `query`, best first, equal ones by key.
    ///
    /// - Complexity: O(*n* × dimension); allocates O(`limit`).
    public func nearest(to query: [Float], limit: Int, where isIncluded: (UInt32) -> Bool) -> [Neighbor] {
        guard query.count == dimension else { return [] }
        var best = TopK<UInt32, Void>(limit: min(limit, count))
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.rowsAtATime) { products in
            for (number, block) in blocks.enumerated() {
                for start in stride(from: 0, to: block.keys.count, by: Self.rowsAtATime) {
                    let rows = start..<min(start + Self.rowsAtATime, block.keys.count)
                    compare(query, with: rows, of: block, into: products)
                    for row in rows where best.mayHold(products[row - rows.lowerBound]) {
                        let key = block.keys[row]
                        // Vectors that were replaced or removed stay in their block; only the current place of a key
                        // counts.
                        guard places[Int(key)] == Place(block: UInt32(number), row: UInt32(row)), isIncluded(key) else {
                            continue
                        }
                        best.insert(key, (), score: products[row - rows.lowerBound])
                    }
                }
            }
        }
        return best.sorted().map { Neighbor(key: $0.key, similarity: $0.score) }
    }

    private func compare(
        _ query: [Float], with rows: Range<Int>, of block: Block, into products: UnsafeMutableBufferPointer<Float>
    ) {
        block.rows.withUnsafeBytes { bytes in
            let part = UnsafeRawBufferPointer(
                rebasing: bytes[rows.lowerBound * dimension * 2..<rows.upperBound * dimension * 2])
            HalfMatrix.products(
                of: query, rows: part, into: UnsafeMutableBufferPointer(rebasing: products[..<rows.count]))
        }
    }

    /// The vector of `key`, or `nil` if there is none.
    ///
    /// - Complexity: O(dimension).
    public func vector(of key: UInt32) -> [Float]? {
        withRow(of: key) { HalfMatrix.floats($0) }
    }

    /// The dot products of `query` with the vectors of `keys`, in their order; `nil` where there is none.
    ///
    /// - Complexity: O(`keys.count` × dimension).
    public func similarities(to query: [Float], of keys: [UInt32]) -> [Float?] {
        guard query.count == dimension else { return keys.map { _ in nil } }
        return keys.map { key in
            let product = withRow(of: key) { HalfMatrix.product(of: query, row: $0) }
            return product.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private func place(of key: UInt32) -> Place? {
        places.indices.contains(Int(key)) && places[Int(key)] != .none ? places[Int(key)] : nil
    }

    private func withRow<Value>(of key: UInt32, _ body: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard let place = place(of: key) else { return nil }
        let start = Int(place.row) * dimension * 2
        return blocks[Int(place.block)].rows.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<start + dimension * 2]))
        }
    }
}
