import Foundation
import RecallCore
import RecallKit

/// The memories that belong to a question, found before it is answered.
struct RecalledMemories: Sendable {
    /// Nearest first. None that the model may not see, if there is one.
    let matches: [MemoryMatch]
    /// Today, by which "since" and "until" are said.
    let clock: QueryClock

    /// None.
    static let none = RecalledMemories(matches: [], clock: QueryClock())

    /// The memories that are put before a model, at most.
    private static let most = 6

    init(matches: [MemoryMatch], clock: QueryClock) {
        (self.matches, self.clock) = (matches, clock)
    }

    /// The memories for a question. A library that cannot be read brings none.
    ///
    /// - Parameter reader: the model that answers, or the person if there is none.
    init(for question: Question, reader: MemoryReader, in library: RecallLibrary) {
        let found = try? library.findMemories(
            question.asked, for: reader, limit: Self.most, now: question.clock.now)
        self.init(matches: found ?? [], clock: question.clock)
    }

    // MARK: Before a model

    /// The part of a model's window for memories, and the most tokens of it.
    private static let (share, mostTokens) = (8, 300)

    /// The lines about memories for a model with a window of `window` tokens, and the memories that are in them.
    func context(window: Int) -> (text: String, memories: [Memory]) {
        var left = min(window / Self.share, Self.mostTokens) - TokenEstimate.tokens(in: Self.introduction)
        var (lines, used): ([String], [Memory]) = ([], [])
        for match in matches {
            let line = "- " + match.memory.text
            let cost = TokenEstimate.tokens(in: line) + 1
            guard cost <= left else { break }
            left -= cost
            lines.append(line)
            used.append(match.memory)
        }
        return used.isEmpty ? ("", []) : ("\n" + ([Self.introduction] + lines).joined(separator: "\n"), used)
    }

    private static let introduction =
        "The person told you this earlier. Use it where it helps; it is no source, and needs no number:"

    // MARK: Without a model

    /// The distance of a second memory from the best one: two memories of Ben are about as near to a question about him.
    private static let distance: Float = 0.1
    /// The score of a memory that is told though it does not surely answer, at least.
    private static let near: Float = 0.5
    /// The memories that are told, at most.
    private static let mostTold = 2

    /// The answer, with the memories that answer the question in front of what is quoted from the library. Where nothing
    /// answers it, the nearest memories come before the nearest quotations.
    func complete(_ answer: Answer) -> Answer {
        guard answer.model == nil else { return answer }
        let answering = matches.filter(\.isAnswer)
        let candidates = answering.isEmpty && !answer.isFound ? matches.filter { $0.score >= Self.near } : answering
        guard let best = candidates.first else { return answer }
        var answer = answer
        if !answering.isEmpty, !answer.isFound { (answer.sentences, answer.citations) = ([], []) }
        let told = candidates.prefix(Self.mostTold).filter { $0.score >= best.score - Self.distance }
        answer.sentences.insert(contentsOf: told.map { sentence($0.memory) }, at: 0)
        answer.isFound = answer.isFound || !answering.isEmpty
        answer.memories = told.map { Answer.MemoryUse(id: $0.memory.id, text: $0.memory.text) }
        return answer
    }

    private func sentence(_ memory: Memory) -> Answer.Sentence {
        Answer.Sentence(text: Self.telling(memory, clock), isSupported: true, citations: [])
    }

    /// `You told me on 12 March 2024: I prefer window seats`
    static func telling(_ memory: Memory, _ clock: QueryClock) -> String {
        let day = clock.formatter("d MMMM yyyy").string(from: memory.created)
        return "You told me on \(day): \(memory.text)"
    }
}

extension Answer {
    /// The answer of a model, with the memories that were put before it. What it says of them alone needs no source.
    func made(with memories: [Memory]) -> Answer {
        guard model != nil, !memories.isEmpty else { return self }
        var answer = self
        let told = Set(memories.flatMap { RecallLibrary.contentWords(of: $0.text) }.map { $0.lowercased() })
        for index in sentences.indices where sentences[index].citations.isEmpty {
            let words = RecallLibrary.contentWords(of: sentences[index].text).map { $0.lowercased() }
            let share = Double(words.count { told.contains($0) }) / Double(max(1, words.count))
            if share >= Self.enoughOfMemory { answer.sentences[index].isSupported = true }
        }
        if answer.sentences.contains(where: { $0.isSupported && !Claim.isLeadIn($0.text) }) { answer.isFound = true }
        answer.memories = memories.map { Answer.MemoryUse(id: $0.id, text: $0.text) }
        return answer
    }

    /// The share of a sentence's content words that memories have, at least.
    private static let enoughOfMemory = 0.6
}
