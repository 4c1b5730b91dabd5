import RecallKernels

/// SplitMix64 (Steele, Lea and Flood 2014): the same values for the same seed everywhere.
struct RandomValues {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// Uniform in -limit..<limit.
    mutating func floats(_ count: Int, limit: Float = 1) -> [Float] {
        (0..<count).map { _ in (Float(next() >> 40) / Float(1 << 23) - 1) * limit }
    }

    mutating func size(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }
}

extension Kernels {
    /// The plain variant, the oracle of the others.
    static let scalar = Kernels.named("scalar")!
}

/// Memory that starts at a given distance from a 64-byte boundary.
final class Buffer<Element> {
    let base: UnsafeMutablePointer<Element>
    private let start: UnsafeMutableRawPointer

    init(_ values: [Element], offset: Int = 0) {
        let bytes = (values.count + offset + 1) * MemoryLayout<Element>.stride
        start = .allocate(byteCount: bytes, alignment: 64)
        base = start.bindMemory(to: Element.self, capacity: values.count + offset + 1) + offset
        base.initialize(from: values, count: values.count)
    }

    deinit {
        start.deallocate()
    }

    func values(_ count: Int) -> [Element] { Array(UnsafeBufferPointer(start: base, count: count)) }
}

/// The largest difference, in units of the largest magnitude of `reference`.
func relativeDifference(_ values: [Float], _ reference: [Float]) -> Float {
    let largest = reference.reduce(0) { max($0, abs($1)) }
    let difference = zip(values, reference).reduce(0) { max($0, abs($1.0 - $1.1)) }
    return values.contains { !$0.isFinite } ? .infinity : difference / max(largest, .leastNormalMagnitude)
}
