import RecallCore
import RecallModelClient

/// Makes requests to a model, never larger than its window.
struct Prompt: Sendable {
    private let question: Question
    private let fence: SourceFence
    private let instructions: String
    private let replyTokens: Int
    private let callsTools: Bool
    /// The tokens that a request may have.
    let inputTokens: Int

    /// The smallest window with room for tools and for what they find. In a smaller one, the program's own search is read.
    private static let windowForTools = 3_000
    /// The cost of a message beside its text.
    private static let tokensOfMessage = 8
    /// The part of the window for earlier questions and answers.
    private static let shareOfEarlier = 4
    /// Tokens of a note of a tool.
    private static let noteTokens = 120
    /// Tokens of what a model says before it calls tools.
    private static let prefaceTokens = 60
    /// Tokens of a call's arguments: broken JSON is shown to the model as it wrote it.
    private static let argumentTokens = 80

    init(_ question: Question, model: Turn.ModelFacts?, boundary: String, limits: TurnLimits) {
        self.question = question
        let window = model?.contextWindow ?? 0
        callsTools = (model?.callsTools ?? false) && window >= Self.windowForTools
        replyTokens = min(limits.replyTokens, window / 4)
        // What servers add around messages is not known.
        inputTokens = max(0, window - replyTokens - window / 50)
        fence = SourceFence(boundary: boundary, clock: question.clock)
        instructions =
            Instructions.text(
                today: question.clock, owner: question.owner, boundary: boundary, callsTools: callsTools)
            + question.memoryLines
    }

    /// A request, the tokens that it has as estimated, and the numbers of the sources that are in it.
    struct Made {
        let request: ChatRequest
        let tokens: Int
        let sources: Set<Int>
    }

    /// The next request.
    ///
    /// - Parameters:
    ///   - exchanges: the searches and readings so far, oldest first.
    ///   - mayCall: true if the model may call more tools.
    ///   - shrunk: how many times a request was too large for the model: each halves the sources.
    func request(
        _ exchanges: [Exchange], _ sources: SourceList, mayCall: Bool, shrunk: Int
    ) -> Made {
        let tools = callsTools && mayCall ? Tool.definitions : []
        let exchanges = recent(exchanges)
        let fixed = tokens(of: messages(exchanges, [:])) + tools.reduce(0) { $0 + Self.tokens(of: $1) }
        let texts = chosen(exchanges, sources, ContextBudget(tokens: max(0, inputTokens - fixed) >> shrunk))
        let request = ChatRequest(messages: messages(exchanges, texts), tools: tools, replyTokens: replyTokens)
        return Made(
            request: request, tokens: fixed + texts.values.reduce(0) { $0 + TokenEstimate.tokens(in: $1) + 1 },
            sources: Set(texts.filter { !$0.value.isEmpty }.keys))
    }

    private static func tokens(of tool: ToolDefinition) -> Int {
        tokensOfMessage + TokenEstimate.tokens(in: tool.name + tool.description + tool.parameters)
    }

    /// The program's own search, and the newest exchanges with the model that leave room for sources.
    private func recent(_ exchanges: [Exchange]) -> [Exchange] {
        var kept: [Exchange] = []
        for exchange in exchanges.dropFirst().reversed() {
            guard tokens(of: messages([exchange] + kept, [:])) <= inputTokens / 2 else { break }
            kept.insert(exchange, at: 0)
        }
        return exchanges.prefix(1) + kept
    }

    /// The texts of the sources that fit, by number.
    private func chosen(_ exchanges: [Exchange], _ sources: SourceList, _ budget: ContextBudget) -> [Int: String] {
        let results = exchanges.flatMap(\.results)
        let found = Set(results.flatMap(\.sources)).compactMap { number in sources[number].map { (number, $0) } }
        let texts = Dictionary(uniqueKeysWithValues: found.map { ($0, fence.text(of: $1, number: $0)) })
        let entries = results.map { result in
            result.sources.compactMap { number in
                sources[number].map { excerpt in
                    let rank: ContextBudget.Rank =
                        number == result.anchor ? .anchor : excerpt.isHit ? .hit : .beside
                    let tokens = TokenEstimate.tokens(in: texts[number] ?? "") + 1
                    return ContextBudget.Entry(source: number, tokens: tokens, rank: rank)
                }
            }
        }
        let (fitting, cut) = budget.fitting(entries)
        if let cut, let excerpt = sources[cut.source] { return [cut.source: cutText(excerpt, cut.source, cut.tokens)] }
        return texts.filter { fitting.contains($0.key) }
    }

