import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A session with a coding assistant: Claude Code or Codex (JSON lines).
    public static let assistantSession = SourceFormat(
        "assistant-session", singular: "session with a coding assistant", plural: "sessions with coding assistants",
        isContainer: true)
}

struct AssistantSessionFormat: ImportFormat {
    let format = SourceFormat.assistantSession
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "jsonl" || file.isNamed, !file.isBinary, file.head.first == UInt8(ascii: "{") else {
            return nil
        }
        let marks: [[StaticString]] = [
            ["\"sessionId\"", "\"type\"", "\"parentUuid\""], ["\"session_meta\"", "\"payload\""],
        ]
        return marks.contains { $0.allSatisfy { file.head.firstOccurrence(of: $0) != nil } } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { AssistantSessionReader() }
}

/// Reads what was asked and answered, without the tools that were used in between. A cursor is the byte offset after a line.
struct AssistantSessionReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        let chat = try chat(file, unit)
        var lines = ByteLineReader(file: file, longest: ImportLimits.textBytes)
        var items = ChatItems()
        while let line = try lines.next() {
            guard let message = value(of: line, lines).flatMap(AssistantTurn.init)?.message else { continue }
            let item = items.item(message, in: chat)
            guard line.end > cursor.number else { continue }
            try await emit(.item(ImportedItem(item)), SourceCursor(byteOffset: line.end))
        }
    }

    /// A last line may be unfinished, while the assistant is at work.
    private func value(of line: ByteLineReader.Line, _ lines: ByteLineReader) -> JSONValue? {
        guard !line.isTooLong else { return nil }
        return lines.withBytes(of: line) { try? JSONValue(parsing: $0, replacingLoneSurrogates: true) }
    }

    /// The session by its id, called by its summary, else by the first question.
    private func chat(_ file: RegularFile, _ unit: SourceUnit) throws -> Chat {
        var lines = ByteLineReader(file: file, longest: ImportLimits.textBytes)
        var (platform, key, title) = ("claude-code", PlainFile.title(path: unit.path), "")
        while let line = try lines.next() {
            guard let value = value(of: line, lines) else { continue }
            if let session = value["sessionId"]?.string { key = session }
            if value["type"]?.string == "session_meta" {
                platform = "codex"
                key = value["payload"]?["id"]?.string ?? key
            }
            if let summary = value["summary"]?.string {
                title = summary
                break
            }
            if title.isEmpty, let turn = AssistantTurn(value), turn.isQuestion { title = turn.message.text }
        }
        let line = CleanText.line(String(title.prefix(200)))
        return Chat(platform: platform, key: key, title: line.isEmpty ? key : String(line.prefix(80)))
    }
}

/// A question or an answer in one line of a session.
private struct AssistantTurn {
    let isQuestion: Bool
    let message: ChatMessage

    /// Beginnings of texts that a program put in a person's place.
    private static let generated = [
        "<command-", "<local-command-", "<system-reminder>", "<environment_context>", "<user_instructions>",
        "# AGENTS.md", "Caveat: The messages below", "[Request interrupted",
    ]

    init?(_ value: JSONValue) {
        let isCodex = value["payload"] != nil
        let source = isCodex ? value["payload"] : value["message"]
        guard
            isCodex
                ? source?["type"]?.string == "message" : ["user", "assistant"].contains(value["type"]?.string ?? ""),
            value["isMeta"]?.bool != true, value["isSidechain"]?.bool != true, let role = source?["role"]?.string,
            role == "user" || role == "assistant"
        else { return nil }
        let pieces = (source?["content"]?.elements ?? []).filter {
            ["text", "input_text", "output_text"].contains($0["type"]?.string ?? "")
        }
        let text = source?["content"]?.string ?? pieces.compactMap { $0["text"]?.string }.joined(separator: "\n\n")
        guard text.contains(where: { !$0.isWhitespace }), !Self.generated.contains(where: text.hasPrefix) else {
            return nil
        }
        isQuestion = role == "user"
        message = ChatMessage(
            id: value["uuid"]?.string,
            sender: Participant(name: isQuestion ? "Me" : isCodex ? "Codex" : "Claude Code"),
            date: value["timestamp"]?.string.flatMap(RFC3339.date), text: text)
    }
}
