import RecallKernels
import Testing

@Suite struct ScanTests {
    @Test(arguments: Kernels.runnable)
    func estimatesAreTheSumsOfTheTable(kernels: Kernels) {
        // One column pair, and a table that says how many of the first four signs are set, and 16 times the next four.
        var entries = [UInt8](repeating: 0, count: 2 * 32)
        for signs in 0..<16 {
            entries[signs] = UInt8(signs.nonzeroBitCount)
            entries[16 + signs] = UInt8(16 * signs.nonzeroBitCount)
        }
        let table = Kernels.SignTable(entries: entries, scale: 0.5, offset: -3)
        let block = Kernels.scanBlock
        var sketches = [UInt8](repeating: 0, count: 2 * block)
        for vector in 0..<block { sketches[vector] = UInt8(vector * 7) }
        var factors = [Float](repeating: 2, count: block)
        factors[5] = .nan
        var estimates = [Float](repeating: 0, count: block)
        var passing: [UInt32] = [0]
        kernels.scan(
            sketches, factors: factors, blocks: 1, with: table, threshold: 20, into: &estimates, passing: &passing)
        for vector in 0..<block {
            let low = (sketches[vector] & 15).nonzeroBitCount, high = (sketches[vector] >> 4).nonzeroBitCount
            let expected = 2 * (0.5 * Float(low + 16 * high) - 3)
            #expect(vector == 5 ? estimates[vector].isNaN : estimates[vector] == expected)
            #expect((passing[0] >> UInt32(vector) & 1 == 1) == (vector != 5 && expected > 20))
        }
    }

    @Test func aVectorInBytesIsWithinHalfAStepOfItself() {
        var random = RandomValues(seed: 73)
        for dimension in [1, 3, 16, 33, 384] {
            let vector = random.floats(dimension, limit: 3)
            let back = Int8Rows.row(of: vector).withUnsafeBytes { Int8Rows.vector(of: $0, dimension: dimension) }
            let step = (vector.map(abs).max() ?? 0) / 127
            #expect(zip(vector, back).allSatisfy { abs($0 - $1) <= 0.5001 * step })
        }
        for odd in [[0, 0], [.nan, 1], [.infinity, 1], [Float.leastNonzeroMagnitude, 0]] as [[Float]] {
            #expect(Int8Rows.row(of: odd) == [0, 0, 0, 0, 0, 0])
        }
    }

    @Test func productsWithBytesAreThoseOfTheVectors() {
        var random = RandomValues(seed: 74)
        for (dimension, count) in [(1, 1), (7, 3), (16, 5), (67, 4), (384, 9), (2_048, 2)] {
            let query = random.floats(dimension)
            let vectors = (0..<count).map { _ in random.floats(dimension) }
            let rows = vectors.flatMap { Int8Rows.row(of: $0) }
            var products = [Float](repeating: 0, count: count)
            rows.withUnsafeBytes { rows in
                guard let base = rows.baseAddress else { return }
                Int8Query(query).products(with: base, stride: dimension + 4, count: count, into: &products)
            }
            for (vector, product) in zip(vectors, products) {
                let row = Int8Rows.row(of: vector)
                let values = row.withUnsafeBytes { Int8Rows.vector(of: $0, dimension: dimension) }
                let exact = zip(query, values).reduce(0) { $0 + Double($1.0) * Double($1.1) }
                #expect(abs(Double(product) - exact) < 2e-4 * Double(dimension).squareRoot())
            }
        }
        // All that can be at once: no sum passes 32 bits.
        let ones = [Float](repeating: 1, count: 4_096)
        let row = Int8Rows.row(of: ones)
        let product = row.withUnsafeBytes { $0.baseAddress.map { Int8Query(ones).product(with: $0) } ?? 0 }
        #expect(abs(product - 4_096) < 1)
    }
}
