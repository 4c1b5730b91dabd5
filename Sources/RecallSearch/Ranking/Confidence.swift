import Foundation
import RecallCore

/// How likely it is that a passage is relevant, from what means the same in every query and library.
///
/// Logistic regressions over the five best items of 3,023 questions and short phrases of eight labelled sets: asked of
/// libraries that hold the answers, of libraries without them, and of libraries of other things. Each set was also
/// held out once: docs/search-quality.md has what that gave.
struct Confidence {
    /// The summed rarity of the words that a passage has to say.
    private let total: Float
    /// How many different words the query has, function words left out.
    private let wordCount: Float

    init(_ scores: LexicalRetriever.Scores) {
        total = scores.total
        wordCount = Float(scores.rarities.count { $0 > 0 })
    }

    /// The weights of a regression.
    private struct Weights {
        /// Of the cosine of query and passage.
        var cosine: Float = 0
        /// Of the share of the query's words, by rarity, that the passage's context says.
        var coverage: Float
        /// Of the logarithm of how many of the query's words the passage itself says: two of two are less than six of
        /// six, and nothing of a long question is worse than nothing of two words.
        var wordsSaid: Float
        var constant: Float

        static let withMeaning = Weights(cosine: 3.35, coverage: 1.21, wordsSaid: 1.29, constant: -5.65)
        static let wordsAlone = Weights(coverage: 2.1, wordsSaid: 1.95, constant: -5.76)
    }

    /// What says all words of a query is at least this likely to be meant, an identifier or a name too, of which the
    /// regressions saw none.
    static let allWords: Float = 0.3

    /// The probability that a passage with these parts of its score is relevant. Without words (`similar`): the cosine.
    func probability(_ parts: ScoreParts) -> Float {
        guard total > 0 else { return max(0, min(1, parts.cosine ?? 0)) }
        let weights = parts.cosine == nil ? Weights.wordsAlone : .withMeaning
        let said = log(1 + wordCount * min(1, parts.passageWords / total))
        let evidence =
            weights.constant + weights.cosine * (parts.cosine ?? 0) + weights.coverage * parts.coverage
            + weights.wordsSaid * said
        let probability = 1 / (1 + exp(-evidence))
        return parts.coverage > 0.999 ? max(Self.allWords, probability) : probability
    }
}
