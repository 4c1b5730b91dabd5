import CRecallKernels

extension Kernels {
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
