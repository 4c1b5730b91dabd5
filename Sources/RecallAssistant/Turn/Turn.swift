import RecallCore
import RecallKit
import RecallModelClient

/// One question and its answer, as a state machine without I/O: it receives events and returns what is to be done next.
///
///     question -> the program's own searches, one for each part -> model -> tool calls -> model -> ... -> answer -> checked answer
struct Turn {
    /// Something that happened.
    enum Event {
        /// The sentences of the library that answer the parts of the question, word for word.
        case quoted([QuotedAnswer], ItemQuestion? = nil, inEmptyScope: Bool = false)
        /// The library could not be read.
        case failed(ErrorReport)
        /// The outcome of a tool.
        case toolEnded(ToolOutcome)
        /// A part of the model's reply.
        case model(ChatEvent)
        /// The model's server failed.
        case modelFailed(ChatModelError)
        /// The checks of the answer's sentences, in their order.
        case checked([ClaimVerdict])
        /// The person stopped it.
        case stopped
    }

    /// Something to be done. Effects are carried out in order, and each but `show` and `finish` is answered by an event.
    enum Effect {
        case quote([SearchQuery], ItemQuestion?, readings: [Reading])
        case use(ToolRequest, SourceList)
        case ask(ChatRequest)
        case check([Claim])
        case show(AnswerUpdate)
        case finish(Answer)
    }

    private enum State: Hashable {
        case quoting, asking, usingTools, finished
        case checking([AnswerText.Sentence])
    }

    private let question: Question
    /// The parts of the question as they are searched.
    private let queries: [SearchQuery]
    /// The question if it is about items themselves, and they answer it.
    private var itemQuestion: ItemQuestion?
    private let model: ModelFacts?
    private let limits: TurnLimits
    private let prompt: Prompt
    private var state = State.quoting
    private var sources = SourceList()
    /// The items that the model may repeat, cited or not.
    private var read: Set<ItemID> = []
    /// The names and addresses that it may repeat.
    private var people: Set<ParticipantDigest> = []
    private var exchanges: [Exchange] = []
    private var waiting: [ToolCall] = []
    private var quoted: QuotedAnswer?
    private var text = ""
    private var calls: [ToolCall] = []
    private var reasoning = ReasoningFilter()
    /// The bytes of the reply so far, with those that are not shown.
    private var received = 0
    /// True if the request at hand offers tools.
    private var mayCall = false
    private var toolUses: [Answer.ToolUse] = []
    private var context: Answer.ContextUse
    private var notes: [String] = []
    private var retries = 0

    /// The facts about a model that a turn depends on.
    struct ModelFacts: Sendable {
        var name: String
        var machine: String?
        var contextWindow: Int
        var callsTools: Bool
    }

    /// A turn. Without a model, the answer is quotations.
    ///
    /// - Parameter boundary: random, for the fences around sources.
    init(_ question: Question, model: ModelFacts?, boundary: String, limits: TurnLimits = TurnLimits()) {
        (self.question, self.model, self.limits) = (question, model, limits)
        queries = FollowUp.queries(for: question)
        itemQuestion =
            model == nil && queries.count == 1
            ? ItemQuestion(question.asked, owner: question.owner, earlier: question.earlier) : nil
        prompt = Prompt(question, model: model, boundary: boundary, limits: limits)
        context = Answer.ContextUse(budget: prompt.inputTokens)
    }

    /// The first effects.
    mutating func start() -> [Effect] {
        [.quote(queries, itemQuestion, readings: FollowUp.readings(of: question))]
    }

    /// The effects of an event. None once the turn is finished.
    mutating func receive(_ event: Event) -> [Effect] {
        switch (event, state) {
        case (_, .finished): return []
        case (.quoted(let answers, let answered, let inEmptyScope), .quoting):
            itemQuestion = answered
            notes += [answered?.note(isFound: answers.contains(where: \.isAnswer))].compactMap(\.self)
            if inEmptyScope { notes.append("The scope selects nothing of this library, so nothing was read.") }
            return search(after: answers)
        case (.failed(let report), _): return fail(report)
        case (.toolEnded(let outcome), .usingTools): return goOn(after: outcome)
        case (.model(let event), .asking): return receive(event)
        case (.modelFailed(let error), .asking): return receive(error)
        case (.checked(let verdicts), .checking(let sentences)): return finish(sentences, verdicts)
        case (.stopped, .checking(let sentences)): return finishUnchecked(sentences)
        case (.stopped, _): return stop()
        default: return []
        }
    }

    // MARK: The program's own searches

    private mutating func search(after answers: [QuotedAnswer]) -> [Effect] {
        quoted = QuotedAnswer(parts: answers)
        if answers.contains(where: \.isAnswer) { notes += unanswered(answers) }
        guard model != nil else { return finishQuoting() }
        state = .usingTools
        waiting = ownCalls
        exchanges = [Exchange(text: "", calls: waiting)]
        return next()
    }

