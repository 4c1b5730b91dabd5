import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// Reads the nearness of a question's words to sentences by late interaction (Khattab and Zaharia 2020) with a sentence's own
/// tokens, each read behind its sender, its title and what stands before it.
struct SentenceNearness {
    /// The nearness of the words of a question to one sentence.
    struct Value: Hashable, Sendable {
        /// The mean cosine of the question's tokens with the nearest of the sentence, by their idf.
        var mean: Float
        /// The share of the question's idf in tokens that are near to none.
        var farShare: Float
    }

    private let encoder: any SentenceEncoder
    private let tokens: QueryTokens
    private let weights: [Float]

    /// The bytes before a sentence that are read with it.
    private static let before = 300
    /// The tokens that are read for a question, at most: a tenth of a second on two cores.
    private static let mostTokens = 6_144
    /// With a lower cosine than this, a token of the question is near to none of the sentence.
    private static let least: Float = 0.4

    /// - Returns: `nil` where the encoder gives no vectors of tokens.
    init?(_ query: PreparedQuery, _ encoder: any SentenceEncoder) throws {
        guard let tokens = try encoder.tokens(ofQuery: query.text) else { return nil }
        (self.encoder, self.tokens) = (encoder, tokens)
        weights = TokenWeights(query, tokens.byteRanges).values
    }

    /// The values of the first of these sentences, of as many as may be read.
    func values(of sentences: some Sequence<QuotableSentence>) throws -> [Value?] {
        var (inputs, left) = ([[PassageInput]](), Self.mostTokens)
        for sentence in sentences {
            let next = encoder.inputs(for: Self.text(of: sentence))
            left -= next.reduce(0) { $0 + $1.tokenCount }
            guard left >= 0 else { break }
            inputs.append(next)
        }
        guard var vectors = try encoder.tokenVectors(of: inputs.flatMap(\.self))?[...] else { return [] }
        return inputs.map { next in
            let read = vectors.prefix(next.reduce(0) { $0 + $1.passages.count })
            vectors = vectors.dropFirst(read.count)
            return value(read.map(tokens.greatestCosines))
        }
    }

    /// The value of a sentence that was read in so many pieces, by each token's cosine with each of them.
    private func value(_ pieces: [[Float]]) -> Value? {
        guard let first = pieces.first else { return nil }
        let cosines = pieces.dropFirst().reduce(first) { zip($0, $1).map(max) }
        let far = zip(weights, cosines).reduce(Float(0)) { $1.1 < Self.least ? $0 + $1.0 : $0 }
        return Value(mean: weights.dot(cosines), farShare: far)
    }

    private static func text(of sentence: QuotableSentence) -> ThreadText {
        let passage = sentence.passage
        let heading = TokenReader.heading(of: passage.item, after: nil)
        let said = passage.text.utf8Slice(0..<sentence.range.lowerBound)
        let context = [heading, String(said.suffix(before))].filter { !$0.isEmpty }
        return ThreadText(context.map(ThreadText.Part.context) + [.passage(sentence.text)])
    }
}
