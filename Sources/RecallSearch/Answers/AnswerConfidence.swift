import Foundation

/// The calibrated probability that the best sentence answers the question, to tell questions that nothing answers.
///
/// A logistic regression over every second question of four labelled sets, each asked with its evidence and without, or
/// with questions that have no answer. docs/search-quality.md has the curve of refusals on the other half.
enum AnswerConfidence {
    /// Below this the sentences are not called an answer: about four of five questions without an answer are
    /// refused on paragraphs, and one in ten of the others. In chats it is three of five and one in four.
    static let threshold: Float = 0.38

    /// The probability for the best sentence.
    ///
    /// - Parameters:
    ///   - highestBM25: the highest BM25 of a passage, as a share of the question's idf.
    ///   - languageCoverage: how well the model covers the question's language.
    static func probability(of best: SentenceFeatures, highestBM25: Float, languageCoverage: Float) -> Float {
        var sum = -4.95 + 0.65 * best.logit + 1.4 * best.said + 1.1 * (best.said + best.saidAround)
        sum += 3.4 * best.passageCosine + 2.1 * best.coverage
        sum += 3.05 * (1 - languageCoverage) + 1.15 * highestBM25
        sum -= best.isByPersonNamed == false ? 3.55 : 0
        return 1 / (1 + exp(-sum))
    }
}
