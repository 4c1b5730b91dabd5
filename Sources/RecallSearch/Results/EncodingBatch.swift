import RecallEmbedding

/// Short texts of a page of results, encoded together; no more of them than a search has time for.
struct EncodingBatch {
    private let encoder: any SentenceEncoder
    private var inputs: [EncoderInput] = []
    private var places: [String: Int] = [:]
    private var tokensLeft: Int
    private var vectors: [Float] = []

    /// A batch of at most `tokens` tokens.
    init(_ encoder: any SentenceEncoder, tokens: Int) {
        self.encoder = encoder
        tokensLeft = tokens
    }

    /// Takes in the texts, all or none of them.
    ///
    /// - Returns: whether there was room.
    mutating func add(_ texts: [String]) -> Bool {
        let new = Set(texts).subtracting(places.keys).sorted().map { ($0, encoder.sentence(encoder.tokens(of: $0))) }
        let count = new.reduce(0) { $0 + $1.1.tokens.count }
        guard count <= tokensLeft else { return false }
        tokensLeft -= count
        for (text, input) in new {
            places[text] = inputs.count
            inputs.append(input)
        }
        return true
    }

    /// Encodes what was taken in.
    mutating func encode() throws {
        vectors = inputs.isEmpty ? [] : try encoder.encode(inputs)
    }

    /// The vector of a text that was taken in.
    func vector(of text: String) -> [Float]? {
        places[text].map { Array(vectors[$0 * encoder.dimension..<($0 + 1) * encoder.dimension]) }
    }
}
