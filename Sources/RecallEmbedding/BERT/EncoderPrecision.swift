import RecallKernels

/// The precision of an encoder's weights and computations.
public enum EncoderPrecision: String, Sendable, CaseIterable {
    /// IEEE single precision, as the reference computes.
    case f32
    /// bfloat16 products and attention, summed in single precision.
    case bf16
    /// 8-bit products, summed exactly; attention and its projections in bfloat16: rounding queries, keys and values to 8
    /// bits makes a third of the error and saves little.
    case int8

    /// True if the word embeddings are stored as half floats. They are half of a small model, and their rounding
    /// error is far below that of the matrix products.
    /// below that of the products.
    var halvesWords: Bool { self != .f32 }

    /// The precision of the query, key and value matrices.
    var projections: MatrixPrecision { self == .f32 ? .f32 : .bf16 }

    /// The precision of the other matrices.
    var matrix: MatrixPrecision {
        switch self {
        case .f32: .f32
        case .bf16: .bf16
        case .int8: .int8
        }
    }
}
