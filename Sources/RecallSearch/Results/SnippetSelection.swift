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

    /// The sentences and phrases to choose from for the rows of a page.
    struct Choice {
        fileprivate let sentences: [AnswerSentence?]
        fileprivate let phrases: [String?]
        /// The vectors of some of them, being computed; `nil` where words alone decide.
        fileprivate let vectors: Future<SentenceVectors>?
    }

    /// The choice for some rows, whose texts are encoded on another thread.
    func choice(among rows: [ResultRow]) -> Choice {
        let sentences = rows.map { AnswerSentence($0.hits[0], idfs: query.lexical.idfs) }
        let phrases = rows.prefix(Self.rowsWithPhrases).map { missingPhrase($0.hits[0].matches.all) }
        return Choice(
            sentences: sentences, phrases: phrases,
            vectors: vectors(phrases.compactMap(\.self), sentences.compactMap(\.self)))
    }

    /// Gives the rows their best sentences and the phrases that they are near to.
    func select(_ choice: Choice, in rows: inout [ResultRow]) throws {
        let vectors = try choice.vectors?.value()
        for (position, sentence) in choice.sentences.enumerated() {
            rows[position].sentence = sentence?.range { closenessToQuery(vectors?.vector(of: $0)) }
        }
        for (position, phrase) in choice.phrases.enumerated() {
            guard let phrase, let meant = vectors?.vector(of: phrase) else { continue }
            let passage = rows[position].hits[0].stored.id
            let closeness = snapshot.index.vectors?.index.similarities(to: meant, of: [passage.rawValue])[0] ?? 0
            rows[position].nearPhrase = closeness >= Self.leastCloseness ? phrase : nil
        }
    }

    /// The vectors of the phrases, and of the sentences among which words do not decide, as many as there is time for.
    private func vectors(_ phrases: [String], _ sentences: [AnswerSentence]) -> Future<SentenceVectors>? {
        guard let semantic else { return nil }
        var batch = SentenceVectors(
            semantic.encoder, tokens: Self.tokens, cache: snapshot.caches.sentences, rewrites: snapshot.rewrites)
        for phrase in phrases { batch.add([phrase]) }
        for sentence in sentences { batch.add(sentence.undecided) }
        return Future { [batch] in try batch.allEncoded() }
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
