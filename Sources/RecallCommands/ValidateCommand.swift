import ArgumentParser
import Foundation
import RecallCore
import RecallKit
import RecallWire

struct ValidateCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Says, line by line, what is wrong with a Recall JSONL file and how to mend it.")

    @Argument(help: "The file.", completion: .file(extensions: ["jsonl"]))
    var file: String

    @Option(help: "Print text or json (a problem a line, then the summary).")
    var format: OutputFormat = .text

    @Option(help: "The most problems to print.")
    var most = 100

    func run() async throws {
        var shown = 0
        let terminal = TerminalText()
        let summary = try RecallLibrary.validateJSONLines(at: file) { problem in
            shown += 1
            guard shown <= most else { return }
            switch format {
            case .text:
                let text = StyledText(TerminalText.safe(problem.description))
                for line in terminal.lines(text, hanging: 2) { print(line) }
            case .json: print(try PayloadEncoding.sortedLine(ValidationProblemPayload(problem)))
            }
        }
        if shown > most, format == .text {
            print("… and \(Count.of(shown - most, "problem")) more (--most \(shown) prints them)")
        }
        switch format {
        case .text: print(Self.text(summary))
        case .json: print(try PayloadEncoding.sortedLine(VersionedPayload(ValidationSummaryPayload(summary))))
        }
        if !summary.isValid { throw ExitCode(1) }
    }

    private static func text(_ summary: ValidationSummary) -> String {
        let items = summary.items.values.reduce(0, +)
        let read = "\(Count.of(summary.lines, "line")), \(Count.of(items, "item"))"
        guard !summary.isValid else { return "\(read): valid\(summary.warnings > 0 ? ", with warnings" : "")." }
        return "\(read). \(Count.of(summary.faultyLines, "line")) cannot be imported; all others can."
    }
}
