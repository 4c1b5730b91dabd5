/// Random numbers that are the same for the same seed (SplitMix64, Steele et al. 2014).
public struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator that begins with `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededGenerator {
    /// One of `values`.
    public mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    /// `count` made-up words of `vocabulary`, parted by spaces.
    public mutating func words(_ count: Int, of vocabulary: [String]) -> String {
        (0..<count).map { _ in pick(vocabulary) }.joined(separator: " ")
    }
}
