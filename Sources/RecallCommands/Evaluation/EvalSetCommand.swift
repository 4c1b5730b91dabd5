import ArgumentParser
import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

struct EvalSetCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Measures how well search finds what a labelled set says is relevant.",
        discussion: """
            FOLDER has items.jsonl (Recall JSONL), queries.jsonl ({"id","text","thread"?,"category"?}) and qrels.tsv \
            (query, 0, item, grade). The items are imported into a temporary library, or into --library, which a later \
            run uses again.

            With --unanswerable, what answers a third of the queries is left out of the library, and it is measured how well \
            search tells these queries from the others.
            """)

    @Argument(help: "The set's folder.", completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("A library to keep the items in between runs.", valueName: "path"))
    var library: String?

    @Option(help: "The precision of the vectors: f32, bf16 or int8 (default: the library's own, else this machine's).")
    var precision: EncoderPrecision?

    @Flag(help: "Rank by recall search --deep.")
    var deep = false

    @Flag(help: "Measure whether search says that it found nothing where there is nothing.")
    var unanswerable = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard !unanswerable || library == nil else {
            throw ValidationError("--unanswerable needs a library that lacks items, so it makes a temporary one.")
        }
    }

    func run() async throws {
        let set = try EvaluationSet(folder: folder)
        let opened = try EvaluationLibrary(at: library, precision: precision)
        defer { opened.removeTemporary() }
        print(try await unanswerable ? decisions(set, opened) : rankings(set, opened))
        if let problem = opened.library.modelProblem { TerminalText.printError("Words only: \(problem)") }
    }

    private func rankings(_ set: EvaluationSet, _ opened: EvaluationLibrary) async throws -> String {
        try await opened.importItems(set.itemsPath, showingProgress: format == .text)
        let report = EvaluationReport(set: set.name, rows: try Evaluation.run(set, in: opened.library, isDeep: deep))
        return format == .json ? try report.json() : report.text(TerminalText())
    }

    /// With the model, if there is one, and by words alone.
    private func decisions(_ set: EvaluationSet, _ opened: EvaluationLibrary) async throws -> String {
        let (left, library) = (LeftOutItems(set), opened.library)
        let items = opened.temporary + "/items.jsonl"
        try left.copy(set.itemsPath, to: items)
        try await opened.importItems(items, showingProgress: format == .text)
        var rows = [("words", try AnswerDecision(set, without: left, in: library.with(.none)))]
        if library.encoderFingerprint != nil {
            rows.append(("fused", try AnswerDecision(set, without: left, in: library)))
        }
        let report = AnswerDecisionReport(set: set.name, left: left, rows: rows)
        return format == .json ? try report.json() : report.text(TerminalText())
    }
}
