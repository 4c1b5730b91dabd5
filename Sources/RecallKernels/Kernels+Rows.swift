import CRecallKernels

extension Kernels {
    /// `y = (x - mean) / sqrt(variance + epsilon) * gamma + beta` for each row; `y` may be `x`.
    public func layerNorm(
        _ x: UnsafePointer<Float>, rows: Int, columns: Int, gamma: UnsafePointer<Float>, beta: UnsafePointer<Float>,
        epsilon: Float, into y: UnsafeMutablePointer<Float>
    ) {
        table.pointee.layer_norm(x, rows, columns, gamma, beta, epsilon, y)
    }

    /// `x = softmax(scale * x)` in place.
    public func softmax(_ x: UnsafeMutableBufferPointer<Float>, scale: Float) {
        table.pointee.softmax(x.baseAddress, x.count, scale)
    }

    /// The exact GELU, in place: `x * Phi(x)`.
    public func gelu(_ x: UnsafeMutableBufferPointer<Float>) {
        table.pointee.gelu(x.baseAddress, x.count)
    }

    /// `out = a + b`.
    public func add(
        _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int, into out: UnsafeMutablePointer<Float>
    ) {
        table.pointee.add(a, b, count, out)
    }

    /// The mean of `rows` rows, divided by its Euclidean norm unless that is 0.
    public func meanPool(
        _ x: UnsafePointer<Float>, rows: Int, columns: Int, into out: UnsafeMutablePointer<Float>
    ) {
        table.pointee.mean_pool(x, rows, columns, out)
    }

    /// Each row to 8 bits over its own range, 0 included: `x = scale * (q - zero)`, off by at most half a scale.
    public func quantize(
        _ x: UnsafePointer<Float>, rows: Int, columns: Int, into q: UnsafeMutablePointer<UInt8>,
        scale: UnsafeMutablePointer<Float>, zero: UnsafeMutablePointer<Float>
    ) {
        table.pointee.quantize_rows(x, rows, columns, q, scale, zero)
    }
}
