public import RecallCore
public import RecallKit
public import RecallModelClient

/// Answers questions about a library, with citations.
///
/// With a model, it searches and reads through tools, and each sentence of its answer is checked against what it cites.
/// Without one, the answer is the sentences of the library that answer the question, word for word.
public struct Assistant: Sendable {
    private let library: RecallLibrary
    private let model: (any ChatModel)?
    private let patience: Duration

    /// The silence of a model after which it is said.
    private static let patience = Duration.seconds(10)

    /// An assistant over a library.
    public init(_ library: RecallLibrary, model: (any ChatModel)? = nil) {
        self.init(library, model: model, patience: Self.patience)
    }

    /// An assistant that says sooner or later that its model is silent.
    package init(_ library: RecallLibrary, model: (any ChatModel)?, patience: Duration) {
        (self.library, self.model, self.patience) = (library, model, patience)
    }

    /// Begins to answer. The updates end with `.answer`.
    public func ask(_ question: Question) -> AnswerRun {
        let facts = model.map {
            Turn.ModelFacts(
                name: $0.name, machine: $0.machine, contextWindow: $0.contextWindow, callsTools: $0.callsTools)
        }
        let tools = LibraryTools(library: ScopedLibrary(library, scope: question.scope, clock: question.clock))
        let work = TurnWork(library: library, tools: tools, model: model, clock: question.clock, patience: patience)
        let reader: MemoryReader = model.map { $0.machine == nil ? .localModel : .outside } ?? .person
        return AnswerRun(RememberingTurn(question, facts, reader), work)
    }

    /// The answer to a question. Cancelling the task ends it with what there is.
    ///
    /// - Parameter showing: called with the news that come before the answer.
    public func answer(
        _ question: Question, showing: @escaping @Sendable (AnswerUpdate) -> Void = { _ in }
    ) async -> Answer? {
        let run = ask(question)
        let task = Task { () -> Answer? in
            for await update in run.updates {
                if case .answer(let answer) = update { return answer }
                showing(update)
            }
            return nil
        }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            run.stop()
        }
    }
}
