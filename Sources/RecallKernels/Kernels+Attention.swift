import CRecallKernels

/// The shape of multi-head self-attention.
public struct AttentionShape: Sendable {
    /// Heads.
    public var heads: Int
    /// Values of one head; heads times this is the model's dimension.
    public var headSize: Int

    /// A shape.
    public init(heads: Int, headSize: Int) {
        self.heads = heads
        self.headSize = headSize
    }

    /// Bytes of 64-byte aligned scratch that attention over `length` tokens needs.
    public func scratchBytes(length: Int) -> Int {
        recall_attention_scratch(length, headSize)
    }
}

extension Kernels {
    /// Self-attention of one sequence, `softmax(Q K^T / sqrt(headSize)) V` for each head.
    ///
    /// A row of `projections` is Q, K and V, one after another; a row of `output` is all heads, one after another.
    public func attend(
        _ shape: AttentionShape, projections: UnsafePointer<Float>, length: Int, scratch: UnsafeMutableRawPointer,
        into output: UnsafeMutablePointer<Float>
    ) {
        var call = attention(shape, projections, elementSize: 4, length, scratch, output)
        table.pointee.attention_f32(&call)
    }

    /// The same, off by up to a thousandth of the largest value: in 16-bit integers where these are faster.
    public func attendCoarsely(
        _ shape: AttentionShape, projections: UnsafePointer<Float>, length: Int, scratch: UnsafeMutableRawPointer,
        into output: UnsafeMutablePointer<Float>
    ) {
        var call = attention(shape, projections, elementSize: 4, length, scratch, output)
        table.pointee.attention_s16(&call)
    }

    /// The same over projections in bfloat16; sums and output are in single precision.
    public func attend(
        _ shape: AttentionShape, projections: UnsafePointer<UInt16>, length: Int, scratch: UnsafeMutableRawPointer,
        into output: UnsafeMutablePointer<Float>
    ) {
        var call = attention(shape, projections, elementSize: 2, length, scratch, output)
        table.pointee.attention_bf16(&call)
    }

    private func attention(
        _ shape: AttentionShape, _ projections: UnsafeRawPointer, elementSize: Int, _ length: Int,
        _ scratch: UnsafeMutableRawPointer, _ output: UnsafeMutablePointer<Float>
    ) -> recall_attention {
        let dimension = shape.heads * shape.headSize
        var call = recall_attention()
        call.q = projections
        call.k = projections + dimension * elementSize
        call.v = projections + 2 * dimension * elementSize
        call.stride = 3 * dimension
        call.length = length
        call.heads = shape.heads
        call.head_size = shape.headSize
        call.scale = 1 / Float(shape.headSize).squareRoot()
        call.out = output
        call.out_stride = dimension
        call.scratch = scratch
        return call
    }
}
