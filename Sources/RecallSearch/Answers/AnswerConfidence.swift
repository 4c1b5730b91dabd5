import Foundation
import RecallCore
import RecallStore

/// The calibrated probability that the best sentences answer the question, to tell questions that nothing answers.
///
/// A logistic regression over the questions of labelled sets, each asked with its evidence and without, or with questions that
/// have no answer (decision 0068). docs/search-quality.md has the curve of refusals.
enum AnswerConfidence {
    /// Below this the sentences are not called an answer: four of five questions without an answer are refused on paragraphs, and
    /// one in ten of the others. In chats it is half of them, and a quarter.
    static let threshold: Float = 0.45
    /// The same for what is no question.
    static let topicThreshold: Float = 0.53
    /// From this on the sentences may answer; of those that do not count as answers half do, or more (decision 0077).
    static let possible: Float = 0.1
    /// The same for sentences that were compared by words alone. In Russian, of 29 from here on 15 answer, of 31 below it 7.
    static let possibleByWords: Float = 0.2

    /// The features of the question and of the best sentence's passage.
    struct Evidence {
        /// The share of the question's idf of which the sentence's passage has only parts of words.
        var partlySaid: Float
        /// The summed idf of the question's words that the passage says, as a multiple of the idf of a word that no
        /// passage says: the number of rare words that it is found by.
        var rareWordsSaid: Float
        /// The share of the question's idf of names and numbers that it does not say.
        var namesMissing: Float
        /// Of a document, the share of the question's idf that it says in and around the passage; `nil` of what is sent, and of
        /// notes. Paragraphs say what they are about; people who write to each other know it.
        var aroundDocument: Float?
    }

    /// The probability for the best sentence.
    static func probability(of best: QuotableSentence, _ evidence: Evidence) -> Float {
        let features = best.features
        var sum = -0.25 + 0.58 * features.logit - 1.0 * features.farShare
        sum += 0.56 * evidence.rareWordsSaid + 2.7 * evidence.partlySaid - 0.7 * evidence.namesMissing
        sum += evidence.aroundDocument.map { 1.2 * $0 - 0.6 } ?? 0
        sum += features.followsQuestion ? 1.1 : 0
        // These two are twice what was learnt, set by hand: only chats of strangers ask about the wrong person.
        sum -= (features.isQuestion ? 2 : 0) + (features.isByPersonNamed == false ? 4 : 0)
        let probability = 1 / (1 + exp(-sum))
        return features.isNoAnswer ? threshold * probability : probability
    }
}
