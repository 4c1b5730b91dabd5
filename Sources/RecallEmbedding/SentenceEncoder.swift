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
    /// The token that stands for a word that cannot be made of pieces in the vocabulary; `nil` if there is none.
    var unknownToken: Int32? { get }
    /// How the model was trained to make one vector of a sequence.
    var pooling: ModelDescription.Pooling { get }
    /// The text that the model wants to read before a query.
    var queryPrefix: String { get }
    /// The tokens that the model wants to read before passages. They are never pooled by themselves.
    var passagePrefix: [Int32] { get }

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
    /// None.
    public var unknownToken: Int32? { nil }
    /// The mean of the tokens.
    public var pooling: ModelDescription.Pooling { .mean }
    /// None.
    public var queryPrefix: String { "" }
    /// None.
    public var passagePrefix: [Int32] { [] }

    /// The tokens of `text`, without special tokens, however many.
    public func tokens(of text: String) -> [Int32] {
        tokenized(text).ids
    }

    /// The sequence of a stretch of passages, behind the passage prefix, with a vector for each of `ranges` of `tokens`.
    ///
    /// With mean pooling that is the mean over the range alone, in the context of all that is read ("late chunking",
    /// Günther et al. 2024). A model that was trained on `[CLS]` has only one vector for all that is read: give such a
    /// model one passage at a time (`docs/decisions/0010-pooling-and-prefixes.md`).
    public func input(_ tokens: some Collection<Int32>, pooling ranges: [Range<Int>]) -> EncoderInput {
        let before = [classificationToken] + passagePrefix
        let pooled =
            switch pooling {
            case .mean: ranges.map { $0.lowerBound + before.count..<$0.upperBound + before.count }
            case .cls: ranges.map { _ in 0..<1 }
            }
        return EncoderInput(tokens: before + tokens + [separatorToken], pooledRanges: pooled)
    }

    /// The vector of a query as sentence-transformers makes it: prefix and text read as one sentence.
    public func vector(query: String) throws -> [Float] {
        try encode([sentence(tokens(of: queryPrefix + query))])
    }

    /// The sequence of a sentence that is read alone as it is, without a prefix, and cut to `sentenceTokens`. Pooled is
    /// all of it, the special tokens included, or `[CLS]`.
    public func sentence(_ tokens: [Int32]) -> EncoderInput {
        let read = [classificationToken] + tokens.prefix(sentenceTokens - 2) + [separatorToken]
        return EncoderInput(tokens: read, pooledRanges: [0..<(pooling == .cls ? 1 : read.count)])
    }
}
