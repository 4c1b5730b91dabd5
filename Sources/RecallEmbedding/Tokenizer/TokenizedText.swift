/// The word pieces of a text and where in the text each came from; without special tokens and not truncated.
public struct TokenizedText: Sendable, Hashable {
    /// A half-open range of UTF-8 bytes of the source text; always on scalar boundaries.
    public struct ByteRange: Sendable, Hashable {
        /// Offset of the first byte.
        public var lower: Int32
        /// Offset after the last byte.
        public var upper: Int32

        /// The range from `lower` up to but not including `upper`.
        @inlinable
        public init(lower: Int32, upper: Int32) {
            self.lower = lower
            self.upper = upper
        }
    }

    /// Vocabulary ids.
    public var ids: [Int32]
    /// For each id the bytes it was made from, ascending; pieces of one expanded scalar share its range.
    public var byteRanges: [ByteRange]

    /// A text of no tokens.
    public init() {
        ids = []
        byteRanges = []
    }

    /// Tokens with the bytes they came from, one range for each id.
    public init(ids: [Int32], byteRanges: [ByteRange]) {
        self.ids = ids
        self.byteRanges = byteRanges
    }

    /// Number of tokens.
    public var count: Int { ids.count }
}
