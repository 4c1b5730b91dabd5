/// Turns text into vectors whose closeness is closeness in meaning.
///
/// The law for all encoders: equal inputs give bit-equal vectors, whatever else is in the batch and on how many threads;
/// vectors have length 1. `EmbeddingModel` is the real one; tests have one that needs no model.
public protocol SentenceEncoder: Sendable {
    /// The model and its weights. Vectors of one family are comparable, whatever the precision.
    var family: String { get }
    /// What made the vectors: model, weights and precision.
    var fingerprint: String { get }
    /// The number of components of a vector.
    var dimension: Int { get }
    /// The most tokens of a sequence, special tokens included.
    var maximumTokens: Int { get }
    /// The tokens at which a sentence read alone is cut, special tokens included, as the model was trained.
    var sentenceTokens: Int { get }
    /// The token that begins a sequence.
    var classificationToken: Int32 { get }
    /// The token that ends a sequence.
    var separatorToken: Int32 { get }

    /// The tokens of `text` with the bytes they stand for, without special tokens, however many.
    func tokenized(_ text: String) -> TokenizedText

    /// The vectors of all inputs' pooled ranges, in order, row after row.
    func encode(_ inputs: [EncoderInput]) throws -> [Float]

    /// The vector of a query, read alone and cut to the maximum length.
    func vector(query: String) throws -> [Float]
}

extension SentenceEncoder {
    /// The fingerprint, where there is one precision only.
    public var family: String { fingerprint }

    /// The tokens of `text`, without special tokens, however many.
    public func tokens(of text: String) -> [Int32] {
        tokenized(text).ids
    }

    /// The sequence of `tokens` between the special tokens, pooled over `ranges` of `tokens`.
    public func input(_ tokens: some Collection<Int32>, pooling ranges: [Range<Int>]) -> EncoderInput {
        EncoderInput(
            tokens: [classificationToken] + tokens + [separatorToken],
            pooledRanges: ranges.map { $0.lowerBound + 1..<$0.upperBound + 1 })
    }

    /// The vector of a query as sentence-transformers makes it: the mean over all its tokens, the special ones included.
    public func vector(query: String) throws -> [Float] {
        try encode([sentence(tokens(of: query))])
    }

    /// The sequence of a sentence that is read alone and pooled whole, cut to `sentenceTokens`.
    public func sentence(_ tokens: [Int32]) -> EncoderInput {
        let read = [classificationToken] + tokens.prefix(sentenceTokens - 2) + [separatorToken]
        return EncoderInput(tokens: read, pooledRanges: [0..<read.count])
    }
}
