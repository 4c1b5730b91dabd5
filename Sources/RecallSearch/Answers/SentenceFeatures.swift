import Foundation

/// The features by which the probability is estimated that a sentence holds the answer.
struct SentenceFeatures: Hashable, Sendable {
    /// The share of the question's idf that the sentence contains.
    var said: Float = 0
    /// The share by which the sentence of its passage that says most exceeds this one.
    var saidLess: Float = 0
    /// The nearness of the question's words to the sentence; `nil` where it is not read.
    var nearness: SentenceNearness.Value?
    /// The share of the question's idf that the passage's context contains.
    var coverage: Float = 0
    /// The passage's score as a share of the best one's.
    var rankScore: Float = 0
    /// True if the sentence has something of the type that the question asks for, false if it has nothing; `nil` if
    /// that cannot be recognised.
    var hasAnswerType: Bool?
    /// True if it cannot be the answer alone. It may be worth reading all the same.
    var isNoAnswer = false
    /// True if it is a question itself.
    var isQuestion = false
    /// True if it follows a question in a chat.
    var followsQuestion = false
    /// True if it is read as the reply to the message before it.
    var isReply = false
    /// True if the question names the sender of a message, false if it names somebody else whom the message does not;
    /// `nil` without a name.
    var isByPersonNamed: Bool?
    /// True if its sender chose the name that the question has, and somebody is saved under it.
    var isByNamesake = false

    /// True if it may be the answer alone, as far as its form tells.
    var mayAnswer: Bool { !isNoAnswer && hasAnswerType != false }

    /// The log-odds that the sentence holds the answer, of those that are read.
    ///
    /// A regression over the sentences of each question, of which one that holds the answer is to come first (a conditional logit,
    /// McFadden 1974), on three labelled sets and the libraries of four invented persons: decision 0068. What only repeats the question
    /// is no answer to it, so that words that are said count less than nearness to them.
    var logit: Float {
        var sum: Float
        if let nearness {
            sum = -10.67 - 2.1 * said - 3.3 * saidLess + 8.1 * nearness.mean + 3.35 * coverage + 5.1 * rankScore
            sum += isReply ? 2.8 : 0
        } else {
            // By words alone: the same regression without that feature. It also chooses those that are read.
            sum = -9.13 + 1.95 * said - 4 * saidLess + 2.65 * coverage + 6.65 * rankScore
        }
        sum -= hasAnswerType == false ? 1 : 0
        sum -= isNoAnswer ? 1.65 : 0
        sum -= isByPersonNamed == false || isByNamesake ? 0.6 : 0
        return sum - (isQuestion ? 0.75 : 0) + (followsQuestion ? 1.2 : 0)
    }

    /// The share of the question's idf that is far from all that the sentence says: of its tokens, else of its words.
    var farShare: Float { nearness?.farShare ?? 1 - said }

    /// The probability that the sentence holds the answer.
    var probability: Float { 1 / (1 + exp(-logit)) }
}
