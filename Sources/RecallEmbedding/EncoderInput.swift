/// One sequence for the encoder, and which of its tokens are pooled into vectors.
public struct EncoderInput: Sendable, Hashable {
    /// Token ids, special tokens included; at most the encoder's maximum length.
    public var tokens: [Int32]
    /// The ranges of `tokens` whose outputs are averaged, one vector for each.
    public var pooledRanges: [Range<Int>]

    /// A sequence with the ranges to pool.
    public init(tokens: [Int32], pooledRanges: [Range<Int>]) {
        self.tokens = tokens
        self.pooledRanges = pooledRanges
    }
}
