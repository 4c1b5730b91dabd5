import Foundation
import RecallCore

/// The calibrated probability that a passage is relevant, from what means the same in every query and library.
///
/// Logistic regressions over the five best items of 3,023 questions and short phrases of eight labelled sets: asked of
/// libraries that hold the answers, of libraries without them, and of libraries of other things. Each set was also
/// held out once: docs/search-quality.md has what that gave.
struct Confidence {
    /// The summed idf of the words that a passage is expected to contain.
    private let total: Float
    /// The number of different words of the query, function words left out.
    private let wordCount: Float
    /// True if the filter requires what is ranked by, as in "snow OR ice": then whatever matches is what was asked for.
    private let isRequired: Bool

    init(_ query: PreparedQuery) {
        total = query.lexical.total
        wordCount = Float(query.lexical.idfs.count { $0 > 0 })
        isRequired = query.isRequiredByFilter
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

    /// A passage that contains all words of a query is at least this likely to be meant, an identifier or a name too, of which
    /// the regressions saw none.
    private static let allWords: Float = 0.3

    /// The share of the query's words, by idf, that a candidate's context contains.
    func coverage(_ candidate: Candidate) -> Float {
        total > 0 ? min(1, candidate.lexical.covered / total) : 0
    }

    /// The probability that a candidate that matches the filter is relevant.
    func confidence(_ candidate: Candidate) -> Float {
        max(probability(candidate), isRequired ? Self.allWords : 0)
    }

    /// The probability that a candidate is relevant, by what it says. Without words (`similar`): the cosine.
    func probability(_ candidate: Candidate) -> Float {
        guard total > 0 else { return max(0, min(1, candidate.cosine ?? 0)) }
        let weights = candidate.cosine == nil ? Weights.wordsAlone : .withMeaning
        let said = log(1 + wordCount * min(1, candidate.lexical.passage / total))
        let coverage = coverage(candidate)
        let evidence =
            weights.constant + weights.cosine * (candidate.cosine ?? 0) + weights.coverage * coverage
            + weights.wordsSaid * said
        let probability = 1 / (1 + exp(-evidence))
        return coverage > 0.999 ? max(Self.allWords, probability) : probability
    }
}
