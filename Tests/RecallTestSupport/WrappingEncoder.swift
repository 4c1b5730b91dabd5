public import RecallCore
public import RecallEmbedding

/// An encoder for a test that does something of its own, and else what `base` does.
public protocol WrappingEncoder: TokenEncoder {
    /// The encoder that makes the vectors.
    var base: HashingEncoder { get }
}

extension WrappingEncoder {
    /// As `base` has it.
    public var fingerprint: String { base.fingerprint }
    /// As `base` has it.
    public var dimension: Int { base.dimension }
    /// As `base` has it.
    public var maximumTokens: Int { base.maximumTokens }
    /// As `base` has it.
    public var sentenceTokens: Int { base.sentenceTokens }
    /// As `base` has it.
    public var classificationToken: Int32 { base.classificationToken }
    /// As `base` has it.
    public var separatorToken: Int32 { base.separatorToken }

    /// As `base` does it.
    public func tokenized(_ text: String) -> TokenizedText { base.tokenized(text) }

    /// As `base` does it.
    public func encode(_ inputs: [EncoderInput]) throws -> VectorMatrix { try base.encode(inputs) }
}
