import ArgumentParser
import RecallCore
import RecallKit
import RecallStore

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "Lists the files that were imported.")

    @OptionGroup var library: LibraryOptions

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let library = try RecallLibrary(at: library.location, for: .read, encoder: nil)
        let sources = try library.sources()
        switch format {
        case .json: print(try JSONText.encode(Fields(sources: sources.map(SourceFields.init))))
        case .text: print(sources.isEmpty ? "Nothing is imported yet." : sources.map(Self.line).joined(separator: "\n"))
        }
    }

    /// `/archive/mail.mbox: mbox, 1,234 items, 2 failures, 3.4 MB`
    private static func line(of source: SourceFileSummary) -> String {
        var parts = [source.format, Count.of(source.items, "item")]
        if source.failures > 0 { parts.append(Count.of(source.failures, "failure")) }
        parts.append(Count.bytes(source.bytes))
        if !source.isComplete { parts.append("not read to its end") }
        return TerminalText.safe(source.path) + ": " + parts.joined(separator: ", ")
    }

    private struct Fields: Encodable {
        var version = 1
        var sources: [SourceFields]
    }

    private struct SourceFields: Encodable {
        var id: Int64
        var path, format: String
        var items, failures, bytes: Int
        var complete: Bool

        init(_ source: SourceFileSummary) {
            (id, path, format) = (source.id.rawValue, source.path, source.format)
            (items, failures, bytes) = (source.items, source.failures, source.bytes)
            complete = source.isComplete
        }
    }
}
