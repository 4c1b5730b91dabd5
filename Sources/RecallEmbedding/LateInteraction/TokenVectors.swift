import RecallKernels

/// The vectors of a passage's tokens, each read in its context, of length 1. A value is kept in one byte.
public struct TokenVectors: Hashable, Sendable {
    /// The number of tokens.
    public let count: Int
    /// The number of components of a vector.
    public let dimension: Int
    private var bytes: [UInt8]
    /// The scale of each row, divided by the length of its vector.
    private var scales: [Float]
    private var zeros: [Float]

    /// The vectors of `count` rows of `dimension` values, of any length.
    public init(_ rows: UnsafePointer<Float>, count: Int, dimension: Int) {
        (self.count, self.dimension) = (count, dimension)
        var (scales, zeros) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
        bytes = [UInt8](unsafeUninitializedCapacity: count * dimension) { bytes, initialized in
            if let base = bytes.baseAddress {
                Kernels.best.quantize(
                    rows, rows: count, columns: dimension, into: base, scale: &scales, zero: &zeros)
            }
            initialized = count * dimension
        }
        for row in 0..<count {
            let values = UnsafeBufferPointer(start: rows + row * dimension, count: dimension)
            let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
            scales[row] = length > 0 ? scales[row] / length : 0
        }
        (self.scales, self.zeros) = (scales, zeros)
    }

    /// The memory of the vectors.
    public var byteCount: Int { bytes.count + 2 * MemoryLayout<Float>.size * count }

    /// The values of all vectors, one after the other.
    var values: [Float] {
        bytes.enumerated().map { index, byte in
            scales[index / dimension] * (Float(byte) - zeros[index / dimension])
        }
    }

    /// Calls `body` with the rows as the kernels multiply them.
    func withRows(_ body: (Kernels.Rows) -> Void) {
        bytes.withUnsafeBytes { bytes in
            scales.withUnsafeBufferPointer { scales in
                zeros.withUnsafeBufferPointer { zeros in
                    guard let bytes = bytes.baseAddress, let scales = scales.baseAddress,
                        let zeros = zeros.baseAddress
                    else { return }
                    body(Kernels.Rows(bytes: bytes, scale: scales, zero: zeros))
                }
            }
        }
    }
}
