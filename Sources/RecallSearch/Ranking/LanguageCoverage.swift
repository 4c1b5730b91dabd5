import Foundation
import RecallEmbedding
import RecallStore
import RecallText

/// An encoder's coverage of the language of a query, judged by its tokenizer's subword fertility: the number of pieces that it
/// cuts a word into (Ács 2019; Rust et al. 2021, "How Good is Your Tokenizer?").
///
/// A vocabulary has the words of what the model was trained on whole. Those of other languages fall apart into pieces whose
/// vectors say little, and there words should decide.
struct LanguageCoverage {
    let encoder: any SentenceEncoder

    /// The fertility of English with names and jargon: questions 1.1 pieces a word, subject lines of developers 1.3. German has
    /// 2.2 in an English model, Russian 4.
    private static let coveredFertility: Float = 1.3
    private static let steepness: Float = 1.5
    /// A rare word alone ("invoice" has three pieces) says little of the language: so many words count as known.
    private static let priorWords: Float = 2
    /// A word that is not in the vocabulary at all says as little as one in so many pieces.
    private static let unknownPieces: Float = 4

    /// The share that vectors have in the score of a query of these words, from 0 to 1.
    func share(of query: String, _ words: [QueryWord]) -> Float {
        guard let subwords = encoder.subwords(of: query) else { return 1 }
        // Scripts without spaces are searched by pairs of characters too.
        let words = words.count { !$0.isIdeographic || $0.folded.unicodeScalars.count == 1 }
        let pieces = Float(subwords.pieces) + Self.unknownPieces * Float(subwords.unknownWords)
        let fertility = (pieces + Self.priorWords * Self.coveredFertility) / (Float(words) + Self.priorWords)
        return pow(min(1, Self.coveredFertility / fertility), Self.steepness)
    }
}
