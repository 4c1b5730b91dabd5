import CRecallKernels

extension Kernels {
    /// `scores[i]` = the dot product of `query` with row i; rows are IEEE half precision, `stride` elements apart.
    public func dot(
        _ query: UnsafePointer<Float>, halfRows rows: UnsafePointer<UInt16>, stride: Int, count: Int, dimension: Int,
        into scores: UnsafeMutablePointer<Float>
    ) {
        table.pointee.dot_f16(query, rows, stride, count, dimension, scores)
    }

    /// Rounds to IEEE half precision, to nearest even; values out of range become infinite.
    public func convertToHalf(_ x: UnsafePointer<Float>, count: Int, into y: UnsafeMutablePointer<UInt16>) {
        table.pointee.f32_to_f16(x, count, y)
    }

    /// From IEEE half precision, exactly.
    public func convertFromHalf(_ x: UnsafePointer<UInt16>, count: Int, into y: UnsafeMutablePointer<Float>) {
        table.pointee.f16_to_f32(x, count, y)
    }

    /// Rounds to bfloat16, to nearest even.
    public func convertToBFloat16(_ x: UnsafePointer<Float>, count: Int, into y: UnsafeMutablePointer<UInt16>) {
        table.pointee.f32_to_bf16(x, count, y)
    }
}
