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
    private var proposal: MemoryProposal?
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
        prompt()
    }

    func prompt() {
        if isInteractive { StandardStream.output.write(terminal.rendered(StyledText("> ", [.bold, .cyan]))) }
    }

    func leave() {
        if isInteractive { StandardStream.output.write("\n") }
    }

    /// Answers a question, or obeys a command.
    mutating func take(_ line: String) async throws {
        guard !hasEnded, !line.isEmpty else { return }
        guard line.hasPrefix("/") else { return try await answer(line) }
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        switch words[0] {
        case "/new":
            conversation.restart()
            say("A new conversation. " + reading)
        case "/sources": showSources(of: words.count > 1 ? Int(words[1]) : conversation.answers.count)
        case "/scope": setScope(words.count > 1 ? words[1] : "")
        case "/keep": keep(.ask)
        case "/replace": keep(.replace)
        case "/both": keep(.keepBoth)
        case "/no": refuse()
        case "/quit", "/exit": hasEnded = true
        default: say(Self.help)
        }
    }

    private static let help =
        "/sources: what the last answer cites; /sources 2: what the second answer "
        + "cites. /scope from:anna: read only what this selects; /scope all: everything; /scope: what is read. "
        + "/new: a new conversation. /quit: leave. Ctrl-C ends an answer."

    private func say(_ text: String) {
        print(terminal.lines(StyledText(text, .dim)).joined(separator: "\n"))
    }

    /// The sources of an answer by its number in the conversation, from 1.
    private func showSources(of number: Int?) {
        let answers = conversation.answers
        guard let number, answers.indices.contains(number - 1) else { return say("There is no such answer.") }
        let answer = answers[number - 1]
        guard !answer.citations.isEmpty else { return say("There are no sources.") }
        print(AnswerReport(answer).sources(terminal), terminator: "")
    }

    private mutating func setScope(_ text: String) {
        do {
            if !text.isEmpty { try conversation.setScope(text == "all" ? "" : text) }
            say(reading)
        } catch {
            say("\(error) /scope all reads everything.")
        }
    }

    /// The scope in words.
    private var reading: String {
        let scope = TerminalText.safe(conversation.scope)
        return scope.isEmpty ? "Everything may be read." : "Only items that this selects are read: \(scope)"
    }

    /// Keeps the memory that was proposed last; if it contradicts others, the person decides which holds.
    private mutating func keep(_ resolution: MemoryConflictResolution) {
        decide { library, id in
            guard let addition = try library.keepMemoryProposal(id, resolving: resolution) else { return Self.decided }
            guard case .contradicts(let others) = addition else { return Self.done }
            return "You told this before: " + others.map(\.text).joined(separator: "; ")
                + ". /replace ends it, /both keeps both, /no keeps what you told before."
        }
    }

    private mutating func refuse() {
        decide { try $0.refuseMemoryProposal($1, .statement) ? Self.done : Self.decided }
    }

    private static let done = "Done. recall memory lists what is remembered."
    private static let decided = "It was decided already."

    /// Decides on the memory that was proposed last, and says what came of it.
    private mutating func decide(_ decision: (RecallLibrary, MemoryID) throws -> String) {
        guard let id = proposal?.id else { return say("No memory is proposed.") }
        do {
            let outcome = try decision(library, id)
            if outcome == Self.done || outcome == Self.decided { proposal = nil }
            say(TerminalText.safe(outcome))
        } catch {
            say(ErrorReport(error).message)
        }
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
                offer(kept.proposal)
            case .text(let text) where isInteractive:
                hasStreamed = true
                StandardStream.output.write(streamed.take(text, terminal))
            case .textWithdrawn where isInteractive: StandardStream.output.write(streamed.rest(terminal) + "\n")
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

    private mutating func offer(_ proposal: MemoryProposal?) {
        self.proposal = proposal
        guard isInteractive, let proposal else { return }
        say("Keep as a memory? \(TerminalText.safe(proposal.content.text)) /keep, /no")
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
            StandardStream.error.write("\nCtrl-D or /quit leaves.\n> ")
            return
        }
        run.stop()
    }
}
