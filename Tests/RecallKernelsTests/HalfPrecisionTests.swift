import RecallKernels
import Testing

@Suite struct HalfPrecisionTests {
    /// Known encodings of IEEE 754 binary16: one, largest, least normal, subnormals, ties to even, overflow.
    static let known: [(Float, UInt16)] = [
        (1, 0x3c00), (-2, 0xc000), (65504, 0x7bff), (65519, 0x7bff), (65520, 0x7c00), (0x1p-14, 0x0400),
        (0x1p-24, 0x0001), (0x1p-25, 0x0000), (0x1.8p-25, 0x0001), (1 + 0x1p-11, 0x3c00), (1 + 0x3p-11, 0x3c02),
        (.infinity, 0x7c00), (-0.0, 0x8000),
    ]

    @Test(arguments: Kernels.runnable)
    func roundsToTheKnownEncodings(kernels: Kernels) {
        var half = [UInt16](repeating: 0, count: Self.known.count)
        kernels.convertToHalf(Self.known.map(\.0), count: half.count, into: &half)
        #expect(half == Self.known.map(\.1))
    }

    @Test(arguments: Kernels.runnable)
    func everyHalfSurvivesTheWayToSinglePrecisionAndBack(kernels: Kernels) {
        let all = (0...UInt16.max).filter { $0 & 0x7c00 != 0x7c00 || $0 & 0x3ff == 0 }
        var single = [Float](repeating: 0, count: all.count)
        var back = [UInt16](repeating: 0, count: all.count)
        kernels.convertFromHalf(all, count: all.count, into: &single)
        kernels.convertToHalf(single, count: all.count, into: &back)
        #expect(back == all)
    }

    @Test(arguments: Kernels.runnable)
    func keepsWhatIsNotANumber(kernels: Kernels) {
        var (half, single, brain): ([UInt16], [Float], [UInt16]) = ([0], [0], [0])
        kernels.convertToHalf([.nan], count: 1, into: &half)
        kernels.convertFromHalf(half, count: 1, into: &single)
        kernels.convertToBFloat16([Float.nan], count: 1, into: &brain)
        #expect(single[0].isNaN && Float(bitPattern: UInt32(brain[0]) << 16).isNaN)
    }

    @Test(arguments: Kernels.runnable)
    func roundsToBFloat16LikeThePlainVersion(kernels: Kernels) {
        var random = RandomValues(seed: 71)
        let x = random.floats(1001, limit: 1e4) + [1 + 0x1p-8, 1 + 0x3p-8, .infinity, 3.4e38, 0]
        var (y, expected) = ([UInt16](repeating: 0, count: x.count), [UInt16](repeating: 0, count: x.count))
        kernels.convertToBFloat16(x, count: x.count, into: &y)
        Kernels.scalar.convertToBFloat16(x, count: x.count, into: &expected)
        #expect(y == expected)
    }
}

@Suite struct VariantTests {
    @Test func thePlainVariantRunsEverywhere() {
        #expect(Kernels.runnable.last?.name == "scalar")
    }

    @Test func theBestVariantIsTheFirstRunnable() {
        #expect(Kernels.best.name == Kernels.runnable.first?.name)
        #expect(CPUFeatures.current.description.hasSuffix("kernels: \(Kernels.best.name)"))
    }

    @Test(arguments: Kernels.runnable)
    func aVariantIsFoundByItsName(kernels: Kernels) {
        #expect(Kernels.named(kernels.name)?.name == kernels.name)
    }

    @Test func anUnknownVariantIsNone() {
        #expect(Kernels.named("abacus") == nil)
    }
}
