public import RecallCore
import RecallText

/// An encoder of the BERT family that runs here: it reads sequences of tokens and pools ranges of them, so that one pass gives
/// the vectors of all passages in a window ("late chunking", Günther et al. 2024). `EmbeddingModel` is the real one; tests have
/// one that needs no model.
public protocol TokenEncoder: SentenceEncoder {
    /// The most tokens of a sequence, special tokens included.
    var maximumTokens: Int { get }
    /// The number of tokens at which a single sentence is truncated, special tokens included, as in training.
    var sentenceTokens: Int { get }
    /// The token that begins a sequence.
    var classificationToken: Int32 { get }
    /// The token that ends a sequence.
    var separatorToken: Int32 { get }
    /// The token for a word that cannot be split into pieces of the vocabulary; `nil` if there is none.
    var unknownToken: Int32? { get }
    /// The pooling that the model was trained with.
    var pooling: ModelDescription.Pooling { get }
    /// The text that the model wants to read before a query.
    var queryPrefix: String { get }
    /// The tokens that the model wants to read before passages. They are never pooled by themselves.
    var passagePrefix: [Int32] { get }

    /// The tokens of `text` with their byte ranges, without special tokens and not truncated.
    func tokenized(_ text: String) -> TokenizedText

    /// The vectors of all inputs' pooled ranges, in order.
    func encode(_ inputs: [EncoderInput]) throws -> VectorMatrix

    /// The vectors of the tokens of each of all inputs' pooled ranges, in order; `nil` if they say little by themselves.
    func encodeTokens(_ inputs: [EncoderInput]) throws -> [TokenVectors]?
}

extension TokenEncoder {
    /// None.
    public var unknownToken: Int32? { nil }
    /// The mean of the tokens.
    public var pooling: ModelDescription.Pooling { .mean }
    /// None.
    public var queryPrefix: String { "" }
    /// None.
    public var passagePrefix: [Int32] { [] }
    /// None.
    public func encodeTokens(_ inputs: [EncoderInput]) throws -> [TokenVectors]? { nil }

    /// The tokens of `text`, without special tokens, however many.
    public func tokens(of text: String) -> [Int32] {
        tokenized(text).ids
    }

    /// The input for consecutive passages, after the passage prefix, with one vector for each of `ranges` of
    /// `tokens`.
    ///
    /// With mean pooling, a vector is the mean over its range, in the context of the whole sequence. A model trained
    /// for `[CLS]` pooling has one vector for the whole sequence, so give it one passage at a time
    /// (`docs/decisions/0010-pooling-and-prefixes.md`).
    public func input(_ tokens: some Collection<Int32>, pooling ranges: [Range<Int>]) -> EncoderInput {
        let before = [classificationToken] + passagePrefix
        let pooled =
            switch pooling {
            case .mean: ranges.map { $0.lowerBound + before.count..<$0.upperBound + before.count }
            case .cls: ranges.map { _ in 0..<1 }
            }
        return EncoderInput(tokens: before + tokens + [separatorToken], pooledRanges: pooled)
    }

    /// The input for a single sentence without a prefix, truncated to `sentenceTokens`. Pools the whole sequence
    /// including special tokens, or `[CLS]`.
    public func sentence(_ tokens: [Int32]) -> EncoderInput {
        let read = [classificationToken] + tokens.prefix(sentenceTokens - 2) + [separatorToken]
        return EncoderInput(tokens: read, pooledRanges: [0..<(pooling == .cls ? 1 : read.count)])
    }
}

// The requirements of `SentenceEncoder`, implemented with tokens.
extension TokenEncoder {
    /// The vector of a query as sentence-transformers makes it: prefix and text read as one sentence.
    public func encode(query: String) throws -> [Float] {
        try encode([sentence(tokens(of: queryPrefix + query))])[0]
    }

    /// The vectors of texts, each read as a sentence of its own.
    public func encode(passages: [String]) throws -> VectorMatrix {
        try encode(passages.map { sentence(tokens(of: $0)) })
    }

    /// Windows over the thread. A passage without tokens is in none.
    public func inputs(for thread: ThreadText) -> [PassageInput] {
        let stream = TokenStream(thread, tokens(of:))
        return ContextWindows(for: self, over: thread.form).windows(over: stream).map { window in
            let start = window.range.lowerBound
            let pooled = window.passages.map { $0.range.lowerBound - start..<$0.range.upperBound - start }
            return PassageInput(
                input(stream.tokens[window.range], pooling: pooled), passages: window.passages.map(\.position))
        }
    }

    /// The vectors of windows.
    public func encode(_ inputs: [PassageInput]) throws -> VectorMatrix {
        try encode(inputs.compactMap(\.tokens))
    }

    /// The tokens of a query in its context, without those of the prefix.
    public func tokens(ofQuery query: String) throws -> QueryTokens? {
        let (prefix, tokens) = (self.tokens(of: queryPrefix), tokenized(query))
        let input = sentence(prefix + tokens.ids)
        let pooled = min(prefix.count + 1, input.tokens.count - 1)..<input.tokens.count - 1
        guard !pooled.isEmpty,
            let vectors = try encodeTokens([EncoderInput(tokens: input.tokens, pooledRanges: [pooled])])
        else { return nil }
        return QueryTokens(
            vectors[0], byteRanges: tokens.byteRanges.prefix(pooled.count).map { Int($0.lower)..<Int($0.upper) })
    }

    /// The vectors of the tokens of windows' passages.
    public func tokenVectors(of inputs: [PassageInput]) throws -> [TokenVectors]? {
        try encodeTokens(inputs.compactMap(\.tokens))
    }

    /// The windows' shapes.
    public var contextFingerprint: String { ContextWindows.fingerprint }

    /// Its tokens and the special ones.
    public func tokenCount(of text: String) -> Int {
        min(tokens(of: text).count + 2, sentenceTokens)
    }

    /// The pieces that begin with a letter or a digit; of those that begin at the same one, such as a Unigram model's `▁`
    /// before a word, one.
    public func subwords(of text: String) -> SubwordCount? {
        let tokens = tokenized(text)
        let bytes = Array(text.utf8)
        var count = SubwordCount(pieces: 0, unknownWords: 0)
        var last: Int32 = -1
        for (id, range) in zip(tokens.ids, tokens.byteRanges) {
            if id == unknownToken {
                count.unknownWords += 1
            } else if range.lower != last, bytes[Int(range.lower)].mayBeOfWord {
                count.pieces += 1
            }
            last = range.lower
        }
        return count
    }
}
