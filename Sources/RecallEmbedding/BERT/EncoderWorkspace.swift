import RecallKernels

/// The memory that one thread encodes in. Pages of it that short inputs do not reach are never touched.
final class EncoderWorkspace {
    /// Rows of the feed-forward part that are computed at a time, so that they stay in the cache.
    static let blockRows = 112

    let hidden: UnsafeMutablePointer<Float>
    let projections: UnsafeMutableRawPointer
    let context: UnsafeMutablePointer<Float>
    let intermediate: UnsafeMutablePointer<Float>
    let rows: Kernels.RowStorage
    let attentionScratch: UnsafeMutableRawPointer
    private let base: UnsafeMutableRawPointer

    /// Memory for a batch of `batchTokens`, of which the sequences of a group have at most `groupTokens`.
    init(_ shape: BERTConfiguration, batchTokens: Int, groupTokens: Int) {
        let attention = AttentionShape(heads: shape.headCount, headSize: shape.headSize)
        let rowBytes = max(groupTokens * shape.hiddenSize, Self.blockRows * shape.intermediateSize) * 4
        let sizes = [
            batchTokens * shape.hiddenSize * 4, groupTokens * 3 * shape.hiddenSize * 4,
            groupTokens * shape.hiddenSize * 4,
            Self.blockRows * shape.intermediateSize * 4, rowBytes, groupTokens * 4, groupTokens * 4,
            attention.scratchBytes(length: groupTokens),
        ].map { ($0 + 63) / 64 * 64 }
        base = .allocate(byteCount: sizes.reduce(0, +), alignment: 64)
        var offset = 0
        let parts = sizes.map { [base] size in
            defer { offset += size }
            return base + offset
        }
        func floats(_ index: Int) -> UnsafeMutablePointer<Float> { parts[index].assumingMemoryBound(to: Float.self) }
        hidden = floats(0)
        projections = parts[1]
        context = floats(2)
        intermediate = floats(3)
        rows = Kernels.RowStorage(data: parts[4], scale: floats(5), zero: floats(6))
        attentionScratch = parts[7]
    }

    deinit {
        base.deallocate()
    }
}
