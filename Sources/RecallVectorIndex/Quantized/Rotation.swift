/// A fixed random rotation, after which the components of any vector are alike: rounds of changed signs and fast
/// Hadamard transforms (Ailon and Chazelle 2009), over the first and over the last components as far as a power of two goes.
///
/// Dot products stay what they are. The signs follow from the number of components alone, so every file has the same.
struct Rotation: Sendable {
    /// The components after the rotation: those before it, and zeros up to a multiple of 16.
    let dimension: Int
    private let span: Int
    private let signs: [Float]

    private static let rounds = 3

    init(dimension: Int) {
        let padded = (dimension + 15) / 16 * 16
        self.dimension = padded
        span = 1 << (Int.bitWidth - 1 - padded.leadingZeroBitCount)
        // SplitMix64 (Steele, Lea and Flood 2014).
        var state: UInt64 = 0x5265_6361_6C6C
        signs = (0..<2 * Self.rounds * padded).map { _ in
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits >> 63 == 0 ? 1 : -1
        }
    }

    /// Rotates a vector, which has been padded with zeros.
    ///
    /// - Complexity: O(dimension × log dimension).
    func apply(to vector: UnsafeMutableBufferPointer<Float>) {
        for step in 0..<2 * Self.rounds {
            for index in 0..<dimension { vector[index] *= signs[step * dimension + index] }
            let start = step % 2 == 0 ? 0 : dimension - span
            Self.transform(UnsafeMutableBufferPointer(rebasing: vector[start..<start + span]))
        }
    }

    /// The Hadamard transform of a power of two of components, as long as before.
    private static func transform(_ vector: UnsafeMutableBufferPointer<Float>) {
        guard let base = vector.baseAddress else { return }
        var width = 1
        while width < vector.count {
            for block in stride(from: 0, to: vector.count, by: 2 * width) {
                for index in block..<block + width {
                    let (a, b) = (base[index], base[index + width])
                    base[index] = a + b
                    base[index + width] = a - b
                }
            }
            width *= 2
        }
        let scale = 1 / Float(vector.count).squareRoot()
        for index in vector.indices { base[index] *= scale }
    }
}
