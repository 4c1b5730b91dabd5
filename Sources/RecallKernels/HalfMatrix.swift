/// Rows of IEEE half floats, compared with a query.
public enum HalfMatrix {
    /// The dot products of `query` with each of `count` rows of `query.count` halves.
    ///
    /// - Complexity: O(`count` × `query.count`).
    public static func products(of query: [Float], rows: UnsafeRawBufferPointer, count: Int) -> [Float] {
        precondition(rows.count >= count * query.count * 2, "each row has a half for each of the query's values")
        guard count > 0 else { return [] }
        guard let base = rows.baseAddress, !query.isEmpty else { return [Float](repeating: 0, count: count) }
        return [Float](unsafeUninitializedCapacity: count) { scores, initialized in
            query.withUnsafeBufferPointer { query in
                guard let first = query.baseAddress, let target = scores.baseAddress else { return }
                Kernels.best.dot(
                    first, halfRows: base.assumingMemoryBound(to: UInt16.self), stride: query.count,
                    count: count, dimension: query.count, into: target)
            }
            initialized = count
        }
    }

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
