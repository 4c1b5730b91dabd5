import RecallKernels
import Testing

@Suite struct RowKernelTests {
    @Test(arguments: Kernels.runnable)
    func normalizesLayersLikeThePlainVersion(kernels: Kernels) {
        var random = RandomValues(seed: 61)
        for columns in [1, 7, 8, 16, 31, 32, 100, 384] {
            let x = Buffer(random.floats(3 * columns, limit: 4), offset: 1)
            let (gamma, beta) = (random.floats(columns), random.floats(columns))
            func run(_ kernels: Kernels) -> [Float] {
                let y = Buffer([Float](repeating: .nan, count: 3 * columns), offset: 2)
                kernels.layerNorm(
                    x.base, rows: 3, columns: columns, gamma: gamma, beta: beta, epsilon: 1e-5, into: y.base)
                return y.values(3 * columns)
            }
            #expect(relativeDifference(run(kernels), run(.scalar)) <= 5e-6, "\(columns) columns, seed \(random.seed)")
        }
    }

    /// Without epsilon it would be zero divided by zero.
    @Test(arguments: Kernels.runnable)
    func normalizesALayerOfEqualValuesToBeta(kernels: Kernels) {
        let x = Buffer([Float](repeating: 3, count: 2 * 40)), y = Buffer([Float](repeating: .nan, count: 2 * 40))
        let beta = (0..<40).map { Float($0) }
        kernels.layerNorm(
            x.base, rows: 2, columns: 40, gamma: [Float](repeating: 2, count: 40), beta: beta, epsilon: 1e-5,
            into: y.base)
        #expect(zip(y.values(80), beta + beta).allSatisfy { abs($0 - $1) < 1e-2 })
    }

    @Test(arguments: Kernels.runnable)
    func softmaxSumsToOneAndAgreesWithThePlainVersion(kernels: Kernels) {
        var random = RandomValues(seed: 62)
        for count in [1, 2, 15, 16, 17, 31, 33, 512] {
            var x = random.floats(count, limit: 20)
            var expected = x
            x.withUnsafeMutableBufferPointer { kernels.softmax($0, scale: 0.7) }
            expected.withUnsafeMutableBufferPointer { Kernels.scalar.softmax($0, scale: 0.7) }
            #expect(relativeDifference(x, expected) <= 3e-6, "\(count) values, seed \(random.seed)")
            #expect(abs(x.reduce(0, +) - 1) <= 1e-5)
        }
    }

    /// x * Phi(x), from tables of the normal distribution.
    @Test(arguments: Kernels.runnable)
    func geluHasTheKnownValues(kernels: Kernels) {
        let known: [(Float, Float)] = [
            (0, 0), (1, 0.841_344_75), (-1, -0.158_655_25), (2, 1.954_499_7), (-2, -0.045_500_264),
            (3, 2.995_950_3), (-3, -0.004_049_694), (0.5, 0.345_731_23), (100, 100), (-100, 0),
        ]
        var x = known.map(\.0)
        x.withUnsafeMutableBufferPointer { kernels.gelu($0) }
        for (value, (input, expected)) in zip(x, known) {
            #expect(abs(value - expected) <= 1e-6 * max(abs(expected), 1e-3), "gelu(\(input))")
        }
    }

    @Test(arguments: Kernels.runnable)
    func geluIsExactToAMillionth(kernels: Kernels) {
        var x = (0...40_000).map { Float($0) / 5000 - 4 }
        var expected = x
        x.withUnsafeMutableBufferPointer { kernels.gelu($0) }
        expected.withUnsafeMutableBufferPointer { Kernels.scalar.gelu($0) }
        let worst = zip(x, expected).map { abs($0 - $1) / max(abs($1), 1e-3) }.max()!
        #expect(worst <= 1.5e-6)
    }

    @Test(arguments: Kernels.runnable)
    func geluKeepsWhatIsNotANumber(kernels: Kernels) {
        var x: [Float] = [.nan, .infinity, 1]
        x.withUnsafeMutableBufferPointer { kernels.gelu($0) }
        #expect(x[0].isNaN)
    }

    @Test(arguments: Kernels.runnable)
    func poolsTheMeanOfLengthOne(kernels: Kernels) {
        var random = RandomValues(seed: 63)
        for (rows, columns) in [(1, 1), (5, 31), (12, 384), (3, 33)] {
            let x = Buffer(random.floats(rows * columns), offset: 1)
            func run(_ kernels: Kernels) -> [Float] {
                let y = Buffer([Float](repeating: .nan, count: columns), offset: 1)
                kernels.meanPool(x.base, rows: rows, columns: columns, into: y.base)
                return y.values(columns)
            }
            #expect(relativeDifference(run(kernels), run(.scalar)) <= 3e-6, "\(rows) x \(columns), seed \(random.seed)")
            #expect(abs(run(kernels).reduce(0) { $0 + $1 * $1 } - 1) <= 1e-5)
        }
    }

    @Test(arguments: Kernels.runnable)
    func poolsZerosToZeros(kernels: Kernels) {
        var y: [Float] = [1, 1, 1]
        kernels.meanPool([0, 0, 0, 0, 0, 0], rows: 2, columns: 3, into: &y)
        #expect(y == [0, 0, 0])
    }

    @Test(arguments: Kernels.runnable)
    func quantizesWithinHalfAStep(kernels: Kernels) {
        var random = RandomValues(seed: 64)
        for columns in [1, 4, 15, 17, 384] {
            let x = random.floats(2 * columns, limit: 5)
            var q = [UInt8](repeating: 0, count: 2 * columns)
            var (scale, zero): ([Float], [Float]) = ([0, 0], [0, 0])
            kernels.quantize(x, rows: 2, columns: columns, into: &q, scale: &scale, zero: &zero)
            for (index, value) in x.enumerated() {
                let row = index / columns
                let restored = scale[row] * (Float(q[index]) - zero[row])
                #expect(abs(restored - value) <= 1.01 * scale[row], "\(columns) columns, seed \(random.seed)")
            }
        }
    }

    /// So that the sums of their products are the same in every variant.
    @Test(arguments: Kernels.runnable)
    func quantizesToTheBytesOfThePlainVersion(kernels: Kernels) {
        var random = RandomValues(seed: 65)
        for columns in [1, 7, 8, 16, 33, 384] {
            let x = random.floats(3 * columns, limit: 5)
            func run(_ kernels: Kernels) -> (q: [UInt8], scale: [Float], zero: [Float]) {
                var q = [UInt8](repeating: 0, count: 3 * columns)
                var (scale, zero): ([Float], [Float]) = ([0, 0, 0], [0, 0, 0])
                kernels.quantize(x, rows: 3, columns: columns, into: &q, scale: &scale, zero: &zero)
                return (q, scale, zero)
            }
            #expect(run(kernels) == run(.scalar), "\(columns) columns, seed \(random.seed)")
        }
    }

    @Test(arguments: Kernels.runnable)
    func quantizesZerosToZeros(kernels: Kernels) {
        var (q, scale, zero): ([UInt8], [Float], [Float]) = ([9, 9], [9], [9])
        kernels.quantize([0, 0], rows: 1, columns: 2, into: &q, scale: &scale, zero: &zero)
        #expect(q.allSatisfy { scale[0] * (Float($0) - zero[0]) == 0 })
    }

    @Test(arguments: Kernels.runnable)
    func adds(kernels: Kernels) {
        let a = (0..<35).map(Float.init)
        var sum = [Float](repeating: 0, count: 35)
        kernels.add(a, a, count: 35, into: &sum)
        #expect(sum == a.map { 2 * $0 })
    }
}
