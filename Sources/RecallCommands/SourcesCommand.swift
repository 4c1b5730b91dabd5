import ArgumentParser
import RecallCore
import RecallKit
import RecallWire

struct SourcesCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "Lists the files that were imported.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, model: .none)
        let sources = try library.sources()
        switch format {
        case .json: print(try PayloadEncoding.document(SourceListPayload(sources, in: library.location)))
        case .text:
            let terminal = TerminalText()
            let lines = sources.flatMap { terminal.lines(StyledText(Self.line(of: $0)), hanging: 2) }
            print(sources.isEmpty ? "Nothing is imported yet." : lines.joined(separator: "\n"))
        }
    }

    /// `/archive/mail.mbox: mbox, 1,234 items, 2 failures, 3.4 MB`
    private static func line(of source: SourceFileSummary) -> String {
        var parts = [source.format, Count.of(source.items, "item")]
        if source.failures > 0 { parts.append(Count.of(source.failures, "failure")) }
        parts.append(Count.bytes(source.bytes))
        if source.isGone { parts.append("not there any more") }
        if !source.isComplete { parts.append("not read to its end") }
        return TerminalText.safe(source.path) + ": " + parts.joined(separator: ", ")
    }
}
