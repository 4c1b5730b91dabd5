import Foundation
import RecallKernels
import RecallTestSupport
import RecallVectorIndex
import Testing

/// The law of `VectorIndex`, checked of any conformer against a plain loop over all vectors.
struct VectorIndexConformance {
    /// An index without vectors.
    let makeIndex: (_ dimension: Int) -> any VectorIndex
    /// The least share of the nearest that it finds: 1 of an exact index.
    let recall: Double

    private let dimension = 133
    private let count = 3_000

    /// Values that rows of signed bytes hold exactly.
    private func vector(_ seed: Int) -> [Float] {
        var state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<dimension).map { index in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return index == 0 ? 127 / 64 : Float(Int(state % 255) - 127) / 64
        }
    }

    private func rows(_ seeds: some Sequence<Int>) -> Data {
        seeds.reduce(into: Data()) { $0.append(contentsOf: Int8Rows.row(of: vector($1))) }
    }

    /// Inserts, replaces, removes and grows, and compares with the plain loop after each step.
    func check() {
        var index = makeIndex(dimension)
        #expect(index.isEmpty && index.nearest(to: vector(1), limit: 5).isEmpty)
        var seeds: [UInt32: Int] = [:]
        func insert(_ keys: [UInt32], from seed: Int) {
            index.insert(keys: keys, rows: rows(seed..<seed + keys.count))
            for (row, key) in keys.enumerated() { seeds[key] = seed + row }
        }
        insert((0..<UInt32(count)).map { $0 * 2 }.shuffled(), from: 10)
        compare(index, seeds)
        for other in [0, dimension - 1, dimension + 1] {
            let query = [Float](repeating: 1, count: other)
            #expect(index.nearest(to: query, limit: 5).isEmpty)
            #expect(index.similarities(to: query, of: [0, 2]) == [nil, nil])
        }
        insert([7, 0, 2, 90_001], from: 20_000)
        compare(index, seeds)
        let gone = seeds.keys.sorted().prefix(100)
        index.remove(keys: gone)
        for key in gone { seeds[key] = nil }
        index.remove(keys: [UInt32.max, 1])
        compare(index, seeds)
        index.insert(keys: [1, 3], rows: Data(count: dimension * 2 - 1))
        compare(index, seeds)
    }

    private func compare(_ index: any VectorIndex, _ seeds: [UInt32: Int]) {
        #expect(index.count == seeds.count)
        let query = vector(-5)
        let products = seeds.mapValues { seed in zip(query, vector(seed)).reduce(0) { $0 + $1.0 * $1.1 } }
        for limit in [0, 1, 10, 700, seeds.count + 5] {
            for isIncluded in [nil, { $0 % 3 == 0 }, { $0 > 80_000 }, { $0 < 64 }] as [((UInt32) -> Bool)?] {
                let keys = isIncluded.map { Self.keys(seeds.keys.filter($0)) }
                let found = index.nearest(to: query, limit: limit, among: keys)
                let expected = products.filter { isIncluded?($0.key) ?? true }.sorted { $0.value > $1.value }.prefix(
                    limit)
                #expect(found.count == expected.count && Set(found.map(\.key)).count == found.count)
                #expect(found.allSatisfy { abs($0.similarity - products[$0.key, default: 99]) < 1e-2 })
                #expect(found.allSatisfy { isIncluded?($0.key) ?? true })
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.similarity >= $1.similarity })
                let near = (expected.last?.value ?? 0) - 1e-2
                let right = found.count { $0.similarity >= near }
                #expect(Double(right) >= recall * Double(expected.count))
                #expect(index.similarities(to: query, of: found.map(\.key)) == found.map(\.similarity))
            }
        }
        #expect(seeds.prefix(50).allSatisfy { index.vector(of: $0.key) == vector($0.value) })
        #expect(index.vector(of: 5) == nil && index.similarities(to: query, of: [5, .max]) == [nil, nil])
    }

    private static func keys(_ keys: some Sequence<UInt32>) -> KeySet {
        keys.reduce(into: KeySet()) { $0.insert($1) }
    }
}

@Suite(.scratch) struct ExactIndexTests {
    @Test func `an exact index keeps the law of vector indexes`() {
        VectorIndexConformance(makeIndex: { ExactIndex(dimension: $0) }, recall: 1).check()
    }

    @Test func `equal neighbors come in the order of their keys`() {
        var index = ExactIndex(dimension: 1)
        let ones = (0..<9).reduce(into: Data()) { data, _ in data.append(contentsOf: Int8Rows.row(of: [1])) }
        index.insert(keys: [8, 1, 7, 2, 6, 3, 5, 4, 0], rows: ones)
        #expect(index.nearest(to: [1], limit: 3).map(\.key) == [0, 1, 2])
    }

    @Test func `a vector or a query that is no number is near to nothing`() {
        var index = ExactIndex(dimension: 2)
        let vectors: [[Float]] = [[.nan, 1], [.infinity, .infinity], [1, 1]]
        index.insert(
            keys: [1, 2, 3], rows: vectors.reduce(into: Data()) { $0.append(contentsOf: Int8Rows.row(of: $1)) })
        #expect(index.nearest(to: [1, 1], limit: 3).map(\.key) == [3, 1, 2])
        #expect(index.similarities(to: [1, 1], of: [1, 2]) == [0, 0])
        #expect(index.nearest(to: [.nan, 1], limit: 3).isEmpty)
        #expect(index.similarities(to: [.infinity, 1], of: [1, 3]) == [nil, nil])
    }
}

