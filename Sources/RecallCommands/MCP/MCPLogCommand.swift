import ArgumentParser
import Foundation
import RecallKit
import RecallWire

struct MCPLogCommand: AsyncParsableCommand, JSONPrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Lists what assistants asked of your library, newest first.",
        discussion: "The tool, when, by whom, and how many items were handed over. What was asked for is not kept.")

    @OptionGroup var library: LibraryOptions

    @Option(name: [.customShort("n", allowingJoined: true), .long], help: "The most calls.")
    var limit = 50

    @Option(help: "Print text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit is from 1 to 10000.") }
    }

    func run() async throws {
        let entries = try ToolCallLog(of: library.location).entries(limit: limit)
        switch format {
        case .json:
            let calls = entries.map {
                ToolCallPayload(date: $0.date, client: $0.client, tool: $0.tool, items: $0.items)
            }
            print(try PayloadEncoding.document(ToolCallsPayload(calls)))
        case .text:
            let dates = DateFormatter()
            dates.locale = Locale(identifier: "en_US_POSIX")
            dates.dateFormat = "yyyy-MM-dd HH:mm:ss"
            print(
                entries.isEmpty
                    ? "Nothing was asked yet." : entries.map { Self.line($0, dates) }.joined(separator: "\n"))
        }
    }

    /// `2026-11-22 20:10:03  search        8 items       Claude Code`
    private static func line(_ entry: ToolCallEntry, _ dates: DateFormatter) -> String {
        let tool = entry.tool.padding(toLength: 12, withPad: " ", startingAt: 0)
        let outcome = (entry.items.map { Count.of($0, "item") } ?? "not answered")
            .padding(toLength: 12, withPad: " ", startingAt: 0)
        let client = entry.client.isEmpty ? "a program without a name" : TerminalText.safe(entry.client)
        return "\(dates.string(from: entry.date))  \(TerminalText.safe(tool))  \(outcome)  \(client)"
    }
}
