import Foundation
import RecallCore
import RecallWire

/// The way to set up an assistant, for a person who runs `recall mcp` in a terminal.
struct MCPSetup {
    let program: String
    let arguments: [String]

    private struct Entry: Encodable {
        let command: String
        let args: [String]
    }

    private static let width = 100

    func text(_ terminal: TerminalText) -> String {
        let paragraphs = [
            "Assistants start this command themselves; there is nothing to do in this terminal.",
            "Claude Desktop, Cursor, LM Studio and others: add this to \"mcpServers\" in their configuration file.",
        ]
        let claude =
            "Claude Code: claude mcp add recall -- "
            + ([program] + arguments).map { TerminalText.safe($0).asShellWord }.joined(separator: " ")
        let warning =
            "The assistant reads what it searches for. If its language model is in the cloud, those texts leave this "
            + "machine. --in, --since, --kind and --no-private limit what it may read; recall mcp log shows what it asked."
        let rest = "Files of each assistant: docs/mcp.md. The same command with other options: recall help mcp serve"
        return
            (lines(paragraphs[0], terminal) + [""] + lines(paragraphs[1], terminal) + ["", entry, ""]
            + lines(claude, terminal) + [""] + lines(warning, terminal) + [""] + lines(rest, terminal))
            .joined(separator: "\n")
    }

    private func lines(_ text: String, _ terminal: TerminalText) -> [String] {
        terminal.lines(StyledText(text), width: Self.width)
    }

    /// `"recall": {"command": ..., "args": [...]}`
    private var entry: String {
        let json = try? PayloadEncoding.sortedLine(["recall": Entry(command: program, args: arguments)])
        return "  " + (json ?? "{}").dropFirst().dropLast()
    }
}
