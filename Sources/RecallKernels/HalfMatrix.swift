/// Rows of IEEE half floats, compared with a query.
public enum HalfMatrix {
    /// The dot products of `query` with each of `count` rows.
    public static func products(of query: [Float], rows: UnsafeRawBufferPointer, count: Int) -> [Float] {
        let halves = rows.bindMemory(to: Float16.self)
        return (0..<count).map { row in
            var sum: Float = 0
            for column in query.indices { sum += query[column] * Float(halves[row * query.count + column]) }
            return sum
        }
    }

    /// `values` rounded to IEEE half floats.
    public static func halves(_ values: [Float]) -> [UInt16] {
        values.map { Float16($0).bitPattern }
    }
}
