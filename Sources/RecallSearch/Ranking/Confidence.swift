import Foundation
import RecallCore

/// The calibrated probability that a passage is relevant, from features that are comparable between queries and
/// libraries.
///
/// Logistic regressions over the five best items of 3,023 questions and short phrases of eight labelled sets,
/// searched in libraries with the answers, in libraries without them, and in unrelated libraries. Results with each
/// set held out are in docs/search-quality.md.
struct Confidence {
    /// The summed idf of the words that a passage is expected to contain.
    private let total: Float
    /// The number of distinct query words without function words.
    private let wordCount: Float
    /// True if the filter requires the ranked words, as in "snow OR ice": then every match is a relevant one.
    private let isRequired: Bool

    init(_ query: PreparedQuery) {
        total = query.lexical.total
        wordCount = Float(query.lexical.idfs.count { $0 > 0 })
        isRequired = query.isRequiredByFilter
    }

    /// The weights of a regression.
    private struct Weights {
        /// The weight of the cosine of query and passage.
        var cosine: Float = 0
        /// The weight of the idf-weighted share of the query's words in the passage's context.
        var coverage: Float
        /// The weight of the logarithm of the number of query words in the passage itself: two of two are worth less
        /// than six of six, and none of a long question is worse than none of two words.
        var wordsSaid: Float
        var constant: Float

        static let withMeaning = Weights(cosine: 3.35, coverage: 1.21, wordsSaid: 1.29, constant: -5.65)
        static let wordsAlone = Weights(coverage: 2.1, wordsSaid: 1.95, constant: -5.76)
    }

    /// The minimum for a passage that contains all words of a query. The regressions had no queries for identifiers
    /// or names.
    private static let allWords: Float = 0.3

    /// The share of the query's words, by idf, that a candidate's context contains.
    func coverage(_ candidate: Candidate) -> Float {
        total > 0 ? min(1, candidate.lexical.covered / total) : 0
    }

    /// The probability that a candidate that matches the filter is relevant.
    func confidence(_ candidate: Candidate) -> Float {
        max(probability(candidate), isRequired ? Self.allWords : 0)
    }

    /// The probability that a candidate is relevant. Without query words (`similar`) it is the cosine.
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
