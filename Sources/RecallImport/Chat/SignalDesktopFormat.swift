import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The chats that Signal Desktop exports unencrypted: `main.jsonl`.
    public static let signalDesktop = SourceFormat(
        "signal-desktop", singular: "export of Signal Desktop", plural: "exports of Signal Desktop", isContainer: true)
}

/// A line for each person, chat and message, in the JSON form of Signal's backups (`Backup.proto`): people before the chats with
/// them, chats before their messages.
struct SignalDesktopFormat: ImportFormat {
    let format = SourceFormat.signalDesktop
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "jsonl" || file.isNamed, !file.isBinary, file.head.first == UInt8(ascii: "{") else {
            return nil
        }
        let marks: [[StaticString]] = [["\"backupTimeMs\""], ["{\"recipient\":", "{\"chat\":"], ["{\"chatItem\":"]]
        return marks.contains { $0.allSatisfy { file.head.firstOccurrence(of: $0) != nil } } ? .signature : nil
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { SignalDesktopReader() }
}

/// Reads the messages of an export. A cursor is the byte offset after a line.
struct SignalDesktopReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        var records = SignalRecords(try RegularFile(of: unit))
        var (book, items) = (SignalBook(), ChatItems())
        while let record = try records.next() {
            guard let value = record.value else {
                guard record.end > cursor.number else { continue }
                let failure = ImportFailure(
                    .malformed, path: unit.path, place: "line \(record.line)",
                    reason: "The line cannot be read. Export the chats again.")
                try await emit(.failure(failure), SourceCursor(byteOffset: record.end))
                continue
            }
            guard let (chat, message) = book.take(value) else { continue }
            // Those before the cursor are made too: which of two equal messages one is depends on them.
            let item = items.item(message, in: chat)
            guard record.end > cursor.number else { continue }
            try await emit(.item(ImportedItem(item)), SourceCursor(byteOffset: record.end))
        }
    }
}

/// The records of an export. Some versions write line ends within texts as they are, so that a record has several lines.
private struct SignalRecords {
    struct Record {
        let line: Int
        let end: Int
        /// `nil` if it is no JSON, or too long.
        let value: JSONValue?
    }

    private static let mostLines = 1_000
    /// The bytes of a record that are parsed, with each line that may be its last.
    private static let mostParsed = 4 * ImportLimits.textBytes

    private var lines: ByteLineReader
    private var kept: (line: Int, bytes: [UInt8]?, end: Int)?

    init(_ file: RegularFile) { lines = ByteLineReader(file: file, longest: ImportLimits.textBytes) }

    mutating func next() throws(ImportFailure) -> Record? {
        guard let first = try nextLine() else { return nil }
        guard var bytes = first.bytes else { return Record(line: first.line, end: first.end, value: nil) }
        var (end, count, parsed) = (first.end, 1, 0)
        while true {
            // Only what ends as a record does may be one.
            let mayEnd = bytes.last == UInt8(ascii: "}")
            if mayEnd { parsed += bytes.count }
            if mayEnd, parsed <= Self.mostParsed,
                let value = try? JSONValue(parsing: bytes, replacingLoneSurrogates: true)
            {
                return Record(line: first.line, end: end, value: value)
            }
            guard let more = try nextLine() else { break }
            guard count < Self.mostLines, let rest = more.bytes, !rest.starts(with: Self.beginning),
                bytes.count + rest.count < ImportLimits.textBytes
            else {
                kept = more
                break
            }
            bytes += Array("\\n".utf8) + rest
            (end, count) = (more.end, count + 1)
        }
        return Record(line: first.line, end: end, value: nil)
    }

    private static let beginning = Array("{\"".utf8)

    /// The next line that is not blank.
    private mutating func nextLine() throws(ImportFailure) -> (line: Int, bytes: [UInt8]?, end: Int)? {
        if let line = kept {
            kept = nil
            return line
        }
        while let line = try lines.next() {
            guard !line.isTooLong else { return (line.number, nil, line.end) }
            let bytes = lines.withBytes(of: line) { Array($0.last == 0x0D ? $0.dropLast() : $0[...]) }
            if !bytes.isEmpty { return (line.number, bytes, line.end) }
        }
        return nil
    }
}

/// The people and chats that the records so far told of.
private struct SignalBook {
    /// Someone, or a group.
    private struct Recipient {
        var person: Participant
        /// The key of the chat with them.
        var key: String
    }

    private var owner = Participant.me
    private var recipients: [String: Recipient] = [:]
    private var chats: [String: Chat] = [:]
    /// The names of people by their accounts, as messages mention them.
    private var names: [String: String] = [:]

    /// Takes a record, and returns what it says if it is a message.
    mutating func take(_ value: JSONValue) -> (Chat, ChatMessage)? {
        if let account = value["account"] {
            owner.name = Self.name(account, "givenName", "familyName") ?? owner.name
        } else if let recipient = value["recipient"], let id = Self.id(recipient["id"]) {
            recipients[id] = self.recipient(recipient, id)
            if let account = recipient["contact"]?["aci"]?.string {
                names[account] = recipients[id]?.person.displayName
            }
        } else if let chat = value["chat"], let id = Self.id(chat["id"]) {
            let other = Self.id(chat["recipientId"]).flatMap { recipients[$0] }
            chats[id] = Chat(
                platform: "signal", key: other?.key ?? "chat \(id)", title: other?.person.displayName ?? "Signal")
        } else if let item = value["chatItem"] {
            return message(item)
        }
        return nil
    }

