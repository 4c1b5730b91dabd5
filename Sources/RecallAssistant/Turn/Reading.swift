import Foundation
import RecallCore
import RecallKit

/// A way to understand a short question after an answer: alone, with what the conversation is about, or where the answer before
/// it stands. "How long?" after "how much flour has Dad's bread?"
///
/// All readings are asked, and the likeliest of their answers is given. The weights are a conditional logit (McFadden 1974) over
/// 428 turns of the dialogues of three invented persons: decision 0069.
struct Reading: Hashable, Sendable {
    /// The place of the words that it adds.
    enum Kind: Hashable, Sendable {
        case alone
        /// With the words that the conversation hands on.
        case carried
        /// In the thread of an item that the answer before cites, the first or the second.
        case nearby(place: Int)
    }

    let kind: Kind
    let query: SearchQuery
    /// The content words by which the question says itself what it is about, and whether its form says that it is about the
    /// answer before it.
    let own: Int, refersBack: Bool

    /// The log-odds that an answer of this reading is the right one, but for what all readings have in common.
    func score(_ answer: QuotedAnswer) -> Float {
        guard !answer.quotations.isEmpty else { return -.infinity }
        let confidence = min(max(answer.confidence, 0.001), 0.999)
        let logit = log(confidence / (1 - confidence))
        let likeness = 0.5 * logit + (refersBack ? 1.5 : 0) - 0.4 * Float(own)
        return switch kind {
        case .alone: 0.15 * logit
        case .carried: 1.2 + likeness
        case .nearby(let place): 1.8 - 0.2 * Float(place) + likeness
        }
    }

    /// The confidence from which its answer is called one. A short question finds something everywhere, and the words of another
    /// question are found even where nothing answers this one.
    private var leastConfidence: Float {
        switch kind {
        case .alone: 0.8
        case .carried: 0.6
        case .nearby: 0
        }
    }

    /// The answer of the likeliest reading.
    static func answer(_ readings: [Reading], in library: RecallLibrary) throws -> QuotedAnswer? {
        let answers = try readings.map { ($0, try library.quotations(for: $0.query)) }
        guard let (reading, answer) = answers.max(by: { $0.0.score($0.1) < $1.0.score($1.1) }) else { return nil }
        return QuotedAnswer(
            quotations: answer.quotations,
            isAnswer: answer.isAnswer && answer.confidence >= reading.leastConfidence,
            isPossible: answer.isAnswer || answer.isPossible, confidence: answer.confidence)
    }
}
