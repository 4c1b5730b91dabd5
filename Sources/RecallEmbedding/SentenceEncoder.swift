public import RecallCore

/// Turns text into vectors whose cosine similarity reflects similarity in meaning.
///
/// Requirements: equal inputs give bit-equal vectors, regardless of the rest of the batch and of the number of
/// threads; vectors have length 1.
///
/// A conformer that reads texts one by one, such as an embeddings server, implements `encode(query:)` and
/// `encode(passages:)`; passages are then embedded without context. `TokenEncoder` is for models that run in this
/// process, and reads a passage together with its surrounding text.
public protocol SentenceEncoder: Sendable {
    /// The model and its weights. Vectors of one family are comparable, whatever the precision.
    var family: String { get }
    /// The model, weights and precision that make the vectors.
    var fingerprint: String { get }
    /// The number of components of a vector.
    var dimension: Int { get }

    /// The vector of a query.
    func encode(query: String) throws -> [Float]

    /// The vectors of texts that are each read alone, in their order.
    func encode(passages: [String]) throws -> VectorMatrix

    /// Divides a thread into what is read at a time, so that each of its passages is in one input.
    ///
    /// An input with equal content gives equal vectors, so its hashes are keys for a cache.
    func inputs(for thread: ThreadText) -> [PassageInput]

    /// The vectors of all passages of the inputs, in order.
    func encode(_ inputs: [PassageInput]) throws -> VectorMatrix

    /// The way in which passages are read, as part of the fingerprint of their vectors.
    var contextFingerprint: String { get }

    /// The number of tokens of a text that is read alone; an estimate if the encoder does not provide it.
    func tokenCount(of text: String) -> Int

    /// The number of subwords of a text; `nil` if the encoder does not provide it.
    func subwords(of text: String) -> SubwordCount?

    /// The tokens of a query; `nil` if it has none, or the encoder does not provide them.
    func tokens(ofQuery query: String) throws -> QueryTokens?

    /// The vectors of the tokens of all passages of the inputs, in order; `nil` if the encoder does not provide them.
    func tokenVectors(of inputs: [PassageInput]) throws -> [TokenVectors]?
}

extension SentenceEncoder {
    /// The fingerprint, where there is one precision only.
    public var family: String { fingerprint }

    /// Each passage alone.
    public var contextFingerprint: String { "alone" }

    /// An input for each passage, without context.
    public func inputs(for thread: ThreadText) -> [PassageInput] {
        thread.passages.enumerated().map { PassageInput(text: $0.element, passage: $0.offset) }
    }

    /// The texts of the inputs, each read alone.
    public func encode(_ inputs: [PassageInput]) throws -> VectorMatrix {
        try encode(passages: inputs.compactMap(\.text))
    }

    /// Four bytes a token.
    public func tokenCount(of text: String) -> Int { PassageInput.estimatedTokenCount(of: text) }

    /// Not provided.
    public func tokens(ofQuery query: String) throws -> QueryTokens? { nil }

    /// Not provided.
    public func tokenVectors(of inputs: [PassageInput]) throws -> [TokenVectors]? { nil }

    /// Not known.
    public func subwords(of text: String) -> SubwordCount? { nil }

    /// The vectors of a thread's passages, in order, each read in its context as far as the encoder does that.
    public func encode(passagesIn thread: ThreadText) throws -> VectorMatrix {
        let inputs = inputs(for: thread)
        let vectors = try encode(inputs)
        let order = inputs.flatMap(\.passages).enumerated().sorted { $0.element < $1.element }.map(\.offset)
        var matrix = VectorMatrix(dimension: dimension)
        for row in order { matrix.append(vectors[row]) }
        return matrix
    }
}

/// The number of subwords in a text.
public struct SubwordCount: Hashable, Sendable {
    /// The subwords that are words or parts of words, without punctuation.
    public var pieces: Int
    /// The words that are not in the vocabulary at all.
    public var unknownWords: Int

    /// Counts.
    public init(pieces: Int, unknownWords: Int) {
        self.pieces = pieces
        self.unknownWords = unknownWords
    }
}

/// A thread as an encoder's input: passages in reading order, and the context between them (senders, titles), which
/// is read but not embedded.
public struct ThreadText: Hashable, Sendable {
    /// A part of the thread.
    public enum Part: Hashable, Sendable {
        /// Text that is read and not embedded.
        case context(String)
        /// A passage.
        case passage(String)
    }

    /// The way in which a thread was written, on which it depends how much of it is read at a time.
    public enum Form: Hashable, Sendable {
        /// The messages of a chat.
        case chat
        /// Mails, documents, notes.
        case prose
    }

    /// The most tokens that an input of several passages has: passages with as many between them are never in one input.
    public static let longestInput = 192

    /// The parts in reading order.
    public var parts: [Part]
    /// The way in which it was written.
    public var form: Form

    /// A thread of parts.
    public init(_ parts: [Part] = [], form: Form = .chat) {
        (self.parts, self.form) = (parts, form)
    }

    /// The texts of the passages.
    public var passages: [String] {
        parts.compactMap { if case .passage(let text) = $0 { text } else { nil } }
    }
}
