import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A chat of Signal as sigexport writes it: a folder with `data.json` and `chat.md`.
    public static let signal = SourceFormat(
        "signal", singular: "Signal export", plural: "Signal exports", isContainer: true)
    /// Messages that signal-cli received and sent (JSON lines).
    public static let signalCLI = SourceFormat(
        "signal-cli", singular: "file of Signal messages", plural: "files of Signal messages", isContainer: true)
}

/// A folder for each chat, which has the chat's name: https://github.com/carderne/signal-export
struct SignalFormat: ImportFormat {
    let format = SourceFormat.signal
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? { nil }
    func isUnit(folderOf names: [String]) -> Bool {
        names.contains("data.json") && (names.contains("chat.md") || names.contains("index.md"))
    }

    func isPart(_ path: String) -> Bool {
        ["data.json", "chat.md", "index.md", "index.html"].contains(path) || path.hasPrefix("media/")
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        SignalReader { unit in
            // What lies elsewhere is not the chat, whatever it is called.
            let path = unit.location + "/data.json"
            return try RegularFile(path: path, named: unit.path + "/data.json")
        } message: { line, unit in
            Self.message(line).map { message in
                let name = AbsolutePath.name(unit.path)
                return (Chat(platform: "signal", key: name, title: name), message)
            }
        }
    }

    private static func message(_ line: JSONValue) -> ChatMessage? {
        let files = (line["attachments"]?.elements ?? []).compactMap { file in
            (file["path"]?.string ?? file["name"]?.string).map { Attachment(chatFile: $0) }
        }
        let sticker = line["sticker"]?["emoji"]?.string ?? line["sticker"]?.string ?? ""
        let body = line["body"]?.string ?? ""
        let text = body.isEmpty ? sticker : body
        guard line["deleted"]?.bool != true, !text.isEmpty || !files.isEmpty else { return nil }
        return ChatMessage(
            sender: Participant(chatName: line["sender"]?.string), date: line["date"]?.string.flatMap(localDate),
            text: text, isNotice: line["call"]?.bool == true, attachments: files)
    }

    /// A time as this machine's clocks showed it: `2022-01-01T10:00:00`.
    private static func localDate(_ text: String) -> Date? {
        guard let shown = RFC3339.date(text.replacing(" ", with: "T") + "Z") else { return RFC3339.date(text) }
        var clock = LocalClock(zone: .current)
        return Date(timeIntervalSince1970: Double(clock.instant(showing: Int(shown.timeIntervalSince1970))))
    }
}

/// The lines that `signal-cli --output=json receive` prints, or its JSON-RPC daemon.
struct SignalCLIFormat: ImportFormat {
    let format = SourceFormat.signalCLI
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        let isNamed = ["json", "jsonl", "ndjson", "log"].contains(file.fileExtension) || file.isNamed
        guard isNamed, !file.isBinary, file.head.first == UInt8(ascii: "{") else { return nil }
        let marks: [StaticString] = ["\"envelope\"", "\"source", "\"timestamp\""]
        return marks.allSatisfy { file.head.firstOccurrence(of: $0) != nil } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        SignalReader {
            try RegularFile(of: $0)
        } message: { line, _ in
            Self.message(line)
        }
    }

    private static func message(_ line: JSONValue) -> (Chat, ChatMessage)? {
        guard let envelope = line["envelope"] ?? line["params"]?["envelope"] else { return nil }
        let sent = envelope["syncMessage"]?["sentMessage"]
        let edit = sent?["editMessage"] ?? envelope["editMessage"]
        guard let data = edit?["dataMessage"] ?? sent ?? envelope["dataMessage"] else { return nil }
        let files = (data["attachments"]?.elements ?? []).map { file in
            Attachment(
                chatFile: file["filename"]?.string ?? file["id"]?.string ?? "",
                mediaType: file["contentType"]?.string ?? "", byteCount: file["size"]?.int)
        }
        let text = data["message"]?.string ?? ""
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let source = person(envelope, "source")
        let milliseconds = data["timestamp"]?.int ?? envelope["timestamp"]?.int
        let message = ChatMessage(
            id: id(milliseconds, source), sender: source,
            date: ChatDate.since1970(milliseconds.map { Double($0) / 1_000 }), text: text,
            answers: data["quote"].flatMap { id($0["id"]?.int, person($0, "author")) },
            replaces: edit.flatMap { id($0["targetSentTimestamp"]?.int, source) }, attachments: files)
        return (chat(data, with: sent.map { person($0, "destination") ?? source } ?? source), message)
    }

    /// A message is one of a person and a moment.
    private static func id(_ milliseconds: Int?, _ source: Participant?) -> String? {
        milliseconds.map { "\($0) \(source?.address ?? "")" }
    }

    private static func chat(_ data: JSONValue, with person: Participant?) -> Chat {
        if let group = data["groupInfo"] ?? data["groupV2"], let id = group["groupId"]?.string ?? group["id"]?.string {
            return Chat(
                platform: "signal", key: id, title: group["groupName"]?.string ?? group["name"]?.string ?? "Group")
        }
        let address = person?.address ?? ""
        return Chat(platform: "signal", key: address.isEmpty ? "unknown" : address, title: person?.displayName ?? "")
    }

    /// `sourceName`, `sourceNumber`, `sourceUuid`; the number alone in earlier versions.
    private static func person(_ value: JSONValue, _ field: String) -> Participant? {
        let address = value[field + "Number"]?.string ?? value[field]?.string ?? value[field + "Uuid"]?.string ?? ""
        let name = CleanText.line(value[field + "Name"]?.string ?? "")
        return name.isEmpty && address.isEmpty ? nil : Participant(name: name, address: CleanText.line(address))
    }
}

/// Reads messages that are one line of JSON each. A cursor is the byte offset after a line.
struct SignalReader: SourceReader {
    let open: @Sendable (SourceUnit) throws -> RegularFile
    let message: @Sendable (JSONValue, SourceUnit) -> (Chat, ChatMessage)?

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var lines = ByteLineReader(file: try open(unit), longest: ImportLimits.textBytes)
        var items: [String: ChatItems] = [:]
        while let line = try lines.next() {
            let value: JSONValue? =
                line.isTooLong
                ? nil : lines.withBytes(of: line) { try? JSONValue(parsing: $0, replacingLoneSurrogates: true) }
            guard let value else {
                let isBlank = !line.isTooLong && lines.withBytes(of: line) { $0.allSatisfy { $0 <= 0x20 } }
                guard !isBlank, line.end > cursor.number else { continue }
                let failure = ImportFailure(
                    .malformed, path: unit.path, place: "line \(line.number)",
                    reason: "The message cannot be read. Export the chat again.")
                try await emit(.failure(failure), SourceCursor(byteOffset: line.end))
                continue
            }
            guard let (chat, message) = message(value, unit) else { continue }
            let item = items[chat.key, default: ChatItems()].item(message, in: chat)
            guard line.end > cursor.number else { continue }
            try await emit(.item(ImportedItem(item)), SourceCursor(byteOffset: line.end))
        }
    }
}
