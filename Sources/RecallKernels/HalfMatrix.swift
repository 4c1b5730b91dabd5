/// Rows of IEEE half floats.
public enum HalfMatrix {
    /// The values of IEEE half floats, exactly.
    public static func floats(_ halves: UnsafeRawBufferPointer) -> [Float] {
        let count = halves.count / 2
        return [Float](unsafeUninitializedCapacity: count) { values, initialized in
            if let source = halves.baseAddress, let target = values.baseAddress {
                Kernels.best.convertFromHalf(
                    source.assumingMemoryBound(to: UInt16.self), count: count, into: target)
            }
            initialized = count
        }
    }

    /// `values` rounded to IEEE half floats.
    public static func halves(_ values: [Float]) -> [UInt16] {
        [UInt16](unsafeUninitializedCapacity: values.count) { halves, initialized in
            values.withUnsafeBufferPointer { values in
                if let source = values.baseAddress, let target = halves.baseAddress {
                    Kernels.best.convertToHalf(source, count: values.count, into: target)
                }
            }
            initialized = values.count
        }
    }
}
