import RecallCore
import RecallKit

/// A message that only asks to remember something: "Remember that my dentist is Dr. Weber."
enum MemoryRequest {
    /// The answer to such a message; `nil` if the message is a question. Whoever keeps the answer keeps the memory.
    ///
    /// - Parameter candidate: what the message states of the person.
    static func answer(to question: Question, stating candidate: MemoryCandidate?, in library: RecallLibrary) -> Answer?
    {
        guard let candidate, candidate.isAskedFor, !question.text.contains("?")
        else { return nil }
        let conflicts = (try? library.memories(contradicting: candidate.content, now: question.clock.now)) ?? []
        var answer = Answer(
            question: question.text, sentences: [sentence(candidate.content.text, conflicts)], isFound: true)
        answer.statement = candidate
        // The sentence repeats it: forgetting that memory blanks this answer too.
        answer.memories = conflicts.prefix(1).map { Answer.MemoryUse(id: $0.id, text: $0.text) }
        return answer
    }

    private static func sentence(_ text: String, _ conflicts: [Memory]) -> Answer.Sentence {
        let told = conflicts.first.map { old in
            "You told me before: \(old.text). Decide which holds before I remember: \(text)"
        }
        return Answer.Sentence(text: told ?? "I will remember: \(text)", isSupported: true, citations: [])
    }
}
