import RecallCore
import RecallEmbedding
import RecallStore
import RecallText
import RecallVectorIndex

/// Selects the snippet of the best passages of a page: the sentence that answers the query, and the words of the
/// query that the passage does not contain but is close to in meaning.
struct SnippetSelection {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    /// The query as a vector and the encoder that made it; `nil` where words alone decide.
    let semantic: (vector: [Float], encoder: any SentenceEncoder)?

    /// Tokens to be encoded for a page: two milliseconds of processor time where there are instructions for bytes, twelve with AVX2.
    private static let tokens = 64
    /// The number of rows whose missing words are compared, because each comparison costs an encoding.
    private static let rowsWithPhrases = 5
    /// From this cosine on a passage is near to some words.
    private static let leastCloseness: Float = 0.25

    /// Gives the rows their best sentences and the phrases that they are near to.
    func select(in rows: inout [ResultRow]) throws {
        let sentences = rows.map { AnswerSentence($0.hits[0], idfs: query.lexical.idfs) }
        let phrases = rows.prefix(Self.rowsWithPhrases).map { missingPhrase($0.hits[0].matches.all) }
        let vector = try vectors(phrases.compactMap(\.self), sentences.compactMap(\.self))
        for (position, sentence) in sentences.enumerated() {
            rows[position].sentence = sentence?.range { closenessToQuery(vector($0)) }
        }
        for (position, phrase) in phrases.enumerated() {
            guard let phrase, let meant = vector(phrase) else { continue }
            let passage = rows[position].hits[0].stored.id
            let closeness = snapshot.index.vectors?.index.similarities(to: meant, of: [passage.rawValue])[0] ?? 0
            rows[position].nearPhrase = closeness >= Self.leastCloseness ? phrase : nil
        }
    }

    /// The vectors of the phrases, and of the sentences among which words do not decide, as many as there is time for.
    private func vectors(_ phrases: [String], _ sentences: [AnswerSentence]) throws -> (String) -> [Float]? {
        guard let semantic else { return { _ in nil } }
        var batch = SentenceVectors(
            semantic.encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        for phrase in phrases { batch.add([phrase]) }
        for sentence in sentences { batch.add(sentence.undecided) }
        try batch.encode()
        return { [batch] in batch.vector(of: $0) }
    }

    private func closenessToQuery(_ vector: [Float]?) -> Float? {
        guard let vector, let query = semantic?.vector else { return nil }
        return vector.dot(query)
    }

    /// The content words of the query that the passage does not contain, as typed and in order.
    private func missingPhrase(_ contained: Set<Int>) -> String? {
        let named = query.mentions.names.union(query.mentions.dates.words)
        let words = zip(query.words, query.lexical.idfs).enumerated().filter { position, word in
            word.1 > 0 && !contained.contains(position) && !named.contains(word.0.folded)
                && !VagueWords.contain(word.0.folded)
        }
        // In scripts without spaces words overlap.
        guard !words.isEmpty, words.allSatisfy({ !$0.element.0.isUnspaced }) else { return nil }
        return words.prefix(4).map(\.element.0.text).joined(separator: " ")
    }
}
