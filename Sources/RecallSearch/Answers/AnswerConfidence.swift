import Foundation
import RecallCore
import RecallStore

/// The calibrated probability that the best sentence answers the question, to tell questions that nothing answers.
///
/// A logistic regression over the questions of four labelled sets, each asked with its evidence and without, or with
/// questions that have no answer. docs/search-quality.md has the curve of refusals, cross-validated.
enum AnswerConfidence {
    /// Below this the sentences are not called an answer: more than four of five questions without an answer are
    /// refused on paragraphs, and one in eight of the others. In chats it is two of three and one in three.
    static let threshold: Float = 0.38

    /// The regression's features of the question and of the sentence's passage.
    struct Evidence {
        /// The share of the question's idf of which the sentence's passage has only parts of words.
        var partlySaid: Float
        /// The summed idf of the question's words that the passage says, as a multiple of the idf of a word that no
        /// passage says: the number of rare words that it is found by.
        var rareWordsSaid: Float
        /// The number of the question's words that it says: with as much idf, many common words tell less than a few
        /// rare ones.
        var wordsSaid: Float
        /// The share of the question's idf of names and numbers that it does not say.
        var namesMissing: Float
        /// The highest BM25 of a passage, as a share of the question's idf.
        var highestBM25: Float
        /// The degree to which the model covers the question's language.
        var languageCoverage: Float
    }

    /// The probability for the best sentence.
    static func probability(of best: QuotableSentence, _ evidence: Evidence) -> Float {
        let features = best.features
        var sum = -4.22 + 0.32 * features.logit + 1.55 * features.said + 3.85 * evidence.partlySaid
        sum += 2.94 * features.passageCosine + 2.47 * features.coverage
        sum += 2.53 * (1 - evidence.languageCoverage) + 0.63 * evidence.highestBM25
        // One word said is no better evidence than two: the labelled sets hardly ask with one in a language that the model
        // covers. In German, words are said as parts of others.
        let isCovered = evidence.partlySaid == 0 && evidence.languageCoverage > 0.9
        let wordsSaid = isCovered ? max(2, evidence.wordsSaid) : evidence.wordsSaid
        sum += 1.66 * evidence.rareWordsSaid - 2.15 * log(1 + wordsSaid) - 0.72 * evidence.namesMissing
        sum -= features.isByPersonNamed == false ? 4.4 : 0
        sum -= features.isQuestion ? 2.32 : 0
        sum += best.passage.item.kind == .message ? 1.23 : 0
        // Set by hand: the labelled sets hardly ask for identifiers or sums. Beside the right names, they are seldom others.
        sum += features.hasDefiniteForm && evidence.namesMissing == 0 ? 1.2 : 0
        let probability = 1 / (1 + exp(-sum))
        return features.isNoAnswer ? threshold * probability : probability
    }
}
