import ArgumentParser
import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

struct EvalAnswersCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "answers",
        abstract: "Measures how often quoted sentences hold the answer to a question, and refusals.",
        discussion: """
            FOLDER is a labelled set, as for recall eval set, with answers.jsonl ({"id","answerable","answers"} for each \
            query) beside it. At most three sentences are quoted for a question. If no question is unanswerable, each is \
            asked a second time with its relevant items filtered out.
            """)

    @Argument(help: "The set's folder.", completion: .directory)
    var folder: String

    @Option(help: "The file with the answers (default: FOLDER/answers.jsonl).", completion: .file())
    var answers: String?

    @Option(help: ArgumentHelp("A library to keep the items in between runs.", valueName: "path"))
    var library: String?

    @Flag(help: "Measure quotations, for which no chat model is needed (the default).")
    var noModel = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let set = try EvaluationSet(folder: folder)
        let references = try ReferenceAnswers(answers ?? folder + "/answers.jsonl")
        let opened = try EvaluationLibrary(at: library)
        defer { opened.removeTemporary() }
        try await opened.importItems(set.itemsPath, showingProgress: format == .text)
        let report = AnswerScoreReport(
            set: set.name, evaluation: try AnswerEvaluation(set, references, in: opened.library))
        print(try format == .json ? report.json() : report.text(TerminalText()))
        if let problem = opened.library.modelProblem { TerminalText.printError("Words only: \(problem)") }
    }
}
