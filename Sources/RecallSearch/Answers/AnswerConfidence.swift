import Foundation
import RecallCore
import RecallStore

/// The calibrated probability that the best sentence answers the question, to tell questions that nothing answers.
///
/// A logistic regression over the questions of four labelled sets, each asked with its evidence and without, or with
/// questions that have no answer. docs/search-quality.md has the curve of refusals, cross-validated.
enum AnswerConfidence {
    /// Below this the sentences are not called an answer: about four of five questions without an answer are
    /// refused on paragraphs, and one in ten of the others. In chats it is two of three and one in five.
    static let threshold: Float = 0.38

    /// The probability for the best sentence.
    ///
    /// - Parameters:
    ///   - partlySaid: the share of the question's idf of which the sentence's passage has only parts of words.
    ///   - highestBM25: the highest BM25 of a passage, as a share of the question's idf.
    ///   - languageCoverage: how well the model covers the question's language.
    static func probability(
        of best: QuotableSentence, partlySaid: Float, highestBM25: Float, languageCoverage: Float
    ) -> Float {
        let features = best.features
        var sum = -5.55 + 0.4 * features.logit + 2.3 * features.said + 3.4 * partlySaid
        sum += 4.25 * features.passageCosine + 2.9 * features.coverage
        sum += 3.45 * (1 - languageCoverage) + 0.75 * highestBM25
        sum -= features.isByPersonNamed == false ? 4.85 : 0
        sum -= features.isQuestion ? 2.8 : 0
        sum += best.passage.item.kind == .message ? 0.8 : 0
        return 1 / (1 + exp(-sum))
    }
}
