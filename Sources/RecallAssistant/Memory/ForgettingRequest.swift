import RecallCore
import RecallKit

/// A message that asks to forget what was told: "Forget my dentist." The memories that it may mean are shown with the way
/// to forget each: which one is meant, only the person knows.
enum ForgettingRequest {
    /// The memories that are shown, at most.
    private static let most = 6
    /// The digits of an id that `recall memory list` prints.
    private static let shownDigits = 8

    /// The answer to such a message; `nil` if the message is a question.
    static func answer(to question: Question, in library: RecallLibrary) -> Answer? {
        guard let subject = subject(of: question.text) else { return nil }
        let now = question.clock.now
        let found = try? library.findMemories(subject, for: .person, limit: most, includingEnded: true, now: now)
        let told = found?.map(\.memory) ?? []
        let sentences = told.map { memory in
            let id = memory.id.description.prefix(shownDigits)
            let text = RecalledMemories.telling(memory, question.clock)
            return Answer.Sentence(
                text: "\(text). To forget it: `\(library.location.command("memory forget \(id)"))`", isSupported: true,
                citations: [], beginsParagraph: true)
        }
        var answer = Answer(question: question.text, sentences: sentences, isFound: !told.isEmpty)
        answer.memories = told.map { Answer.MemoryUse(id: $0.id, text: $0.text) }
        answer.notes = [told.isEmpty ? nothing : choice]
        return answer
    }

    private static let choice = "Nothing is forgotten yet: do that by the command, or on the page Memory."
    private static let nothing =
        "No memory is about this, so nothing was forgotten. The page Memory and recall memory list show all."

    /// The words that say what is to be forgotten.
    private static func subject(of text: String) -> String? {
        let words = QuestionPattern.words(of: text)
        guard let subject = QuestionPattern.groups(of: words, patterns)?.first else { return nil }
        return subject.contains { $0.isLetter } ? subject : nil
    }

    private static let politeness = "(?:please,? )?(?:(?:can|could|would|will) you (?:please )?)?"

    /// The word after the verb says that it is about the person or a memory: "forget-me-nots" are flowers.
    private static let patterns = [
        politeness + #"forget (?=(?:my|our|i|i'm|i’m|that|about|what|everything|all)\b)"#
            + #"(?:(?:everything|all) )?(?:(?:about|that) )?(.+)"#,
        politeness + #"(?:forget|delete|remove|erase) (?:the|my|your|all) memor(?:y|ies) (?:about|of|that) (.+)"#,
        #"(?:bitte )?vergiss,? (?=(?:mein|unser|dass|was|alles|ich)\w*)(?:alles )?(?:über |dass )?(.+)"#,
        #"(?:s'il te plaît )?oublie (?=(?:que|mon|ma|mes|notre|nos)\b)(?:que )?(.+)"#,
        #"(?:por favor )?olvida (?=(?:que|mi|mis|nuestr[oa]s?)\b)(?:que )?(.+)"#,
    ]
}
