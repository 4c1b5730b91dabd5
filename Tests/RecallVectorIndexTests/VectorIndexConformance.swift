import Foundation
import RecallKernels
import RecallVectorIndex
import Testing

/// The law of `VectorIndex`, checked of any conformer against a plain loop over all vectors.
struct VectorIndexConformance {
    /// An index without vectors.
    let makeIndex: (_ dimension: Int) -> any VectorIndex
    /// The least share of the nearest that it finds: 1 of an exact index.
    let recall: Double

    private let dimension = 33
    private let count = 3_000

    /// Values that half floats hold exactly.
    private func vector(_ seed: Int) -> [Float] {
        var state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<dimension).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(Int(state % 129) - 64) / 64
        }
    }

    private func rows(_ seeds: some Sequence<Int>) -> Data {
        seeds.reduce(into: Data()) { data, seed in
            HalfMatrix.halves(vector(seed)).withUnsafeBytes { data.append(contentsOf: $0) }
        }
    }

    /// Inserts, replaces, removes and grows, and compares with the plain loop after each step.
    func check() {
        var index = makeIndex(dimension)
        #expect(index.isEmpty && index.nearest(to: vector(1), limit: 5) { _ in true }.isEmpty)
        var seeds: [UInt32: Int] = [:]
        func insert(_ keys: [UInt32], from seed: Int) {
            index.insert(keys: keys, rows: rows(seed..<seed + keys.count))
            for (row, key) in keys.enumerated() { seeds[key] = seed + row }
        }
        insert((0..<UInt32(count)).map { $0 * 2 }.shuffled(), from: 10)
        compare(index, seeds)
        for other in [0, dimension - 1, dimension + 1] {
            let query = [Float](repeating: 1, count: other)
            #expect(index.nearest(to: query, limit: 5) { _ in true }.isEmpty)
            #expect(index.similarities(to: query, of: [0, 2]) == [nil, nil])
        }
        insert([7, 0, 2, 90_001], from: 20_000)
        compare(index, seeds)
        let gone = seeds.keys.sorted().prefix(100)
        index.remove(keys: gone)
        for key in gone { seeds[key] = nil }
        index.remove(keys: [UInt32.max, 1])
        compare(index, seeds)
        index.insert(keys: [1, 3], rows: Data(count: dimension * 4 - 1))
        compare(index, seeds)
    }

    private func compare(_ index: any VectorIndex, _ seeds: [UInt32: Int]) {
        #expect(index.count == seeds.count)
        let query = vector(-5)
        let products = seeds.mapValues { seed in zip(query, vector(seed)).reduce(0) { $0 + $1.0 * $1.1 } }
        for limit in [0, 1, 10, 700, seeds.count + 5] {
            for isIncluded in [{ _ in true }, { $0 % 3 == 0 }, { $0 > 80_000 }] as [(UInt32) -> Bool] {
                let found = index.nearest(to: query, limit: limit, where: isIncluded)
                let expected = products.filter { isIncluded($0.key) }.sorted { $0.value > $1.value }.prefix(limit)
                #expect(found.count == expected.count && Set(found.map(\.key)).count == found.count)
                #expect(
                    found.allSatisfy { isIncluded($0.key) && abs($0.similarity - products[$0.key, default: 99]) < 1e-3 }
                )
                #expect(zip(found, found.dropFirst()).allSatisfy { $0.similarity >= $1.similarity })
                let near = (expected.last?.value ?? 0) - 1e-3
                let right = found.count { $0.similarity >= near }
                #expect(Double(right) >= recall * Double(expected.count))
                #expect(index.similarities(to: query, of: found.map(\.key)) == found.map(\.similarity))
            }
        }
        #expect(seeds.prefix(50).allSatisfy { index.vector(of: $0.key) == vector($0.value) })
        #expect(index.vector(of: 5) == nil && index.similarities(to: query, of: [5, .max]) == [nil, nil])
    }
}

struct ExactIndexTests {
    @Test func `an exact index keeps the law of vector indexes`() {
        VectorIndexConformance(makeIndex: { ExactIndex(dimension: $0) }, recall: 1).check()
    }

    @Test func `equal neighbors come in the order of their keys`() {
        var index = ExactIndex(dimension: 1)
        let ones = [UInt16](repeating: HalfMatrix.halves([1])[0], count: 9).withUnsafeBytes { Data($0) }
        index.insert(keys: [8, 1, 7, 2, 6, 3, 5, 4, 0], rows: ones)
        #expect(index.nearest(to: [1], limit: 3) { _ in true }.map(\.key) == [0, 1, 2])
    }
}

struct DamagedVectorTests {
    @Test func `a vector that is no number is near to nothing`() {
        var index = ExactIndex(dimension: 2)
        let rows: [UInt16] = [0x7E00, 0x3C00, 0x7C00, 0x7C00, 0x3C00, 0x3C00]  // NaN, infinity, and ones
        index.insert(keys: [1, 2, 3], rows: rows.withUnsafeBytes { Data($0) })
        #expect(index.nearest(to: [1, 1], limit: 3) { _ in true } == [Neighbor(key: 3, similarity: 2)])
        #expect(index.similarities(to: [1, 1], of: [1, 2, 3]) == [nil, nil, 2])
    }
}
