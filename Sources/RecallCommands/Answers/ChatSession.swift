import Dispatch
import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import Synchronization

/// A conversation in the terminal.
struct ChatSession {
    private let library: RecallLibrary
    private let assistant: Assistant
    private let owner: String?
    private var conversation: ChatConversation
    /// The memory that was proposed last, until it is decided on.
    private var offered: OfferedMemory?
    private let current = CurrentAnswer()
    private let interrupts: any DispatchSourceSignal
    private let terminal = TerminalText()
    private let isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    /// True after /quit.
    private(set) var hasEnded = false

    init(_ library: RecallLibrary, _ model: (any ChatModel)?, _ conversation: ChatConversation) throws {
        (self.library, self.conversation) = (library, conversation)
        assistant = Assistant(library, model: model)
        owner = try library.owner()?.displayName
        interrupts = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        #if canImport(Darwin)
            interrupts.setRegistrationHandler { signal(SIGINT, SIG_IGN) }
        #endif
        interrupts.setEventHandler { [current] in current.interrupt() }
        interrupts.resume()
    }

    /// Earlier questions that the next one may refer to.
    private static let remembered = 6

    func greet() {
        guard isInteractive else { return }
        if let last = conversation.answers.last {
            say("Going on after: \(TerminalText.safe(last.question)). " + reading)
        } else {
            say("Ask a question. /help says what else there is." + (conversation.scope.isEmpty ? "" : " " + reading))
        }
    }

    /// Asks for a line where none can be edited.
    func prompt() {
        if isInteractive { StandardStream.output.write(terminal.rendered(Self.promptText)) }
    }

    /// Asks for lines that are edited.
    func linePrompt() -> LinePrompt { LinePrompt(Self.promptText, hint: Self.leaving, terminal) }

    private static let promptText = StyledText("> ", [.bold, .cyan])
    fileprivate static let leaving = "Ctrl-D or /quit leaves."

    func leave() {
        if isInteractive { StandardStream.output.write("\n") }
    }

    /// Answers a question, or obeys a command.
    mutating func take(_ line: String) async throws {
        guard !hasEnded, !line.isEmpty else { return }
        switch ChatInstruction.line(line) {
        case .question(let question): try await answer(question)
        case .unknown(let hint): say(hint)
        case .instruction(let instruction, let argument): obey(instruction, argument)
        }
    }

    private mutating func obey(_ instruction: ChatInstruction, _ argument: String) {
        switch instruction {
        case .new:
            conversation.restart()
            say("A new conversation. " + reading)
        case .sources: showSources(argument)
        case .show: show(citedAs: argument)
        case .scope: setScope(argument)
        case .keep: decide { try $0.keep($1, .ask) }
        case .replace: decide { try $0.replace($1, argument) }
        case .both: decide { try $0.keep($1, .keepBoth) }
        case .no: decide { try $0.refuse($1) }
        case .help: ChatInstruction.summary.split(separator: "\n").forEach { say(String($0)) }
        case .quit: hasEnded = true
        }
    }

    private func say(_ text: String) {
        let lines = text.split(separator: "\n").flatMap { terminal.lines(StyledText(String($0), .dim)) }
        print(lines.joined(separator: "\n"))
    }

    /// The sources of an answer by its number in the conversation, from 1; of the last one without a number.
    private func showSources(_ argument: String) {
        let answers = conversation.answers
        guard !answers.isEmpty else { return say("There is no answer yet: ask a question.") }
        guard let number = argument.isEmpty ? answers.count : Int(argument) else {
            return say("/sources takes the number of an answer: /sources 1")
        }
        guard answers.indices.contains(number - 1) else {
            return say("There is no such answer. This conversation has \(Count.of(answers.count, "answer")).")
        }
        let answer = answers[number - 1]
        guard !answer.citations.isEmpty else { return say("There are no sources.") }
        print(AnswerReport(answer).sources(terminal), terminator: "")
    }

    /// The item that the last answer cites by a number.
    private func show(citedAs argument: String) {
        let citations = conversation.answers.last?.citations ?? []
        guard !citations.isEmpty else { return say("There is no source to show: ask a question.") }
        let numbers = citations.map { String($0.number) }.joined(separator: ", ")
        guard let citation = citations.first(where: { $0.number == Int(argument) }) else {
            return say("/show takes the number of a source of the last answer: \(numbers).")
        }
        do {
            guard let report = try ItemReport(of: citation.item.id, in: library) else {
                return say("That item is no longer in the library.")
            }
            print(report.text(), terminator: "")
        } catch {
            say(ErrorReport(error).message)
        }
    }

