import RecallCore
import RecallEmbedding

/// Vectors of short texts of a page of results, encoded together; no more of them than a search has time for.
struct SentenceVectors: Sendable {
    /// A text's vector, and the number of its tokens.
    struct Encoded: Sendable {
        let vector: [Float]
        let tokenCount: Int
    }

    typealias Cache = TextCache<String, Encoded>

    private let encoder: any SentenceEncoder
    private let cache: Cache
    private let rewrites: Int
    private var tokensLeft: Int
    /// The number of tokens of the texts that are to be encoded.
    private var waiting: [String: Int] = [:]
    private var encoded: [String: Encoded] = [:]

    /// A batch of at most `tokens` tokens, those of known texts included, so that a search gives the same whatever was searched
    /// for before.
    ///
    /// - Parameter rewrites: `LibraryRevision.itemRewrites` of the snapshot.
    init(_ encoder: any SentenceEncoder, tokens: Int, cache: Cache, rewrites: Int) {
        self.encoder = encoder
        self.cache = cache
        self.rewrites = rewrites
        tokensLeft = tokens
    }

    /// Takes in the texts, all or none of them.
    mutating func add(_ texts: [String]) {
        var known: [String: Encoded] = [:]
        var unknown: [String: Int] = [:]
        for text in texts where encoded[text] == nil && waiting[text] == nil {
            known[text] = cache.value(for: text, rewrites: rewrites)
            if known[text] == nil { unknown[text] = encoder.tokenCount(of: text) }
        }
        let count =
            known.values.reduce(0) { $0 + $1.tokenCount } + unknown.values.reduce(0, +)
        guard count <= tokensLeft else { return }
        tokensLeft -= count
        encoded.merge(known) { $1 }
        waiting.merge(unknown) { $1 }
    }

    /// The same with vectors of all that was taken in.
    func allEncoded() throws -> SentenceVectors {
        var vectors = self
        try vectors.encode()
        return vectors
    }

    /// Encodes what was taken in and is not known.
    mutating func encode() throws {
        guard !waiting.isEmpty else { return }
        let texts = Array(waiting.keys)
        let vectors = try encoder.encode(passages: texts)
        for (row, text) in texts.enumerated() {
            let made = Encoded(vector: vectors[row], tokenCount: waiting[text] ?? 0)
            cache.keep(made, for: text, rewrites: rewrites)
            encoded[text] = made
        }
        waiting = [:]
    }

    /// The vector of a text that was taken in and encoded.
    func vector(of text: String) -> [Float]? {
        encoded[text]?.vector
    }
}
