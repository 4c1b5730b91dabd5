import CRecallKernels

/// The precision of a matrix's weights, and of the rows multiplied with it.
public enum MatrixPrecision: String, Sendable, CaseIterable {
    /// IEEE single precision.
    case f32
    /// bfloat16, summed in single precision.
    case bf16
    /// 8-bit integers: a scale for each weight column, a scale and zero for each row; summed in 32-bit integers.
    case int8

    var code: Int32 {
        switch self {
        case .f32: Int32(RECALL_F32.rawValue)
        case .bf16: Int32(RECALL_BF16.rawValue)
        case .int8: Int32(RECALL_INT8.rawValue)
        }
    }
}
