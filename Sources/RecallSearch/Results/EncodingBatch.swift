import RecallEmbedding

/// Short texts of a page of results, encoded together; no more of them than a search has time for.
struct EncodingBatch {
    /// A text's vector, and how many tokens it has.
    struct Encoded: Sendable {
        let vector: [Float]
        let tokenCount: Int
    }

    typealias Memory = TextMemory<String, Encoded>

    private let encoder: any SentenceEncoder
    private let memory: Memory
    private let rewrites: Int
    private var tokensLeft: Int
    private var waiting: [(text: String, input: EncoderInput)] = []
    private var encoded: [String: Encoded] = [:]

    /// A batch of at most `tokens` tokens, those of known texts included, so that a search gives the same whatever was searched
    /// for before.
    ///
    /// - Parameter rewrites: `LibraryRevision.itemRewrites` of the snapshot.
    init(_ encoder: any SentenceEncoder, tokens: Int, memory: Memory, rewrites: Int) {
        self.encoder = encoder
        self.memory = memory
        self.rewrites = rewrites
        tokensLeft = tokens
    }

    /// Takes in the texts, all or none of them.
    mutating func add(_ texts: [String]) {
        let waitingTexts = waiting.map(\.text)
        let new = Set(texts).filter { encoded[$0] == nil && !waitingTexts.contains($0) }.sorted()
        let known = new.compactMap { text in memory.value(for: text, rewrites: rewrites).map { (text, $0) } }
        let unknown = new.filter { text in !known.contains { $0.0 == text } }.map {
            ($0, encoder.sentence(encoder.tokens(of: $0)))
        }
        let count = known.reduce(0) { $0 + $1.1.tokenCount } + unknown.reduce(0) { $0 + $1.1.tokens.count }
        guard count <= tokensLeft else { return }
        tokensLeft -= count
        encoded.merge(known) { $1 }
        waiting += unknown
    }

    /// Encodes what was taken in and is not known.
    mutating func encode() throws {
        guard !waiting.isEmpty else { return }
        let vectors = try encoder.encode(waiting.map(\.input))
        for (row, (text, input)) in waiting.enumerated() {
            let vector = Array(vectors[row * encoder.dimension..<(row + 1) * encoder.dimension])
            let made = Encoded(vector: vector, tokenCount: input.tokens.count)
            memory.keep(made, for: text, rewrites: rewrites)
            encoded[text] = made
        }
        waiting = []
    }

    /// The vector of a text that was taken in and encoded.
    func vector(of text: String) -> [Float]? {
        encoded[text]?.vector
    }
}
