import RecallCore
import RecallKit

/// A message that only asks to remember something: "Remember that my dentist is Dr. Weber." Or one that only states it, and
/// asks nothing: "My cat is called Rex".
enum MemoryRequest {
    /// The answer to such a message; `nil` if the message is a question. Whoever keeps the answer keeps the memory.
    ///
    /// - Parameters:
    ///   - candidate: what the message states of the person.
    ///   - hasModel: true where a model answers what is only stated.
    static func answer(
        to question: Question, stating candidate: MemoryCandidate?, in library: RecallLibrary, hasModel: Bool
    ) -> Answer? {
        guard let candidate, !question.text.contains("?") else { return nil }
        guard candidate.isAskedFor else {
            return hasModel || !isAll(of: question.text, candidate) ? nil : statedOnly(question, candidate)
        }
        let conflicts = (try? library.memories(contradicting: candidate.content, now: question.clock.now)) ?? []
        var answer = Answer(
            question: question.text, sentences: [sentence(candidate.content.text, conflicts)], isFound: true)
        answer.statement = candidate
        // The sentence repeats it: forgetting that memory blanks this answer too.
        answer.memories = conflicts.prefix(1).map { Answer.MemoryUse(id: $0.id, text: $0.text) }
        return answer
    }

    /// True if a message says nothing beside what it states.
    private static func isAll(of message: String, _ candidate: MemoryCandidate) -> Bool {
        RecallLibrary.words(of: message).count <= RecallLibrary.words(of: candidate.content.text).count + mostOthers
    }

    /// "Oh, my cat is called Rex".
    private static let mostOthers = 1

    /// True for the answer to a message that only stated something.
    static func isStatedOnly(_ answer: Answer) -> Bool { answer.sentences.map(\.text) == [asksNothing] }

    private static let asksNothing = "That asks nothing, so nothing was searched."

    private static func statedOnly(_ question: Question, _ candidate: MemoryCandidate) -> Answer {
        let told = Answer.Sentence(text: asksNothing, isSupported: true, citations: [])
        var answer = Answer(question: question.text, sentences: [told], isFound: true)
        answer.statement = candidate
        return answer
    }

    private static func sentence(_ text: String, _ conflicts: [Memory]) -> Answer.Sentence {
        let told = conflicts.first.map { old in
            "You told me before: \(old.text). Decide which holds before I remember: \(text)"
        }
        return Answer.Sentence(text: told ?? "I will remember: \(text)", isSupported: true, citations: [])
    }
}
