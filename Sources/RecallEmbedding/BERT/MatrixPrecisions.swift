import RecallCore
import RecallKernels

/// The formats of the matrices of an encoder.
extension EncoderPrecision {
    /// True if the word embeddings are stored as half floats. They are half of a small model, and their rounding
    /// error is far below that of the matrix products.
    var halvesWords: Bool { self != .f32 }

    /// The precision of the query, key and value matrices.
    var projections: MatrixPrecision { self == .f32 ? .f32 : .bf16 }

    /// The precision of the same matrices where nothing multiplies bfloat16 in one instruction; `nil` if no other.
    var projectionsWithoutBFloat16: MatrixPrecision? { self == .int8 ? .int8 : nil }

    /// The precision of the other matrices.
    var matrix: MatrixPrecision {
        switch self {
        case .f32: .f32
        case .bf16: .bf16
        case .int8: .int8
        }
    }
}