    /// The fence around the beginning of an excerpt, in so many tokens.
    private func cutText(_ excerpt: Excerpt, _ number: Int, _ tokens: Int) -> String {
        var shorter = excerpt
        shorter.text = ""
        let left = tokens - 1 - TokenEstimate.tokens(in: fence.text(of: shorter, number: number))
        shorter.text = String(TokenEstimate.prefix(of: excerpt.text, tokens: max(0, left)))
        return left > 0 ? fence.text(of: shorter, number: number) : ""
    }

    /// The conversation. Each source stands where it was found first, so that what a model has read stays as it is.
    ///
    /// - Parameter texts: the sources that are put in, by number.
    private func messages(_ exchanges: [Exchange], _ texts: [Int: String]) -> [ChatMessage] {
        var left = texts
        let results = exchanges.map { exchange in
            exchange.results.map { result in
                let found = result.sources.compactMap { left.removeValue(forKey: $0) }
                return ([TokenEstimate.cut(result.note, to: Self.noteTokens)] + found).filter { !$0.isEmpty }
                    .joined(separator: "\n")
            }
        }
        let beginning = [.system(instructions)] + earlier()
        let asked = TokenEstimate.cut(question.text, to: inputTokens / 4)
        // A model without tools reads what was found as if the person had brought it.
        guard callsTools else {
            return beginning + [.user((results.flatMap(\.self) + ["Question: " + asked]).joined(separator: "\n"))]
        }
        return beginning + [.user(asked)] + zip(exchanges, results).flatMap { Self.messages($0, $1) }
    }

    private static func messages(_ exchange: Exchange, _ results: [String]) -> [ChatMessage] {
        let calls = exchange.calls.map {
            ToolCall(id: $0.id, name: $0.name, arguments: TokenEstimate.cut($0.arguments, to: argumentTokens))
        }
        return [.assistant(TokenEstimate.cut(exchange.text, to: prefaceTokens), calls: calls)]
            + zip(exchange.results, results).map { .tool($1, callID: $0.callID) }
    }

    /// Earlier questions and answers.
    private func earlier() -> [ChatMessage] { shownEarlier.flatMap { messages(of: $0) } }

    /// The items that earlier answers are from that the model is shown: it may repeat them.
    var earlierSources: Set<ItemID> {
        repeatedEarlier.reduce(into: []) { sources, answer in
            sources.formUnion(answer.sources.union(answer.citations.map(\.item.id)))
        }
    }

    /// The names and addresses that earlier answers may tell which the model is shown.
    var earlierPeople: Set<ParticipantDigest> {
        repeatedEarlier.reduce(into: []) { $0.formUnion($1.people) }
    }

    private var repeatedEarlier: [Answer] { shownEarlier.filter { !written(in: $0).isEmpty } }

    /// The newest earlier answers that fit.
    private var shownEarlier: ArraySlice<Answer> {
        var left = inputTokens / Self.shareOfEarlier
        return question.earlier.suffix(
            question.earlier.reversed().prefix { answer in
                left -= tokens(of: messages(of: answer))
                return left >= 0
            }.count)
    }

    private func messages(of answer: Answer) -> [ChatMessage] {
        let written = written(in: answer)
        let said = written.isEmpty ? Self.answered : written.map(\.text).joined(separator: " ")
        return [.user(answer.question), .assistant(said, calls: [])]
    }

    /// The sentences of an earlier answer that are repeated. What was quoted is not: outside its fence it would be the
    /// assistant's own words. Nor is an answer within a narrower scope, since it may be from beyond that.
    private func written(in answer: Answer) -> [Answer.Sentence] {
        question.scope == .everything ? answer.sentences.filter { !$0.isQuotation } : []
    }

    private static let answered = "(The person read sources about this.)"

    private func tokens(of messages: [ChatMessage]) -> Int {
        messages.reduce(0) { sum, message in
            switch message {
            case .system(let text), .user(let text), .tool(let text, _):
                return sum + Self.tokensOfMessage + TokenEstimate.tokens(in: text)
            case .assistant(let text, let calls):
                let called = calls.reduce(0) {
                    $0 + Self.tokensOfMessage + TokenEstimate.tokens(in: $1.name + $1.arguments)
                }
                return sum + Self.tokensOfMessage + TokenEstimate.tokens(in: text) + called
            }
        }
    }
}
