/// Vectors of one dimension, row after row.
public struct VectorMatrix: Hashable, Sendable {
    /// The number of components of each vector.
    public let dimension: Int
    /// All components, `count` × `dimension`.
    public private(set) var values: [Float]

    /// A matrix of rows.
    ///
    /// - Precondition: `values` are whole rows.
    public init(dimension: Int, values: [Float] = []) {
        precondition(dimension > 0 && values.count.isMultiple(of: dimension), "a matrix has whole rows")
        self.dimension = dimension
        self.values = values
    }

    /// The number of vectors.
    public var count: Int { values.count / dimension }

    /// The vector of a row.
    public subscript(row: Int) -> [Float] {
        Array(values[row * dimension..<(row + 1) * dimension])
    }

    /// Adds a row.
    ///
    /// - Precondition: it has `dimension` components.
    public mutating func append(_ vector: some Collection<Float>) {
        precondition(vector.count == dimension, "a row has the dimension of its matrix")
        values += vector
    }
}