    /// A note for each part that nothing answers, where another one is answered.
    private func unanswered(_ answers: [QuotedAnswer]) -> [String] {
        let parts = RecallLibrary.parts(ofQuestion: question.asked)
        let told = answers.filter(\.isAnswer).flatMap(\.quotations)
        return zip(parts, answers).filter { part, answer in
            !answer.isAnswer && !told.contains { RecallLibrary.tells($0, whatAsks: part) }
        }.map { "Nothing was found that answers: \($0.0)" }
    }

    /// The program's own searches, as if the model had called them.
    private var ownCalls: [ToolCall] {
        queries.enumerated().map { index, query in
            ToolCall(
                id: "search-\(index)", name: Tool.search.rawValue, arguments: ToolQuery(query: query.text).json)
        }
    }

    /// The calls that the model has left.
    private var callsLeft: Int { limits.toolCalls - max(0, toolUses.count - queries.count) }

    private func started(_ tool: String, _ arguments: String) -> [Effect] {
        [.show(.toolStarted(tool: tool, arguments: arguments))]
    }

    /// Numbers what a tool found, and tells of it.
    private mutating func record(_ outcome: ToolOutcome, of call: ToolCall, in exchange: inout Exchange) -> [Effect] {
        let numbers = outcome.excerpts.map { sources.number(of: $0) }
        let anchor = outcome.excerpts.firstIndex(where: \.isHit).map { numbers[$0] }
        exchange.results.append(
            Exchange.Result(callID: call.id, note: outcome.note, sources: numbers, anchor: anchor))
        read.formUnion(outcome.counted)
        people.formUnion(outcome.people)
        let use = Answer.ToolUse(tool: call.name, arguments: call.arguments, results: outcome.results)
        toolUses.append(use)
        return [.show(.toolEnded(use, found: numbers.compactMap(sources.citation)))]
    }

    // MARK: The model

    private mutating func ask() -> [Effect] {
        state = .asking
        (text, calls, reasoning, received) = ("", [], ReasoningFilter(), 0)
        let made = prompt.request(exchanges, sources, mayCall: callsLeft > 0, shrunk: retries)
        context.tokens = max(context.tokens, made.tokens)
        read.formUnion(prompt.earlierSources.union(made.sources.compactMap { sources[$0]?.item.id }))
        people.formUnion(prompt.earlierPeople)
        mayCall = !made.request.tools.isEmpty
        return [.ask(made.request)]
    }

    private mutating func receive(_ event: ChatEvent) -> [Effect] {
        switch event {
        case .text(let more):
            received += more.utf8.count
            let more = reasoning.visible(more)
            text += more
            guard text.utf8.count <= limits.answerBytes, received <= limits.replyBytes else {
                return end(note: "The model's answer was cut off: it did not end.")
            }
            return more.isEmpty ? [] : [.show(.text(more))]
        case .toolCall(let call):
            // More at once than a turn may have are a fault of the model.
            if calls.count < limits.toolCalls { calls.append(call) }
            return []
        case .end(let end):
            if mayCall, !calls.isEmpty { return useTools() }
            return self.end(
                note: end == .length ? "The model's answer was cut off: it was longer than it may be." : nil)
        }
    }

    private mutating func receive(_ error: ChatModelError) -> [Effect] {
        if error.code == .contextTooLong, retries < limits.retries {
            retries += 1
            return withdrawn() + ask()
        }
        notes.append(error.message)
        return text.isEmpty ? finishQuoting() : check()
    }

    private func withdrawn() -> [Effect] { text.isEmpty ? [] : [.show(.textWithdrawn)] }

    private mutating func end(note: String?) -> [Effect] {
        if let note { notes.append(note) }
        return check()
    }

    // MARK: Tools

    private mutating func useTools() -> [Effect] {
        state = .usingTools
        exchanges.append(Exchange(text: text, calls: calls))
        waiting = calls
        return withdrawn() + next()
    }

    /// The next call that waits; those that cannot be carried out are answered at once.
    private mutating func next() -> [Effect] {
        var effects: [Effect] = []
        while let call = waiting.first {
            do throws(ToolCallProblem) {
                guard callsLeft > 0 else {
                    throw ToolCallProblem(text: "No more calls. Answer now.")
                }
                let request = try ToolRequest(call)
                return effects + started(call.name, call.arguments) + [.use(request, sources)]
            } catch {
                effects += answer(ToolOutcome(note: error.text))
            }
        }
        return effects + ask()
    }

    private mutating func goOn(after outcome: ToolOutcome) -> [Effect] {
        answer(outcome) + next()
    }

    private mutating func answer(_ outcome: ToolOutcome) -> [Effect] {
        let call = waiting.removeFirst()
        var exchange = exchanges.removeLast()
        defer { exchanges.append(exchange) }
        return record(outcome, of: call, in: &exchange)
    }

