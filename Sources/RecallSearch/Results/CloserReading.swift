import RecallCore
import RecallEmbedding
import RecallStore
import RecallText
import RecallVectorIndex

/// Reads the best passages of a page once more: which sentence answers the query, and which of its words that are not
/// said are meant.
struct CloserReading {
    let ranked: RankedPassages
    let state: SearchState
    /// `nil` where there is none, and words alone decide.
    let encoder: (any SentenceEncoder)?

    /// Tokens to be encoded for a page: two milliseconds of processor time where there are instructions for bytes, twelve with AVX2.
    private static let tokens = 64
    /// Rows of which the unsaid words are compared; of further ones the line says less.
    private static let rowsWithPhrases = 5
    /// From this cosine on a passage is near to some words.
    private static let leastCloseness: Float = 0.25

    /// Gives the rows their best sentences and the phrases that they are near to.
    func read(_ rows: inout [ResultRow]) throws {
        let said = rows.map { SaidWords($0.passages[0], of: ranked) }
        let sentences = zip(rows, said).map {
            BestSentence($0.passages[0], saying: $1, rarities: ranked.scores.rarities)
        }
        let phrases = said.prefix(Self.rowsWithPhrases).map { unsaidPhrase($0.all) }
        let vector = try compared(phrases.compactMap(\.self), sentences.compactMap(\.self))
        for (position, sentence) in sentences.enumerated() {
            rows[position].passages[0].sentence = sentence?.range { closenessToQuery(vector($0)) }
        }
        for (position, phrase) in phrases.enumerated() {
            guard let phrase, let meant = vector(phrase) else { continue }
            let closeness = state.index.vectors?.score(meant, of: rows[position].bestIndex) ?? 0
            rows[position].nearPhrase = closeness >= Self.leastCloseness ? phrase : nil
        }
    }

    /// The vectors of the phrases, and of the sentences among which words do not decide, as many as there is time for.
    private func compared(_ phrases: [String], _ sentences: [BestSentence]) throws -> (String) -> [Float]? {
        guard ranked.queryVector != nil, let encoder else { return { _ in nil } }
        var batch = EncodingBatch(
            encoder, tokens: Self.tokens, memory: state.memory.sentences, rewrites: state.rewrites)
        for phrase in phrases { batch.add([phrase]) }
        for sentence in sentences { batch.add(sentence.undecided) }
        try batch.encode()
        return { [batch] in batch.vector(of: $0) }
    }

    private func closenessToQuery(_ vector: [Float]?) -> Float? {
        guard let vector, let query = ranked.queryVector else { return nil }
        return zip(vector, query).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// The words of the query with a meaning of their own that are not said, as typed, in their order.
    private func unsaidPhrase(_ said: Set<Int>) -> String? {
        let words = zip(ranked.words, ranked.scores.rarities).enumerated().filter { position, word in
            word.1 > 0 && !said.contains(position) && ranked.names[word.0.folded] == nil
                && !ranked.dateWords.contains(word.0.folded)
        }
        // In scripts without spaces words overlap.
        guard !words.isEmpty, words.allSatisfy({ !$0.element.0.isIdeographic }) else { return nil }
        return words.prefix(4).map(\.element.0.text).joined(separator: " ")
    }
}
