import RecallCore
import RecallKit

/// The earlier answers of a conversation that a language model may be shown: none that repeats a memory which it may not see,
/// or which is forgotten.
///
/// What it may see depends on the model: an answer that was made without one, or by one on this machine, may tell a secret.
struct EarlierAnswers {
    private let seen: [MemoryID: Set<String>]
    private let hidden: [Set<String>]

    /// Looks at the memories of a library.
    init(for reader: MemoryReader, in library: RecallLibrary) throws {
        let memories = try library.memories(for: .person)
        let (mine, others) = (memories.filter(reader.maySee), memories.filter { !reader.maySee($0) })
        seen = Dictionary(mine.map { ($0.id, Self.words(of: $0.text)) }) { first, _ in first }
        hidden = others.map { Self.words(of: $0.text) }
    }

    /// True if the model may be shown the question and its answer.
    func mayShow(_ answer: Answer, clock: QueryClock) -> Bool {
        let isKnown = answer.memories.allSatisfy { use in use.id.map { seen[$0] != nil } ?? false }
        guard isKnown, !repeatsHidden(answer) else { return false }
        // "Remember that ...": shown as long as the memory that came of it is.
        guard let candidate = RecallLibrary.memoryCandidate(in: answer.question, clock: clock), candidate.isAskedFor
        else {
            return true
        }
        let stated = Self.words(of: candidate.content.text)
        return seen.values.contains { stated.isSubset(of: $0) }
    }

    private func repeatsHidden(_ answer: Answer) -> Bool {
        guard !hidden.isEmpty else { return false }
        let said = Self.words(of: ([answer.question] + answer.sentences.map(\.text)).joined(separator: "\n"))
        return hidden.contains { !$0.isEmpty && $0.isSubset(of: said) }
    }

    private static func words(of text: String) -> Set<String> {
        Set(RecallLibrary.contentWords(of: text).map { $0.lowercased() })
    }
}
