import RecallKernels
import Testing

@Suite struct AttentionTests {
    @Test(arguments: Kernels.runnable)
    func agreesWithThePlainVersionForOddLengths(kernels: Kernels) {
        var random = RandomValues(seed: 51)
        for (heads, size, length) in [
            (1, 8, 1), (3, 32, 2), (2, 16, 33), (2, 64, 61), (4, 8, 100), (1, 40, 17), (2, 32, 256),
        ] {
            let shape = AttentionShape(heads: heads, headSize: size)
            let x = random.floats(length * 3 * heads * size, limit: 3)
            let difference = relativeDifference(attend(kernels, shape, x, length), attend(.scalar, shape, x, length))
            #expect(difference <= 3e-6, "\(heads) heads of \(size), length \(length), seed \(random.seed)")
            let coarse = relativeDifference(
                attendCoarsely(kernels, shape, x, length), attendCoarsely(.scalar, shape, x, length))
            #expect(coarse <= 2e-3, "coarsely, \(heads) heads of \(size), length \(length), seed \(random.seed)")
            let rounded = relativeDifference(
                attendRounded(kernels, shape, x, length), attendRounded(.scalar, shape, x, length))
            #expect(rounded <= 8e-3, "bf16, \(heads) heads of \(size), length \(length), seed \(random.seed)")
        }
    }

    @Test(arguments: Kernels.runnable)
    func averagesTheValuesWhereAllScoresAreEqual(kernels: Kernels) {
        let shape = AttentionShape(heads: 1, headSize: 8)
        let length = 37
        var x = [Float](repeating: 0, count: length * 24)
        for token in 0..<length { x[token * 24 + 16] = Float(token) }
        let y = attend(kernels, shape, x, length)
        #expect((0..<length).allSatisfy { abs(y[$0 * 8] - 18) < 1e-4 && y[$0 * 8 + 1] == 0 })
        let coarse = attendCoarsely(kernels, shape, x, length)
        #expect((0..<length).allSatisfy { abs(coarse[$0 * 8] - 18) < 0.02 && coarse[$0 * 8 + 1] == 0 })
    }

    @Test(arguments: Kernels.runnable)
    func staysFiniteForHugeScores(kernels: Kernels) {
        let shape = AttentionShape(heads: 1, headSize: 8)
        var random = RandomValues(seed: 52)
        let x = random.floats(19 * 24, limit: 1e15)
        #expect(attend(kernels, shape, x, 19).allSatisfy { $0.isFinite })
        #expect(attendCoarsely(kernels, shape, x, 19).allSatisfy { $0.isFinite })
    }

    private func attend(_ kernels: Kernels, _ shape: AttentionShape, _ x: [Float], _ length: Int) -> [Float] {
        let input = Buffer(x, offset: 1)
        return output(shape, length) {
            kernels.attend(shape, projections: input.base, length: length, scratch: $0, into: $1)
        }
    }

    private func attendCoarsely(_ kernels: Kernels, _ shape: AttentionShape, _ x: [Float], _ length: Int) -> [Float] {
        let input = Buffer(x, offset: 1)
        return output(shape, length) {
            kernels.attendCoarsely(shape, projections: input.base, length: length, scratch: $0, into: $1)
        }
    }

    private func attendRounded(_ kernels: Kernels, _ shape: AttentionShape, _ x: [Float], _ length: Int) -> [Float] {
        let input = Buffer([UInt16](repeating: 0, count: x.count), offset: 2)
        Kernels.scalar.convertToBFloat16(x, count: x.count, into: input.base)
        return output(shape, length) {
            kernels.attend(shape, projections: input.base, length: length, scratch: $0, into: $1)
        }
    }

    private func output(
        _ shape: AttentionShape, _ length: Int,
        _ body: (UnsafeMutableRawPointer, UnsafeMutablePointer<Float>) -> Void
    ) -> [Float] {
        let scratch = Buffer([UInt8](repeating: 0xff, count: shape.scratchBytes(length: length)))
        let count = length * shape.heads * shape.headSize
        let y = Buffer([Float](repeating: .nan, count: count), offset: 1)
        body(scratch.base, y.base)
        return y.values(count)
    }
}