    private func recipient(_ value: JSONValue, _ id: String) -> Recipient {
        if value["self"] != nil { return Recipient(person: owner, key: SignalAccount.key) }
        if let group = value["group"] {
            let title = group["snapshot"]?["title"]?["title"]?.string ?? ""
            let key = group["masterKey"]?.string ?? "group \(id)"
            return Recipient(person: Participant(name: CleanText.line(title.isEmpty ? "Group" : title)), key: key)
        }
        guard let contact = value["contact"] else {
            let name = value["releaseNotes"] != nil ? "Signal" : value["distributionList"] != nil ? "Story" : "Signal"
            return Recipient(person: Participant(name: name), key: "recipient \(id)")
        }
        let number = contact["e164"].flatMap { $0.string ?? $0.int.map(String.init) } ?? ""
        let address = number.isEmpty || number.hasPrefix("+") ? number : "+" + number
        let names = [
            contact["nickname"].flatMap { Self.name($0, "given", "family") },
            Self.name(contact, "systemGivenName", "systemFamilyName"),
            Self.name(contact, "profileGivenName", "profileFamilyName"), contact["username"]?.string,
        ]
        let name = names.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
        let person = Participant(name: CleanText.line(name), address: CleanText.line(address))
        // By its number a chat is the same as in the JSON of signal-cli.
        let key = address.isEmpty ? contact["aci"]?.string.map(Self.uuid) ?? "recipient \(id)" : address
        return Recipient(person: person.displayName.isEmpty ? Participant(name: "Unknown") : person, key: key)
    }

    /// The account's id as signal-cli writes it, of the 16 bytes in Base64 that the JSON form of Protocol Buffers has.
    private static func uuid(_ aci: String) -> String {
        guard let bytes = Data(base64Encoded: aci), bytes.count == 16 else { return aci }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString.lowercased() }
    }

    private static func name(_ value: JSONValue, _ given: String, _ family: String) -> String? {
        let parts = [value[given]?.string, value[family]?.string].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Numbers of 64 bits are strings in the JSON form of Protocol Buffers; some programs write them as numbers.
    private static func id(_ value: JSONValue?) -> String? { value?.string ?? value?.int.map(String.init) }

    // MARK: Messages

    private func message(_ item: JSONValue) -> (Chat, ChatMessage)? {
        // The line of its chat may be damaged.
        guard let id = Self.id(item["chatId"]) else { return nil }
        let chat = chats[id] ?? Chat(platform: "signal", key: "chat \(id)", title: "Signal")
        let author = Self.id(item["authorId"]).flatMap { recipients[$0] }
        let content =
            item["standardMessage"] ?? item["directStoryReplyMessage"]?["textReply"]
            ?? item["viewOnceMessage"]
        let files = (content?["attachments"]?.elements ?? []) + [content?["attachment"]].compactMap(\.self)
        let attachments = files.map { Self.attachment($0["pointer"] ?? $0) }
        let mentioned = (content?["text"]?["bodyRanges"]?.elements ?? []).filter { $0["mentionAci"] != nil }
            .sorted { ($0["start"]?.int ?? 0) < ($1["start"]?.int ?? 0) }
            .map { $0["mentionAci"]?.string.flatMap { names[$0] } ?? "" }
        let text = content?["text"]?["body"]?.string.map { SignalMentions.resolved($0, mentioned) } ?? Self.other(item)
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let sent = Self.id(item["dateSent"])
        let message = ChatMessage(
            id: sent.map { identity($0, by: item["authorId"]) },
            sender: item["outgoing"] != nil ? owner : author?.person,
            date: ChatDate.since1970(sent.flatMap { Double($0) }.map { $0 / 1_000 }), text: text,
            answers: item["standardMessage"]?["quote"].flatMap { quote in
                Self.id(quote["targetSentTimestamp"]).map { identity($0, by: quote["authorId"]) }
            }, attachments: attachments)
        return (chat, message)
    }

    /// A message is one of a person and a moment.
    private func identity(_ sent: String, by author: JSONValue?) -> String {
        let author = Self.id(author).flatMap { recipients[$0] }
        return "\(sent) \(author.map { $0.person.address.isEmpty ? $0.key : $0.person.address } ?? "")"
    }

    /// The text of a sticker, a poll or a contact.
    private static func other(_ item: JSONValue) -> String {
        if let sticker = item["stickerMessage"]?["sticker"] { return sticker["emoji"]?.string ?? "" }
        if let poll = item["poll"], let question = poll["question"]?.string {
            let options = (poll["options"]?.elements ?? []).compactMap { $0["option"]?.string }
            return ([question] + options.map { "- " + $0 }).joined(separator: "\n")
        }
        if let contact = item["contactMessage"]?["contact"] {
            let name = contact["name"].flatMap { self.name($0, "givenName", "familyName") } ?? ""
            let numbers = (contact["number"]?.elements ?? []).compactMap { $0["value"]?.string }
            return ([name] + numbers).filter { !$0.isEmpty }.joined(separator: " ")
        }
        return ""
    }

    private static func attachment(_ pointer: JSONValue) -> Attachment {
        let type = pointer["contentType"]?.string ?? ""
        let name = pointer["fileName"]?.string ?? ""
        return Attachment(
            chatFile: name.isEmpty ? type : name, mediaType: type,
            byteCount: pointer["locatorInfo"]?["size"]?.int ?? pointer["size"]?.int)
    }
}
