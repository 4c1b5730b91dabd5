import ArgumentParser
import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import RecallWire

struct AskCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Answers a question from your library, and cites what it says.",
        discussion: """
            Each sentence has the numbers of the items that it is from. Without a language model, the answer is the \
            sentences that answer, word for word. recall show 1 opens the first citation. Exit code 3: not found.
            """)

    @Argument(help: "The question.")
    var question: [String]

    @OptionGroup var library: LibraryOptions

    @OptionGroup var scope: ScopeOptions

    @Flag(help: "Ask no language model: answer with quotations.")
    var noModel = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        if QueryArgument.isEmpty(question) {
            throw ValidationError("The question is empty. Ask it in quotation marks: recall ask \"where is the key?\"")
        }
    }

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let asked = Question(
            QueryArgument.text(question), scope: try scope.filter(), owner: try library.owner()?.displayName)
        let model = noModel ? nil : try await self.library.chatModel()
        let assistant = Assistant(library, model: model)
        let made = try await Interruption.cancelling {
            await assistant.answer(asked) { if $0 == .modelIsSilent { ModelSilence.tell() } }
        }
        guard var answer = made else { throw ExitCode.failure }
        let proposal = library.remember(after: &answer, origin: .hand)
        switch format {
        case .json: print(try PayloadEncoding.document(AnswerPayload(answer, proposal: proposal)))
        case .text:
            ShownResults.store(answer, in: library.location)
            print(AnswerReport(answer).text(TerminalText()), terminator: "")
        }
        if !answer.isFound { throw ExitCode(Self.notFound) }
    }

    /// Nothing in the library answers.
    private static let notFound: Int32 = 3
}

/// The options for what may be read for an answer.
struct ScopeOptions: ParsableArguments {
    @Option(name: .customLong("in"), help: "Only items that this query selects, such as in:inbox or from:anna.")
    var selection: String?

    @Option(help: "Only items of this day and later: 2024-03-01, \"last week\".")
    var since: String?

    @Option(help: "Only this kind: email, message, document or note. May be repeated.")
    var kind: [ItemKind] = []

    /// The condition on items.
    func filter() throws -> SearchFilter { try Self.filter(selecting: query()) }

    /// The condition in the query language, as a conversation keeps it.
    func query() throws -> String {
        if let selection { _ = try Self.filter(selecting: selection) }
        let kinds = kind.map { "kind:\($0.rawValue)" }.joined(separator: " OR ")
        let parts = [selection, try since.map(Self.after), kinds].compactMap(\.self).filter { !$0.isEmpty }
        return parts.map { $0.contains(" ") ? "(\($0))" : $0 }.joined(separator: " ")
    }

    private static func after(_ day: String) throws -> String {
        let condition = "after:\"\(day.replacingOccurrences(of: "\"", with: ""))\""
        guard !RecallLibrary.interpret(SearchQuery(condition)).dates.isEmpty else {
            throw ValidationError("--since does not understand this date. Write 2024-03-01, or \"last week\".")
        }
        return condition
    }

    /// The filter of a query of fields alone.
    static func filter(selecting query: String) throws -> SearchFilter {
        guard let filter = RecallLibrary.scopeFilter(query) else {
            throw ValidationError(TerminalText.safe(RecallLibrary.scopeProblem(query)))
        }
        return filter
    }
}

extension LibraryOptions {
    /// The language model that the person chose for the library; `nil` if they chose none, or if it does not answer, which
    /// standard error says.
    func chatModel() async throws -> (any ChatModel)? {
        do {
            return try await chatModels().discovery.chosen()
        } catch let error as ChatModelError {
            StandardStream.error.write("\(error.message) Answers are quotations.\n")
            return nil
        }
    }
}
