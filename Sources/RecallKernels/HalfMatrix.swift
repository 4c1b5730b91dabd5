/// Rows of IEEE half floats, compared with a query.
public enum HalfMatrix {
    /// Writes the dot products of `query` with each row of `query.count` halves to `products`, one for each row.
    ///
    /// - Complexity: O(`products.count` × `query.count`).
    public static func products(
        of query: [Float], rows: UnsafeRawBufferPointer, into products: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(
            rows.count >= products.count * query.count * 2, "each row has a half for each of the query's values")
        let dimension = query.count
        query.withUnsafeBufferPointer { query in
            guard let query = query.baseAddress, let rows = rows.baseAddress, let scores = products.baseAddress else {
                return
            }
            Kernels.best.dot(
                query, halfRows: rows.assumingMemoryBound(to: UInt16.self), stride: dimension,
                count: products.count, dimension: dimension, into: scores)
        }
    }

    /// The dot product of `query` with one row of `query.count` halves.
    public static func product(of query: [Float], row: UnsafeRawBufferPointer) -> Float {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { product in
            products(of: query, rows: row, into: product)
            return product[0]
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
