import Foundation

/// The features by which the probability is estimated that a sentence holds the answer.
struct SentenceFeatures: Hashable, Sendable {
    /// The share of the question's idf that the sentence contains.
    var said: Float = 0
    /// The share that the passage, its title, its sender and its neighbours add.
    var saidAround: Float = 0
    /// The share of the question's neighbouring pairs of words that the sentence contains.
    var pairs: Float = 0
    /// The cosine of the question and the sentence.
    var cosine: Float = 0
    /// The passage's score as a share of the best one's.
    var rankScore: Float = 0
    /// 1 for the best passage, 1/2 for the second one.
    var reciprocalRank: Float = 0
    /// 1 if the sentence has something of the type that the question asks for and does not contain itself.
    var hasAnswerType: Float = 0
    /// 1 if the question asks for a type that can be recognised and the sentence has nothing of it.
    var lacksAnswerType: Float = 0
    /// 1 if it is a question itself.
    var isQuestion: Float = 0
    /// 1 if the question names its sender.
    var isByPersonNamed: Float = 0
    /// The logarithm of its number of words.
    var length: Float = 0

    /// The log-odds that the sentence holds the answer.
    var logit: Float {
        var sum: Float = -5
        sum += 3 * said + 1.5 * saidAround + 0.5 * pairs + 3 * cosine
        sum += 1.5 * rankScore + 0.5 * reciprocalRank
        sum += 0.8 * hasAnswerType - 0.8 * lacksAnswerType - 1.5 * isQuestion + 0.5 * isByPersonNamed
        return sum + 0.3 * length
    }

    /// The probability that the sentence holds the answer.
    var probability: Float { 1 / (1 + exp(-logit)) }
}
