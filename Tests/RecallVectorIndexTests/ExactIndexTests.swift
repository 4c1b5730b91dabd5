import Foundation
import RecallKernels
import RecallVectorIndex
import Testing

struct ExactIndexTests {
    /// Values that half floats hold exactly, in a pattern that never repeats soon.
    private static func rows(_ count: Int, dimension: Int, from start: Int) -> [Float] {
        (0..<count * dimension).map { Float((($0 + start) * 37) % 101 - 50) / 64 }
    }

    private static func data(_ rows: [Float]) -> Data {
        HalfMatrix.halves(rows).withUnsafeBytes { Data($0) }
    }

    @Test(arguments: [1, 3, 32, 33, 384]) func `every key gets the dot product of its own row`(dimension: Int) {
        var index = ExactIndex(dimension: dimension, keyCount: 30)
        #expect(index.isEmpty)
        let keys: [[UInt32]] = [[5, 0, 9], [2], Array(10..<27)]
        var expected = [Float](repeating: -7, count: 30)
        let query = Self.rows(1, dimension: dimension, from: 1_000)
        for (block, keys) in keys.enumerated() {
            let rows = Self.rows(keys.count, dimension: dimension, from: block * 7)
            index.append(keys: keys, rows: Self.data(rows))
            for (row, key) in keys.enumerated() {
                expected[Int(key)] = (0..<dimension).reduce(0) { $0 + query[$1] * rows[row * dimension + $1] }
            }
        }
        var scores = [Float](repeating: -7, count: 30)
        index.score(query, into: &scores)
        #expect(!index.isEmpty)
        for (score, value) in zip(scores, expected) { #expect(abs(score - value) < 1e-3) }
        for key in 0..<30 {
            let alone = index.score(query, of: key)
            #expect(alone == (expected[key] == -7 ? nil : scores[key]))
        }
    }

    @Test func `a vector is found again by its key`() {
        var index = ExactIndex(dimension: 2, keyCount: 4)
        index.append(keys: [3, 1], rows: Self.data([0.5, 0.25, 1, 2]))
        #expect(index.vector(of: 3) == [0.5, 0.25] && index.vector(of: 1) == [1, 2])
        for key in [-1, 0, 2, 4, .max] { #expect(index.vector(of: key) == nil) }
    }

    @Test func `keys beyond the scores are left out`() {
        var index = ExactIndex(dimension: 1, keyCount: 2)
        index.append(keys: [0, 3, .max], rows: Self.data([0.5, 0.25, 1]))
        var scores: [Float] = [0, 0]
        index.score([2], into: &scores)
        #expect(scores == [1, 0])
        #expect(index.vector(of: 0) == [0.5] && index.vector(of: 3) == nil)
    }

    @Test func `a block with too few bytes is left out`() {
        var index = ExactIndex(dimension: 4, keyCount: 2)
        index.append(keys: [0, 1], rows: Data(count: 15))
        #expect(index.isEmpty)
    }

    @Test func `a later row of a key counts`() {
        var index = ExactIndex(dimension: 1, keyCount: 2)
        index.append(keys: [0], rows: Self.data([1]))
        index.append(keys: [0], rows: Self.data([3]))
        var scores: [Float] = [0]
        index.score([1], into: &scores)
        #expect(scores == [3])
    }
}
