import Foundation
import RecallCore
import RecallStore

/// The calibrated probability that the best sentences answer the question, to tell questions that nothing answers.
///
/// A logistic regression over the questions of labelled sets, each asked with its evidence and without, or with questions that
/// have no answer (decision 0068). docs/search-quality.md has the curve of refusals.
enum AnswerConfidence {
    /// Below this the sentences are not called an answer: nine of ten questions without an answer are refused on paragraphs, and
    /// one in ten of the others. In chats it is three of four, and one in three.
    static let threshold: Float = 0.4
    /// The same for what is no question.
    static let topicThreshold: Float = 0.5

    /// The features of the question, of the best sentence's passage and of the other sentences.
    struct Evidence {
        /// The share of the question's idf of which the sentence's passage has only parts of words.
        var partlySaid: Float
        /// The summed idf of the question's words that the passage says, as a multiple of the idf of a word that no
        /// passage says: the number of rare words that it is found by.
        var rareWordsSaid: Float
        /// The share of the question's idf of names and numbers that it does not say.
        var namesMissing: Float
    }

    /// The probability for the best sentence.
    ///
    /// - Parameter share: its odds as a share of those of all sentences that were compared: alone it is surer than among many.
    static func probability(of best: QuotableSentence, share: Float, _ evidence: Evidence) -> Float {
        let features = best.features
        var sum = -1.37 + 1.25 * share + 0.34 * features.logit - 0.8 * features.nearness.farShare
        sum += 0.66 * evidence.rareWordsSaid + 2.3 * evidence.partlySaid - 0.7 * evidence.namesMissing
        sum -= features.isQuestion ? 1.15 : 0
        sum -= features.isByPersonNamed == false ? 2 : 0
        sum += features.followsQuestion ? 0.8 : 0
        sum -= best.passage.item.kind == .message ? 0.85 : 0
        let probability = 1 / (1 + exp(-sum))
        return features.isNoAnswer ? threshold * probability : probability
    }
}