    private mutating func setScope(_ text: String) {
        guard !text.isEmpty else { return say(reading + Self.scopeAdvice) }
        let isOff = Self.noScope.contains(text.lowercased())
        do {
            try conversation.setScope(isOff ? "" : text)
            say((isOff ? "The scope is taken away. " : "") + reading)
            let selected = SearchQuery("", filter: try conversation.filter())
            if !isOff, try library.page(selected, offset: 0, limit: 1).items.isEmpty {
                say("It selects nothing of this library.")
            }
        } catch {
            say("\(error) The scope is as before. \(reading)")
        }
    }

    private static let noScope: Set<String> = ["off", "none", "all"]
    private static let scopeAdvice =
        "\n/scope from:anna, kind:email, in:inbox or after:2024-03 reads only what that selects, /scope off everything."

    /// The scope in words.
    private var reading: String {
        let scope = TerminalText.safe(conversation.scope)
        return scope.isEmpty ? "Everything may be read." : "Only items that this selects are read: \(scope)"
    }

    /// Decides on the memory that was proposed last, and says what came of it.
    private mutating func decide(_ decision: (inout OfferedMemory, RecallLibrary) throws -> String) {
        do {
            guard var offered else { return try offerEarlier() }
            let outcome = try decision(&offered, library)
            self.offered = offered.isDecided ? nil : offered
            say(TerminalText.safe(outcome))
        } catch {
            say(ErrorReport(error).message)
        }
    }

    /// Offers the newest memory that was proposed in another session and still waits.
    private mutating func offerEarlier() throws {
        guard let waiting = try library.memoryProposals().first else { return say("No memory is proposed.") }
        offered = try OfferedMemory(waiting, library)
        showOffer()
    }

    // MARK: Answering

    private mutating func answer(_ question: String) async throws {
        try conversation.refresh()
        let earlier = Array(conversation.answers.suffix(Self.remembered))
        let (asked, filter) = (Date(), try conversation.filter())
        let run = assistant.ask(Question(question, scope: filter, owner: owner, earlier: earlier))
        current.set(run)
        defer { current.set(nil) }
        var (hasStreamed, streamed) = (false, StreamedAnswer())
        for await update in run.updates {
            switch update {
            case .answer(let answer):
                StandardStream.output.write(streamed.rest(terminal))
                let kept = conversation.add(answer, asked: asked)
                show(kept.answer, hasStreamed: hasStreamed)
                try offer(kept.proposal)
            case .text(let text) where isInteractive:
                hasStreamed = true
                StandardStream.output.write(streamed.take(text, terminal))
            case .textWithdrawn where isInteractive:
                StandardStream.output.write(streamed.rest(terminal) + "\n")
                say("That is not the answer: the model looks further.")
            case .modelIsSilent where isInteractive: say(ModelSilence.note)
            case .toolEnded(let use, _): show(use)
            default: break
            }
        }
    }

    /// `search {"query":"deposit"}: 12 results`
    private func show(_ use: Answer.ToolUse) {
        guard isInteractive else { return }
        let line = TerminalText.safe("\(use.tool) \(use.arguments)")
        let result = Count.of(use.results, "result")
        print(terminal.rendered(terminal.shortened(StyledText("\(line): \(result)", .dim))))
    }

    private func show(_ answer: Answer, hasStreamed: Bool) {
        ShownResults.store(answer, in: library.location)
        let report = AnswerReport(answer)
        let text = hasStreamed && answer.model != nil ? "\n" + report.afterStream(terminal) : report.text(terminal)
        print(text + (isInteractive ? "" : "\n"), terminator: "")
    }

    private mutating func offer(_ proposal: MemoryProposal?) throws {
        offered = try proposal.map { try OfferedMemory($0, library) }
        if isInteractive { showOffer() }
    }

    private func showOffer() {
        guard let offered else { return }
        for line in offered.offer.split(separator: "\n") { say(TerminalText.safe(String(line))) }
    }
}

/// The answer that is being made. Ctrl-C ends it; without one it says how to leave.
private final class CurrentAnswer: Sendable {
    private let run = Mutex<AnswerRun?>(nil)

    func set(_ run: AnswerRun?) {
        self.run.withLock { $0 = run }
    }

    func interrupt() {
        guard let run = run.withLock(\.self) else {
            StandardStream.error.write("\n\(ChatSession.leaving)\n> ")
            return
        }
        run.stop()
    }
}