    // MARK: The answer

    private mutating func check() -> [Effect] {
        let answer = AnswerText(text)
        guard !answer.isRefusal, !answer.sentences.isEmpty else { return finishRefused() }
        state = .checking(answer.sentences)
        let cited = answer.sentences.flatMap(\.citations)
        if answer.isCut { notes.append("The answer is too long: its end was left out.") }
        return [
            .check(
                answer.sentences.enumerated().map { place, sentence in
                    claim(sentence, announcing: place + 1 < answer.sentences.count ? cited : [])
                })
        ]
    }

    /// - Parameter cited: what the whole answer cites: words that announce it may have names and numbers of it.
    private func claim(_ sentence: AnswerText.Sentence, announcing cited: [Int]) -> Claim {
        let numbers = sentence.citations.isEmpty && Claim.isLeadIn(sentence.text) ? cited : sentence.citations
        let evidence = numbers.prefix(limits.evidence).compactMap { sources[$0] }.map(\.evidence)
        return Claim(text: sentence.text, evidence: evidence, question: question.asked)
    }

    private mutating func finish(_ written: [AnswerText.Sentence], _ verdicts: [ClaimVerdict]) -> [Effect] {
        let sentences = zip(written, verdicts).map { sentence, verdict in
            let known = sentence.citations.filter { sources[$0] != nil }
            return Answer.Sentence(
                text: sentence.text, isSupported: verdict.isSupported && known.count == sentence.citations.count,
                citations: known, beginsParagraph: sentence.beginsParagraph)
        }
        let isFound = sentences.contains { $0.isSupported && !Claim.isLeadIn($0.text) }
        let isCited = sentences.contains { !$0.citations.isEmpty }
        if !isFound, isCited { notes.append("Recall found the passages that are cited, but none of them says this.") }
        return finish(sentences, citing: sentences.flatMap(\.citations), isFound: isFound)
    }

    /// Keeps the sentences, none of them checked.
    private mutating func finishUnchecked(_ sentences: [AnswerText.Sentence]) -> [Effect] {
        notes.append("Stopped before the sentences were checked.")
        return finish(sentences, sentences.map { _ in ClaimVerdict(problem: .notChecked) })
    }

    /// The model found no answer. Where a sentence of the library answers all the same, it is quoted.
    private mutating func finishRefused() -> [Effect] {
        if let quoted, quoted.isAnswer { notes.append("The model found no answer. This is quoted from your library.") }
        return finishQuoting()
    }

    private mutating func finishQuoting() -> [Effect] {
        let quotations = quoted?.quotations ?? []
        // Numbered anew: a model that was asked in vain has read others.
        sources = SourceList()
        let citations = quotations.map { quotation in
            sources.number(of: Excerpt(item: quotation.item, range: quotation.range, text: quotation.text))
        }
        let sentences = zip(quotations, citations).map { quotation, number in
            Answer.Sentence(
                text: RecallLibrary.line(of: quotation), isSupported: true, isQuotation: true, citations: [number],
                dates: quotation.dates)
        }
        let isFound = quoted?.isAnswer ?? false
        return finish((isFound ? statements(quotations) : []) + sentences, citing: citations, isFound: isFound)
    }

    /// The senders and dates of the items that a question about items asks for.
    private mutating func statements(_ quotations: [Quotation]) -> [Answer.Sentence] {
        guard let itemQuestion else { return [] }
        func number(of quotation: Quotation) -> Int {
            sources.number(of: Excerpt(item: quotation.item, range: quotation.range, text: quotation.text))
        }
        return itemQuestion.answers(in: quotations).map { quotation in
            // A number is of all of them.
            let cited = itemQuestion.isNumber ? quotations : [quotation]
            return Answer.Sentence(
                text: itemQuestion.statement(of: quotation.item, question.clock), isSupported: true,
                citations: cited.map(number))
        }
    }

    private mutating func finish(_ sentences: [Answer.Sentence], citing numbers: [Int], isFound: Bool) -> [Effect] {
        state = .finished
        let isWritten = sentences.contains { !$0.isQuotation }
        let answer = Answer(
            question: question.text, sentences: sentences,
            citations: Set(numbers).sorted().compactMap(sources.citation), isFound: isFound,
            isPossible: !isWritten && quoted?.isPossible == true,
            model: isWritten ? model.map { AnswerModel(name: $0.name, machine: $0.machine) } : nil, toolUses: toolUses,
            context: context, notes: notes, sources: read, people: people)
        return [.finish(answer)]
    }

    private mutating func fail(_ report: ErrorReport) -> [Effect] {
        notes.append(report.message)
        return finishQuoting()
    }

    /// Keeps what there is.
    private mutating func stop() -> [Effect] {
        notes.append("Stopped.")
        return state == .asking && !text.isEmpty ? check() : finishQuoting()
    }
}
