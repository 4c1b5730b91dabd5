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
        } message: { line, unit, _ in
            Self.message(line).map { message in
                let name = AbsolutePath.name(unit.path)
                return (Chat(platform: "signal", key: name, title: name), message)
            }
        }
    }

    private static func message(_ line: JSONValue) -> ChatMessage? {
        let files = (line["attachments"]?.elements ?? []).compactMap { file in
            // The path has `%20` for blanks.
            (file["name"]?.string ?? file["path"]?.string).map { Attachment(chatFile: $0) }
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
        } message: { line, _, account in
            Self.message(line, of: &account)
        }
    }

    private static func message(_ line: JSONValue, of account: inout SignalAccount) -> (Chat, ChatMessage)? {
        guard let envelope = line["envelope"] ?? line["params"]?["envelope"] else { return nil }
        let sent = envelope["syncMessage"]?["sentMessage"]
        let edit = sent?["editMessage"] ?? envelope["editMessage"]
        guard let data = edit?["dataMessage"] ?? sent ?? envelope["dataMessage"] else { return nil }
        let files = (data["attachments"]?.elements ?? []).map { file in
            Attachment(
                chatFile: file["filename"]?.string ?? file["id"]?.string ?? "",
                mediaType: file["contentType"]?.string ?? "", byteCount: file["size"]?.int)
        }
        let text = SignalMentions.resolved(data["message"]?.string ?? "", Self.mentioned(data))
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let source = person(envelope, "source")
        account.add((line["account"] ?? line["params"]?["account"])?.string)
        if sent != nil { account.add(source?.address) }
        let milliseconds = data["timestamp"]?.int ?? envelope["timestamp"]?.int
        let chat = chat(data, with: sent.map { person($0, "destination") ?? source } ?? source, of: account)
        let message = ChatMessage(
            id: id(milliseconds, source, account), sender: source,
            date: ChatDate.since1970(milliseconds.map { Double($0) / 1_000 }), text: text,
            former: milliseconds.map { (chat.key, "\($0) \(source?.address ?? "")") },
            answers: data["quote"].flatMap { id($0["id"]?.int, person($0, "author"), account) },
            replaces: edit.flatMap { id($0["targetSentTimestamp"]?.int, source, account) }, attachments: files)
        return (chat, message)
    }

    /// The names of those whom a message mentions, in their order.
    private static func mentioned(_ data: JSONValue) -> [String] {
        (data["mentions"]?.elements ?? []).sorted { ($0["start"]?.int ?? 0) < ($1["start"]?.int ?? 0) }.map { person in
            let names = [person["name"]?.string, person["number"]?.string, person["uuid"]?.string]
            return CleanText.line(names.lazy.compactMap(\.self).first { !$0.isEmpty } ?? "")
        }
    }

    /// A message is one of a person and a moment; of the account itself, Signal Desktop knows no number.
    private static func id(_ milliseconds: Int?, _ author: Participant?, _ account: SignalAccount) -> String? {
        milliseconds.map { "\($0) \(account.key(of: author?.address ?? ""))" }
    }

    private static func chat(_ data: JSONValue, with person: Participant?, of account: SignalAccount) -> Chat {
        if let group = data["groupInfo"] ?? data["groupV2"], let id = group["groupId"]?.string ?? group["id"]?.string {
            return Chat(
                platform: "signal", key: id, title: group["groupName"]?.string ?? group["name"]?.string ?? "Group")
        }
        let address = person?.address ?? ""
        let key = address.isEmpty ? "unknown" : account.key(of: address)
        return Chat(platform: "signal", key: key, title: person?.displayName ?? "")
    }

    /// `sourceName`, `sourceNumber`, `sourceUuid`; the number alone in earlier versions.
    private static func person(_ value: JSONValue, _ field: String) -> Participant? {
        let address = value[field + "Number"]?.string ?? value[field]?.string ?? value[field + "Uuid"]?.string ?? ""
        let name = CleanText.line(value[field + "Name"]?.string ?? "")
        return name.isEmpty && address.isEmpty ? nil : Participant(name: name, address: CleanText.line(address))
    }
}

/// Mentions of people, in whose place a text has U+FFFC.
enum SignalMentions {
    static func resolved(_ text: String, _ names: [String]) -> String {
        guard !names.isEmpty, text.unicodeScalars.contains("\u{FFFC}") else { return text }
        var rest = names[...]
        var resolved = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\u{FFFC}", let name = rest.popFirst(), !name.isEmpty {
                resolved.append(contentsOf: "@\(name)".unicodeScalars)
            } else {
                resolved.append(scalar)
            }
        }
        return String(resolved)
    }
}

/// The account whose messages a file has, as far as its lines told of it.
struct SignalAccount {
    /// The key of the account in ids, as in those of Signal Desktop's exports.
    static let key = "self"

    private var addresses: Set<String> = []
    private static let mostAddresses = 100

    mutating func add(_ address: String?) {
        guard let address, !address.isEmpty, addresses.count < Self.mostAddresses else { return }
        addresses.insert(address)
    }

    /// The key of somebody in ids.
    func key(of address: String) -> String { addresses.contains(address) ? Self.key : address }
}

/// Reads messages that are one line of JSON each. A cursor is the byte offset after a line.
struct SignalReader: SourceReader {
    let open: @Sendable (SourceUnit) throws -> RegularFile
    let message: @Sendable (JSONValue, SourceUnit, inout SignalAccount) -> (Chat, ChatMessage)?

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var lines = ByteLineReader(file: try open(unit), longest: ImportLimits.textBytes)
        var items: [String: ChatItems] = [:]
        var account = SignalAccount()
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
            guard let (chat, message) = message(value, unit, &account) else { continue }
            var imported = ImportedItem(items[chat.key, default: ChatItems()].item(message, in: chat))
            imported.formerIDs = ChatItems.formerIDs(message, in: chat)
            guard line.end > cursor.number else { continue }
            try await emit(.item(imported), SourceCursor(byteOffset: line.end))
        }
    }
}
