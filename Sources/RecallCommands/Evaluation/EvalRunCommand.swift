import ArgumentParser
import Foundation
import RecallCore
import RecallEvaluation
import RecallKit

struct EvalRunCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract:
            "Measures your library's search with the queries of recall eval make, and compares with the last run.",
        discussion: """
            A difference of nDCG@10 is shown with p, the chance of one as large where nothing changed: below .05 it is more \
            than noise. A run takes the last one's place, unless --gate refuses it.
            """)

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Exit with 1, and keep the last run, when the search got worse by more than noise.")
    var gate = false

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read)
        let location = library.location
        guard let set = try KnownItemSet.read(from: location) else {
            throw ValidationError("There are no queries yet. Make them with: recall eval make")
        }
        let last = try KnownItemRun.last(in: location)
        let measured = try library.measure(set)
        let report = KnownItemReport(set: set, run: measured.run, rows: measured.rows, last: last)
        print(format == .json ? try report.json() : report.text())
        if let problem = library.modelProblem { StandardStream.error.write("Words only: \(problem)\n") }
        if gate, report.isWorse { throw ExitCode(1) }
        try measured.run.keep(in: location)
    }
}
