/// Vectors as signed bytes with a scale each, a row after another: `dimension` bytes, then the scale as a little-endian
/// `Float`. A component is its byte times the scale.
public enum Int8Rows {
    /// The bytes of a row.
    public static func rowSize(dimension: Int) -> Int { dimension + 4 }

    /// The nearest row of signed bytes: components are off by at most half of 1/127 of the greatest. A vector with a
    /// component that is no finite number becomes zeros.
    public static func row(of vector: [Float]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: rowSize(dimension: vector.count)) { row, count in
            vector.withUnsafeBufferPointer { write($0, to: UnsafeMutableRawBufferPointer(row)) }
            count = row.count
        }
    }

    /// Writes the row of a vector, of `rowSize` bytes.
    public static func write(_ vector: UnsafeBufferPointer<Float>, to row: UnsafeMutableRawBufferPointer) {
        precondition(
            row.count >= rowSize(dimension: vector.count), "a row has a byte for each component, and its scale")
        var (greatest, isFinite): (Float, Bool) = (0, true)
        for value in vector {
            greatest = max(greatest, abs(value))
            isFinite = isFinite && value.isFinite
        }
        // Of subnormal numbers, the inverse is infinite.
        let inverse = isFinite && greatest > 0 && (127 / greatest).isFinite ? 127 / greatest : 0
        for index in vector.indices {
            // Adding so much leaves no place for fractions: rounds to nearest, as a call of the C library would.
            let level = vector[index] * inverse + 12_582_912 - 12_582_912
            row[index] = inverse == 0 ? 0 : UInt8(bitPattern: Int8(truncatingIfNeeded: Int32(level)))
        }
        let scale = inverse == 0 ? 0 : greatest / 127
        row.storeBytes(of: scale.bitPattern.littleEndian, toByteOffset: vector.count, as: UInt32.self)
    }

    /// The scale of a row.
    @inline(__always)
    public static func scale(of row: UnsafeRawBufferPointer, dimension: Int) -> Float {
        Float(bitPattern: UInt32(littleEndian: row.loadUnaligned(fromByteOffset: dimension, as: UInt32.self)))
    }

    /// The values of a row.
    public static func vector(of row: UnsafeRawBufferPointer, dimension: Int) -> [Float] {
        let scale = scale(of: row, dimension: dimension)
        return row.prefix(dimension).map { Float(Int8(bitPattern: $0)) * scale }
    }
}

/// A query to compare with rows of signed bytes: its components as integers of 16 bits, so that a product is a sum of
/// integers, the same on every machine.
public struct Int8Query: Sendable {
    private let weights: [Int16]
    private let scale: Float

    /// The query with components as close as 1/32,767 of the greatest. One with a component that is no finite number is
    /// near to nothing.
    public init(_ query: [Float]) {
        let greatest = query.reduce(0) { max($0, $1.isNaN ? .infinity : abs($1)) }
        let sum = query.reduce(0) { $0 + abs(Double($1)) }
        guard greatest.isFinite, greatest > 0 else {
            (weights, scale) = (query.map { _ in 0 }, .nan)
            return
        }
        // No sum of products with bytes passes 2^31.
        let inverse = Float(min(32_767 / Double(greatest), Double(1 << 30) / (127 * sum)))
        weights = query.map { Int16(($0 * inverse).rounded()) }
        scale = 1 / inverse
    }

    /// Writes the dot products with `count` rows that begin `stride` bytes apart; nothing but finite numbers or NaN.
    ///
    /// - Complexity: O(`count` × dimension).
    public func products(
        with rows: UnsafeRawPointer, stride: Int, count: Int, into products: UnsafeMutablePointer<Float>
    ) {
        let dimension = weights.count
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { sums in
            guard let base = sums.baseAddress, count > 0 else { return }
            weights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress else { return }
                Kernels.best.dot(
                    weights, byteRows: rows.assumingMemoryBound(to: Int8.self), stride: stride, count: count,
                    dimension: dimension, into: base)
            }
            for index in 0..<count {
                let row = UnsafeRawBufferPointer(start: rows + index * stride, count: dimension + 4)
                products[index] = Float(base[index]) * scale * Int8Rows.scale(of: row, dimension: dimension)
            }
        }
    }

    /// The dot product with one row.
    public func product(with row: UnsafeRawPointer) -> Float {
        var product: Float = 0
        products(with: row, stride: 0, count: 1, into: &product)
        return product
    }
}
