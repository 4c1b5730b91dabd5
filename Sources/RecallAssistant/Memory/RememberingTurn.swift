import RecallCore
import RecallKit

/// A turn that begins with the memories that belong to its question.
struct RememberingTurn: Sendable {
    private let question: Question
    private let model: Turn.ModelFacts?
    private let reader: MemoryReader

    /// A turn for a question.
    ///
    /// - Parameter reader: the one who is shown the memories.
    init(_ question: Question, _ model: Turn.ModelFacts?, _ reader: MemoryReader) {
        (self.question, self.model, self.reader) = (question, model, reader)
    }

    /// The beginning of a turn, once its memories are found.
    struct Start: Sendable {
        let turn: Turn
        /// The answer, if the message is no question.
        let answer: Answer?
        fileprivate let memories: RecalledMemories
        fileprivate let shown: [Memory]
        fileprivate let statement: MemoryCandidate?

        /// The answer with what is known of memories.
        func complete(_ answer: Answer) -> Answer {
            guard self.answer == nil else { return answer }
            var answer = memories.complete(answer.made(with: shown))
            answer.statement = statement
            return answer
        }
    }

    /// Finds the memories in a library.
    func start(in library: RecallLibrary) -> Start {
        let statement = RecallLibrary.memoryCandidate(in: question.text, clock: question.clock)
        let request =
            MemoryRequest.answer(to: question, stating: statement, in: library, hasModel: model != nil)
            ?? ForgettingRequest.answer(to: question, in: library) ?? SmallTalk.answer(to: question)
        let memories =
            request == nil ? RecalledMemories(for: question, reader: reader, in: library) : RecalledMemories.none
        let (lines, shown) = model.map { memories.context(window: $0.contextWindow) } ?? ("", [])
        var question = question
        // What follows "thanks", or what only told something, is about what was asked before it.
        question.earlier.removeAll { SmallTalk($0.question) != nil || MemoryRequest.isStatedOnly($0) }
        question.memoryLines = lines
        if model != nil {
            let shown = try? EarlierAnswers(for: reader, in: library)
            question.earlier.removeAll { shown?.mayShow($0, clock: question.clock) != true }
        }
        return Start(
            turn: Turn(question, model: model, boundary: SourceFence.randomBoundary), answer: request,
            memories: memories, shown: shown,
            statement: statement)
    }
}

extension TurnWork {
    /// The beginning of a turn.
    func recall(_ turn: RememberingTurn) async -> RememberingTurn.Start {
        let start = try? await WorkQueue.shared.run { [library] in turn.start(in: library) }
        return start ?? turn.start(in: library)
    }
}
