public import Foundation
import RecallKernels

/// An index of a mapped file: reads the sketches of all vectors, and compares the query with the rows of those whose
/// estimates are best. Vectors that came after the file was written are in an `ExactIndex`.
///
/// The estimates of 1,000,000 vectors take 52 megabytes of reading. What is missed of the nearest ten is below 1 in 1,000;
/// `similarities` and the order of what is found are exact.
public struct QuantizedIndex: VectorIndex {
    /// The number of components of each vector.
    public let dimension: Int
    /// The number of vectors.
    public private(set) var count: Int
    private let file: VectorFile?
    /// Keys whose vectors in the file do not count: those that were replaced or removed.
    private var hidden = KeySet()
    private var added: ExactIndex

    /// An index of a file's vectors.
    public init(_ file: VectorFile) {
        (self.file, dimension, count) = (file, file.dimension, file.count)
        added = ExactIndex(dimension: file.dimension)
    }

    /// An index without vectors, and without a file.
    public init(dimension: Int) {
        (file, self.dimension, count) = (nil, dimension, 0)
        added = ExactIndex(dimension: dimension)
    }

    /// The number of vectors that are in memory, not in the file.
    public var countInMemory: Int { added.count }

    /// Adds vectors, or replaces those of known keys. A block with too few bytes is left out.
    ///
    /// - Complexity: O(*k*) in the keys; the rows are not copied.
    public mutating func insert(keys: [UInt32], rows: Data) {
        guard rows.count >= keys.count * Int8Rows.rowSize(dimension: dimension) else { return }
        remove(keys: keys)
        let before = added.count
        added.insert(keys: keys, rows: rows)
        count += added.count - before
    }

    /// Removes the vectors of some keys.
    ///
    /// - Complexity: O(*k*) in the keys.
    public mutating func remove(keys: some Sequence<UInt32>) {
        for key in keys {
            if added.contains(key) {
                added.remove(keys: CollectionOfOne(key))
                count -= 1
            } else if isInFile(key) {
                hidden.insert(key)
                count -= 1
            }
        }
    }

    private func isInFile(_ key: UInt32) -> Bool {
        !hidden.contains(key) && file?.contains(key) ?? false
    }

    /// The rows that are compared for each neighbor that is wanted, and at least. Of 46,728 real embeddings, the nearest ten
    /// are among the best 300 estimates all but once in 2,000; of a million, more are near.
    private static let (oversampling, leastCompared) = (2, 300)
    private static let vectorsForEachCompared = 1_000

    /// The vectors with the greatest dot product with `query`, best first, equal ones by key.
    ///
    /// - Complexity: O(*n* × dimension / 8) for the sketches, and O(`limit` × dimension) for the rows.
    public func nearest(to query: [Float], limit: Int, among included: KeySet?) -> [Neighbor] {
        guard query.count == dimension, limit > 0, count > 0 else { return [] }
        var best = TopK<UInt32, Void>(limit: min(limit, count))
        for neighbor in added.nearest(to: query, limit: limit, among: included) {
            best.insert(neighbor.key, (), score: neighbor.similarity)
        }
        if let file {
            let compared = max(
                Self.leastCompared, count / Self.vectorsForEachCompared, min(limit, count) * Self.oversampling)
            let query8 = Int8Query(query)
            for key in candidates(of: file, for: query, count: compared, among: included) {
                if let score = file.similarity(to: query8, of: key) { best.insert(key, (), score: score) }
            }
        }
        return best.sorted().map { Neighbor(key: $0.key, similarity: $0.score) }
    }

    /// The keys with the best estimates, ascending.
    private func candidates(
        of file: VectorFile, for query: [Float], count: Int, among included: KeySet?
    ) -> [UInt32] {
        let table = file.sketching.table(for: query)
        var best = BestEstimates(limit: count)
        let capacity = VectorFile.chunkCapacity
        withUnsafeTemporaryAllocation(of: Float.self, capacity: capacity) { estimates in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity / Kernels.scanBlock) { passing in
                guard let scores = estimates.baseAddress, let bits = passing.baseAddress else { return }
                file.forEachChunk { first, factors, sketches in
                    Kernels.best.scan(
                        sketches, factors: factors, blocks: passing.count, with: table, threshold: best.threshold,
                        into: scores, passing: bits)
                    for block in passing.indices where passing[block] != 0 {
                        let start = first + block * Kernels.scanBlock
                        var rest = passing[block] & ~hidden.bits(from: start) & (included?.bits(from: start) ?? .max)
                        while rest != 0 {
                            let bit = rest.trailingZeroBitCount
                            best.insert(UInt32(start + bit), scores[block * Kernels.scanBlock + bit])
                            rest &= rest - 1
                        }
                    }
                }
            }
        }
        return best.keys()
    }

    /// The vector of `key`, or `nil` if there is none.
    ///
    /// - Complexity: O(dimension).
    public func vector(of key: UInt32) -> [Float]? {
        added.vector(of: key) ?? (isInFile(key) ? file?.vector(of: key) : nil)
    }

    /// The dot products of `query` with the vectors of `keys`, in their order; `nil` where there is none.
    ///
    /// - Complexity: O(`keys.count` × dimension).
    public func similarities(to query: [Float], of keys: [UInt32]) -> [Float?] {
        guard query.count == dimension else { return keys.map { _ in nil } }
        let query = Int8Query(query)
        return keys.map { key in
            added.similarity(to: query, of: key) ?? (isInFile(key) ? file?.similarity(to: query, of: key) : nil)
        }
    }
}

/// The keys with the greatest estimates of many.
private struct BestEstimates {
    private let limit: Int
    /// The estimate in the upper half, such that integers have its order, and the key in the lower one.
    private var gathered: [UInt64] = []
    /// An estimate must be greater.
    private(set) var threshold = -Float.infinity

    init(limit: Int) {
        self.limit = limit
        gathered.reserveCapacity(2 * limit)
    }

    mutating func insert(_ key: UInt32, _ estimate: Float) {
        let bits = estimate.bitPattern
        let order = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
        gathered.append(UInt64(order) << 32 | UInt64(key))
        if gathered.count == 2 * limit { dropWorse() }
    }

    private mutating func dropWorse() {
        guard gathered.count > limit else { return }
        gathered.select(limit, by: >)
        gathered.removeLast(gathered.count - limit)
        let order = UInt32(truncatingIfNeeded: (gathered.min() ?? 0) >> 32)
        threshold = Float(bitPattern: order >> 31 == 1 ? order & ~(1 << 31) : ~order)
    }

    /// The keys with the greatest estimates, ascending, as their rows lie in the file.
    consuming func keys() -> [UInt32] {
        dropWorse()
        return gathered.map { UInt32(truncatingIfNeeded: $0) }.sorted()
    }
}
