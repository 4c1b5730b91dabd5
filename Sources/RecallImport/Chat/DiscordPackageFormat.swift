import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The folder of a channel in the package of data that Discord sends on request: what its owner wrote there.
    public static let discordPackage = SourceFormat(
        "discord-package", singular: "channel of a Discord data package", plural: "channels of Discord data packages",
        isContainer: true)
}

struct DiscordPackageFormat: ImportFormat {
    let format = SourceFormat.discordPackage
    let extensions: Set<String> = []

    func evidence(in file: SniffedFile) -> Evidence? { nil }
    func isUnit(folderOf names: [String]) -> Bool {
        names.contains("channel.json") && (names.contains("messages.json") || names.contains("messages.csv"))
    }

    func isPart(_ path: String) -> Bool { ["channel.json", "messages.json", "messages.csv"].contains(path) }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { DiscordPackageReader() }
}

/// Reads the messages of a channel. A cursor is the byte offset after a message in their file.
struct DiscordPackageReader: SourceReader {
    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let package = DiscordPackage(unit)
        let (chat, owner) = (package.chat, package.owner)
        var items = ChatItems()
        try await package.messages { row, end in
            guard let row else {
                guard end > cursor.number else { return }
                let failure = ImportFailure(
                    .malformed, path: unit.path, place: "before byte \(end)",
                    reason: "The message cannot be read. Ask for the package again.")
                return try await emit(.failure(failure), SourceCursor(byteOffset: end))
            }
            let files = row.files.split { $0.isWhitespace }.map { Attachment(chatFile: String($0)) }
            guard !row.text.isEmpty || !files.isEmpty else { return }
            let message = ChatMessage(
                id: row.id, sender: owner, date: DiscordTime.date(ofMessage: row.id), text: row.text,
                attachments: files)
            let item = items.item(message, in: chat)
            guard end > cursor.number else { return }
            try await emit(.item(ImportedItem(item)), SourceCursor(byteOffset: end))
        }
    }
}

/// The folder of a channel, and what its package says of it elsewhere.
private struct DiscordPackage {
    struct Row {
        var id: String, text: String, files: String
    }

    private let unit: SourceUnit
    /// The folders between what is imported and this one: no other is looked into.
    private let depth: Int

    init(_ unit: SourceUnit) {
        self.unit = unit
        depth = AbsolutePath.components(of: unit.path, below: unit.root)?.count ?? 0
    }

    // MARK: Messages

    /// Calls `body` with each message, `nil` for one that cannot be read, and the offset after it in its file.
    func messages(_ body: (Row?, Int) async throws -> Void) async throws {
        if FileStatus(path: unit.location + "/messages.json")?.type == .file {
            try await jsonMessages(try file("messages.json"), body)
        } else {
            try await csvMessages(try file("messages.csv"), body)
        }
    }

    private func jsonMessages(_ file: RegularFile, _ body: (Row?, Int) async throws -> Void) async throws {
        var walk = JSONWalk(file) { $0.isEmpty }
        while let event = try walk.next() {
            guard case .value(let path, let value) = event, path == ["*"] else { continue }
            guard let message = value.parsed, message.members != nil else {
                try await body(nil, value.range.upperBound)
                continue
            }
            try await body(
                Row(
                    id: message["ID"]?.string ?? Self.id(in: value.bytes ?? []),
                    text: message["Contents"]?.string ?? "", files: message["Attachments"]?.string ?? ""),
                value.range.upperBound)
        }
    }

    /// The digits of a message's number, which has more of them than a number of JSON keeps.
    private static func id(in bytes: ArraySlice<UInt8>) -> String {
        guard let name = bytes.firstOccurrence(of: "\"ID\"") else { return "" }
        let digits = bytes[name...].dropFirst(4).drop { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
        return String(decoding: digits.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
    }

    /// `ID,Timestamp,Contents,Attachments`, as packages before 2024 have it.
    private func csvMessages(_ file: RegularFile, _ body: (Row?, Int) async throws -> Void) async throws {
        guard file.byteCount <= SlackExport.longestFile else {
            throw ImportFailure(.overLimit, path: unit.path, reason: "The table of messages is too long to be read.")
        }
        var records = CSVRecords(try file.bytes(limit: SlackExport.longestFile), separator: UInt8(ascii: ","))
        _ = records.next()
        while let record = records.next() {
            let fields = record.map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0[...], as: UTF8.self) }
            guard fields.count >= 3 else { continue }
            try await body(
                Row(id: fields[0], text: fields[2], files: fields.count > 3 ? fields[3] : ""), records.offset)
        }
    }

    // MARK: What the package says

    /// `Guild: general`, or the person whom the list of channels names: `Direct Message with bo#0`.
    var chat: Chat {
        let channel = json("channel.json")
        let id = channel?["id"]?.string ?? String(AbsolutePath.name(unit.path).drop { !$0.isNumber })
        let (name, guild) = (channel?["name"]?.string ?? "", channel?["guild"]?["name"]?.string ?? "")
        let listed = depth > 0 ? json("../index.json")?[id]?.string ?? "" : ""
        let direct = "Direct Message with "
        let other = listed.hasPrefix(direct) ? String(listed.dropFirst(direct.count).prefix { $0 != "#" }) : listed
        let title = CleanText.line(name.isEmpty ? other : guild.isEmpty ? name : "\(guild): \(name)")
        return Chat(platform: "discord", key: id, title: title.isEmpty ? "Discord" : title)
    }

    /// The person whose package it is.
    var owner: Participant {
        for folder in ["account", "Account"] where depth > 1 {
            guard let user = json("../../\(folder)/user.json") else { continue }
            let names = [user["global_name"]?.string, user["username"]?.string]
            if let person = names.lazy.compactMap({ Participant(chatName: $0) }).first { return person }
        }
        return Participant.me
    }

    private func file(_ name: String) throws -> RegularFile {
        try RegularFile(path: unit.location + "/" + name, named: unit.path + "/" + name)
    }

    /// A file of the folder, or beside it; `nil` if it is not there, or no JSON.
    private func json(_ name: String) -> JSONValue? {
        guard FileStatus(path: unit.location + "/" + name)?.type == .file,
            let bytes = try? file(name).bytes(limit: SlackExport.longestFile)
        else { return nil }
        return try? JSONValue(parsing: bytes, replacingLoneSurrogates: true)
    }
}
