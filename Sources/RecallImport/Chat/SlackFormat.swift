import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A Slack export, unpacked: a folder with `channels.json` and a file for each day of each channel.
    public static let slack = SourceFormat(
        "slack", singular: "Slack export", plural: "Slack exports", isContainer: true)
}

struct SlackFormat: ImportFormat {
    let format = SourceFormat.slack
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? { nil }
    func isUnit(folderOf names: [String]) -> Bool { SlackExport.isExport(Set(names)) }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader {
        SlackReader { unit in
            var files: [String: SlackExport.File] = [:]
            for path in unit.furtherFiles where path.hasSuffix(".json") {
                guard let name = AbsolutePath.relative(path, below: unit.location) else { continue }
                files[name] = {
                    try RegularFile(path: path).bytes(limit: SlackExport.longestFile + 1)
                }
            }
            return SlackExport(files: files)
        }
    }
}

/// Reads an export channel by channel and day by day. A cursor is the number of records that are done.
struct SlackReader: SourceReader {
    let open: @Sendable (SourceUnit) async throws -> SlackExport

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let export = try await open(unit)
        let days = export.days
        var (number, items) = (0, ChatItems())
        for (index, day) in days.enumerated() {
            let done = Int(Double(unit.byteCount) * Double(index) / Double(days.count))
            for record in records(day, export, &items, unit) {
                number += 1
                guard number > cursor.number else { continue }
                try await emit(record, SourceCursor("\(number)", bytesRead: done))
            }
        }
    }

    private func records(
        _ day: String, _ export: SlackExport, _ items: inout ChatItems, _ unit: SourceUnit
    ) -> [ImportRecord] {
        guard let messages = export.value(day)?.elements else {
            let reason = "The day's messages cannot be read. Export the workspace again."
            return [.failure(ImportFailure(.malformed, path: unit.path, place: day, reason: reason))]
        }
        return messages.compactMap { message in
            export.message(message, in: day).map { .item(ImportedItem(items.item($0.message, in: $0.chat))) }
        }
    }
}

/// The files of an export (Slack, "How to read Slack data exports").
struct SlackExport: Sendable {
    typealias File = @Sendable () throws -> [UInt8]

    private let files: [String: File]
    /// Names by user.
    private let people: [String: String]
    /// Channels and conversations by their folders.
    private let channels: [String: (id: String, title: String)]

    static func isExport(_ names: Set<String>) -> Bool {
        names.contains("channels.json") && !names.isDisjoint(with: ["users.json", "integration_logs.json"])
    }

    init(files: [String: File]) {
        self.files = files
        func list(_ name: String) -> [JSONValue] { Self.value(files[name])?.elements ?? [] }
        var people: [String: String] = [:]
        for user in list("users.json") {
            let profile = user["profile"]
            let names = [profile?["real_name"], profile?["display_name"], user["real_name"], user["name"]]
            people[user["id"]?.string ?? ""] = names.lazy.compactMap { $0?.string }.first { !$0.isEmpty }
        }
        var channels: [String: (id: String, title: String)] = [:]
        for channel in ["channels.json", "groups.json"].flatMap(list) {
            guard let name = channel["name"]?.string else { continue }
            channels[name] = (channel["id"]?.string ?? name, "#" + name)
        }
        for conversation in ["mpims.json", "dms.json"].flatMap(list) {
            guard let id = conversation["id"]?.string else { continue }
            let members = (conversation["members"]?.elements ?? []).compactMap(\.string).map { people[$0] ?? $0 }
            channels[conversation["name"]?.string ?? id] = (id, members.joined(separator: ", "))
        }
        (self.people, self.channels) = (people, channels)
    }

    /// The files of days, channel by channel.
    var days: [String] { files.keys.filter { $0.split(separator: "/").count == 2 }.sorted() }

    func value(_ name: String) -> JSONValue? { Self.value(files[name]) }

    /// The longest file that is read as a tree, in bytes.
    static let longestFile = 32 << 20

    private static func value(_ file: File?) -> JSONValue? {
        guard let bytes = try? file?(), bytes.count <= longestFile else { return nil }
        return try? JSONValue(parsing: bytes, replacingLoneSurrogates: true)
    }

    func message(_ value: JSONValue, in day: String) -> (chat: Chat, message: ChatMessage)? {
        guard value["type"]?.string == "message", let time = value["ts"]?.string else { return nil }
        let files = (value["files"]?.elements ?? []).compactMap { file in
            file["name"]?.string.map {
                Attachment(chatFile: $0, mediaType: file["mimetype"]?.string ?? "", byteCount: file["size"]?.int)
            }
        }
        var text = plain(value["text"]?.string ?? "")
        // A program's message is in what it shows beside the text.
        if text.isEmpty {
            text = (value["attachments"]?.elements ?? []).compactMap(Self.shown).map(plain).joined(separator: "\n")
        }
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let kind = value["subtype"]?.string ?? ""
        return (
            chat(of: value, time, in: day),
            ChatMessage(
                id: time, sender: Participant(chatName: sender(value)),
                date: ChatDate.since1970(Double(time)), text: text,
                isNotice: Self.notices.contains { kind.hasPrefix($0) }, attachments: files)
        )
    }

    /// The text of an attachment of a program's message, with the line above it: "1 new commit by Ada:".
    private static func shown(_ attachment: JSONValue) -> String? {
        let parts = ["pretext", "title", "text"].compactMap { attachment[$0]?.string }.filter { !$0.isEmpty }
        return parts.isEmpty ? attachment["fallback"]?.string : parts.joined(separator: "\n")
    }

    private static let notices = ["channel_", "group_", "pinned_item", "unpinned_item", "bot_add", "bot_remove"]

    /// Replies are a conversation of their own with what they reply to.
    private func chat(of value: JSONValue, _ time: String, in day: String) -> Chat {
        let folder = String(day.prefix { $0 != "/" })
        let channel = channels[folder] ?? (folder, "#" + folder)
        let thread = value["thread_ts"]?.string.map { "/" + $0 } ?? ""
        return Chat(platform: "slack", key: channel.id + thread, title: channel.title)
    }

    private func sender(_ value: JSONValue) -> String? {
        if let user = value["user"]?.string {
            return people[user] ?? value["user_profile"]?["real_name"]?.string ?? value["user_name"]?.string ?? user
        }
        return value["username"]?.string ?? value["bot_profile"]?["name"]?.string
    }

    /// Slack's markup as plain text: `<@U1>` is a name, `<https://a|b>` a link, `&lt;` a character.
    private func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">") else { break }
            result += shown(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return result.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private func shown(_ reference: Substring) -> String {
        let parts = reference.split(separator: "|", maxSplits: 1).map(String.init)
        guard let target = parts.first else { return "" }
        let label = parts.count > 1 ? parts[1] : nil
        switch target.first {
        case "@": return "@" + (people[String(target.dropFirst())] ?? label ?? String(target.dropFirst()))
        case "#": return "#" + (label ?? String(target.dropFirst()))
        case "!": return "@" + String((label ?? String(target.dropFirst())).drop { $0 == "@" })
        default:
            guard let label, label != target else { return target }
            return "\(label) (\(target))"
        }
    }
}
