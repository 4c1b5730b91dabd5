import Foundation

/// The features by which the probability is estimated that a sentence holds the answer.
struct SentenceFeatures: Hashable, Sendable {
    /// The share of the question's idf that the sentence contains.
    var said: Float = 0
    /// The share that the passage, its title, its sender and its neighbours add.
    var saidAround: Float = 0
    /// The share by which the sentence of its passage that says most exceeds this one.
    var saidLess: Float = 0
    /// The share of the question's neighbouring pairs of words that the sentence contains.
    var pairs: Float = 0
    /// The cosine of the question and the sentence, times the model's coverage of the question's language.
    var cosine: Float = 0
    /// The same for the passage in its context.
    var passageCosine: Float = 0
    /// The share of the question's idf that the passage's context contains.
    var coverage: Float = 0
    /// The passage's score as a share of the best one's.
    var rankScore: Float = 0
    /// 1 for the best passage, 1/2 for the second one.
    var reciprocalRank: Float = 0
    /// True if the sentence has something of the type that the question asks for, false if it has nothing; `nil` if
    /// that cannot be recognised.
    var hasAnswerType: Bool?
    /// True if the question asks for an amount, an identifier or a length of time and the sentence has none: it is no answer then,
    /// whatever its words are.
    var lacksAmount = false
    /// True if the question asks for what no other sentence has by chance, an identifier, an amount, a length of time or a time of
    /// day, and the sentence has one.
    var hasDefiniteForm = false
    /// True if the question asks for a time and neither the sentence nor its item has one. Of a mail or a message the date may
    /// be the answer, not the time of day.
    var lacksTime = false
    /// True if it cannot be the answer alone. It may be worth reading all the same.
    var isNoAnswer = false
    /// True if it says it of somebody else, or of another year, than the question asks about.
    var isOfOthers = false
    /// True if it is a question itself.
    var isQuestion = false
    /// True if it is one question and nothing else, and no message of a chat.
    var isOnlyQuestion = false
    /// True if it follows a question in a chat.
    var followsQuestion = false
    /// True if the question names the sender of a message, false if it names somebody else whom the message does not;
    /// `nil` without a name.
    var isByPersonNamed: Bool?
    /// The logarithm of the number of its words.
    var length: Float = 0

    /// True if it may be the answer alone, as far as its form tells.
    var mayAnswer: Bool { !isNoAnswer && hasAnswerType != false }

    /// The cosine that an answer usually has: what is assumed where nothing is compared.
    static let usualCosine: Float = 0.45

    /// The log-odds that the sentence holds the answer.
    ///
    /// A logistic regression over the sentences of the 50 best passages for every second question of four labelled sets;
    /// docs/search-quality.md has the other half. A passage that is near in meaning while its sentence is not tells
    /// against the sentence.
    var logit: Float {
        var sum = -11.4 + 0.5 * said + 0.25 * saidAround - 4.1 * saidLess + 0.9 * pairs
        sum += 2.6 * cosine - 2.8 * passageCosine + 1.2 * coverage
        sum += 7.2 * rankScore + 1.75 * reciprocalRank + 0.5 * length
        sum += hasAnswerType.map { $0 ? 0.15 : -0.75 } ?? 0
        sum += isByPersonNamed.map { $0 ? 0.3 : -1.4 } ?? 0
        // Set by hand: the labelled sets hardly ask for amounts or identifiers, and chats always have a time.
        if lacksAmount || lacksTime { sum -= 2.5 }
        // So is this: their texts hardly ask anything.
        if isOnlyQuestion { sum -= 1.5 }
        if isOfOthers { sum -= 3 }
        return sum - (isQuestion ? 0.25 : 0) + (followsQuestion ? 0.6 : 0)
    }

    /// The probability that the sentence holds the answer.
    var probability: Float { 1 / (1 + exp(-logit)) }
}
