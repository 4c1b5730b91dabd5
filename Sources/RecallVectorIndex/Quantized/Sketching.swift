import RecallKernels

/// Sketches: the signs of a vector's components, after its distance from the center of all was rotated, and one factor
/// (RaBitQ, Gao and Long 2024). A query's product with a vector is estimated from them, off by about .035 in 384
/// dimensions; so they say which vectors are worth comparing.
struct Sketching: Sendable {
    /// The mean of vectors like those that are sketched.
    let center: [Float]
    private let rotation: Rotation

    init(center: [Float]) {
        self.center = center
        rotation = Rotation(dimension: center.count)
    }

    /// The bytes of a sketch, an even number.
    static func columns(dimension: Int) -> Int { (dimension + 15) / 16 * 2 }
    var columns: Int { Self.columns(dimension: center.count) }

    /// Passes the sketch of a row of signed bytes, of `columns` bytes, and its factor.
    func sketch(_ row: UnsafeRawBufferPointer, _ body: (_ bits: UnsafeBufferPointer<UInt8>, _ factor: Float) -> Void) {
        let scale = Int8Rows.scale(of: row, dimension: center.count)
        withRotated { index in
            Float(Int8(bitPattern: row[index])) * scale - center[index]
        } _: { rotated in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: columns) { bits in
                var (sum, squares): (Float, Float) = (0, 0)
                for column in 0..<columns {
                    var byte: UInt8 = 0
                    for bit in 0..<8 {
                        let value = rotated[8 * column + bit]
                        if value > 0 { byte |= 1 << UInt8(bit) }
                        sum += abs(value)
                        squares += value * value
                    }
                    bits[column] = byte
                }
                let factor = sum > 0 ? squares / sum : 0
                // A damaged vector is near to nothing, but it is a vector: no NaN.
                body(UnsafeBufferPointer(bits), factor.isFinite ? factor : 0)
            }
        }
    }

    /// The contributions of each four signs to the product with a query, in steps of 1/127 of the greatest contribution.
    func table(for query: [Float]) -> Kernels.SignTable {
        withRotated {
            query[$0]
        } _: { rotated in
            let groups = stride(from: 0, to: rotated.count, by: 4).map {
                rotated[$0..<$0 + 4].reduce(0) { $0 + abs($1) }
            }
            let greatest = Float(min(127, 65_535 / groups.count))
            let step = max(2 * (groups.max() ?? 0) / greatest, .leastNormalMagnitude)
            var entries: [UInt8] = []
            entries.reserveCapacity(16 * groups.count)
            for (group, span) in groups.enumerated() {
                for signs in 0..<16 {
                    let sum = (0..<4).reduce(span) { sum, bit in
                        signs >> bit & 1 == 1 ? sum + rotated[4 * group + bit] : sum - rotated[4 * group + bit]
                    }
                    entries.append(UInt8(min(greatest, max(0, (sum / step).rounded()))))
                }
            }
            return Kernels.SignTable(entries: entries, scale: step, offset: -groups.reduce(0, +))
        }
    }

    /// Calls `body` with the rotation of the vector of those components.
    private func withRotated<Value>(
        _ component: (Int) -> Float, _ body: (UnsafeMutableBufferPointer<Float>) -> Value
    ) -> Value {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: rotation.dimension) { rotated in
            for index in rotated.indices { rotated[index] = index < center.count ? component(index) : 0 }
            rotation.apply(to: rotated)
            return body(rotated)
        }
    }
}