@Suite(.scratch) struct QuantizedIndexTests {
    /// An index that writes all that is inserted to its file, and reads the file anew.
    private struct FileIndex: VectorIndex {
        let path: String
        let dimension: Int
        var index: QuantizedIndex
        var removed: Set<UInt32> = []

        var count: Int { index.count }

        func nearest(to query: [Float], limit: Int, among keys: KeySet?) -> [Neighbor] {
            index.nearest(to: query, limit: limit, among: keys)
        }

        func vector(of key: UInt32) -> [Float]? { index.vector(of: key) }

        func similarities(to query: [Float], of keys: [UInt32]) -> [Float?] { index.similarities(to: query, of: keys) }

        mutating func insert(keys: [UInt32], rows: Data) {
            guard rows.count >= keys.count * Int8Rows.rowSize(dimension: dimension) else { return }
            let stamp = VectorFile.Stamp(generation: 1, lastBlock: 1, rewrites: 1, changes: 1)
            do {
                if let file = VectorFile(path: path) {
                    try file.extend(capacity: 100_000, stamp: stamp) { try $0(keys, rows) }
                } else {
                    try VectorFile.write(to: path, dimension: dimension, capacity: 100_000, stamp: stamp) {
                        try $0(keys, rows)
                    }
                }
                index = QuantizedIndex(try #require(VectorFile(path: path, verifyingRows: true)))
            } catch {
                Issue.record(error)
            }
            removed.subtract(keys)
            index.remove(keys: removed)
        }

        mutating func remove(keys: some Sequence<UInt32>) {
            removed.formUnion(keys)
            index.remove(keys: keys)
        }
    }

    @Test func `an index of a file keeps the law of vector indexes`() throws {
        let scratch = try ScratchFolder()
        VectorIndexConformance(
            makeIndex: { dimension in
                FileIndex(
                    path: scratch.path + "/vectors.index", dimension: dimension,
                    index: QuantizedIndex(dimension: dimension))
            }, recall: 0.9
        ).check()
    }

    @Test func `an index of a file and of what came since keeps the law of vector indexes`() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/vectors.index"
        VectorIndexConformance(
            makeIndex: { dimension in
                // Old vectors that are all replaced or removed.
                let old = FileIndex(path: path, dimension: dimension, index: QuantizedIndex(dimension: dimension))
                var filled = old
                let row = Int8Rows.row(of: [Float](repeating: 1, count: dimension))
                let keys = (0..<UInt32(3_000)).map { $0 * 2 }
                filled.insert(keys: keys, rows: keys.reduce(into: Data()) { data, _ in data.append(contentsOf: row) })
                var index = filled.index
                index.remove(keys: keys)
                return index
            }, recall: 1
        ).check()
    }

    @Test func `nearest neighbors of clustered vectors are found, with and without filters`() throws {
        let scratch = try ScratchFolder()
        var random = SeededGenerator(seed: 7)
        func normal() -> Float { (0..<12).reduce(-6) { sum, _ in sum + Float.random(in: 0...1, using: &random) } }
        let centers = (0..<40).map { _ in (0..<384).map { _ in normal() } }
        func unit(_ vector: [Float]) -> [Float] {
            let length = vector.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return vector.map { $0 / length }
        }
        let vectors = (0..<6_000).map { index in unit(centers[index % 40].map { $0 + 0.7 * normal() }) }
        var exact = ExactIndex(dimension: 384)
        let keys = vectors.indices.map(UInt32.init)
        let rows = vectors.reduce(into: Data()) { $0.append(contentsOf: Int8Rows.row(of: $1)) }
        exact.insert(keys: keys, rows: rows)
        var index = FileIndex(path: scratch.path + "/v", dimension: 384, index: QuantizedIndex(dimension: 384))
        index.insert(keys: keys, rows: rows)
        let tenth = keys.filter { $0 / 40 % 10 == 3 }.reduce(into: KeySet()) { $0.insert($1) }
        for included in [nil, tenth] as [KeySet?] {
            var found = 0
            for query in stride(from: 0, to: 6_000, by: 60) {
                let query = unit(vectors[query].map { $0 + 0.02 * normal() })
                let expected = Set(exact.nearest(to: query, limit: 10, among: included).map(\.key))
                found += index.nearest(to: query, limit: 10, among: included).count { expected.contains($0.key) }
            }
            #expect(found >= 990)
        }
    }

    /// Those near the mean of all have small sketches, and must not push out the few that lie apart.
    @Test func `a vector apart from thousands that are nearly equal is found among them`() throws {
        let scratch = try ScratchFolder()
        var random = SeededGenerator(seed: 11)
        func vector() -> [Float] { (0..<64).map { _ in Float.random(in: -1...1, using: &random) } }
        let center = vector()
        let near = (0..<2_000).map { _ in zip(center, vector()).map { $0 + 0.05 * $1 } }
        let apart = (0..<40).map { _ in vector() }
        let rows = (near + apart).reduce(into: Data()) { $0.append(contentsOf: Int8Rows.row(of: $1)) }
        var index = FileIndex(path: scratch.path + "/v", dimension: 64, index: QuantizedIndex(dimension: 64))
        index.insert(keys: (0..<2_040).map { UInt32($0) }, rows: rows)
        for (number, query) in apart.enumerated() {
            #expect(index.nearest(to: query, limit: 1, among: nil).map(\.key) == [UInt32(2_000 + number)])
        }
    }
}
