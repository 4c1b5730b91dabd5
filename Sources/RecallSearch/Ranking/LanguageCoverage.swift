import Foundation
import RecallEmbedding
import RecallStore
import RecallText

/// An encoder's coverage of a query's language, estimated by its tokenizer's subword fertility: the number of pieces
/// per word (Ács 2019; Rust et al. 2021, "How Good is Your Tokenizer?").
///
/// A vocabulary contains whole words of the languages that the model was trained on. Words of other languages split
/// into pieces whose vectors carry little meaning, so lexical retrieval should decide.
struct LanguageCoverage {
    let encoder: any SentenceEncoder

    /// The fertility of English with names and jargon: questions 1.1 pieces a word, subject lines of developers 1.3. German has
    /// 2.2 in an English model, Russian 4.
    private static let coveredFertility: Float = 1.3
    private static let steepness: Float = 1.5
    /// The weight of the prior, in words: a single rare word ("invoice" has three pieces) is weak evidence for the
    /// language.
    private static let priorWords: Float = 2
    /// The pieces counted for a word that is not in the vocabulary at all.
    private static let unknownPieces: Float = 4

    /// The share that vectors have in the score of a query, from 0 to 1.
    func share(of query: String) -> Float {
        guard let subwords = encoder.subwords(of: query) else { return 1 }
        let words = WordCount.written(query)
        let pieces = Float(subwords.pieces) + Self.unknownPieces * Float(subwords.unknownWords)
        let fertility = (pieces + Self.priorWords * Self.coveredFertility) / (Float(words) + Self.priorWords)
        return pow(min(1, Self.coveredFertility / fertility), Self.steepness)
    }
}
