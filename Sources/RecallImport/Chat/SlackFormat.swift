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

    /// Lists, the days of channels (`general/2024-03-04.json`), and the files that programs put beside them.
    func isPart(_ path: String) -> Bool {
        let parts = path.pathParts()
        let isList = parts.count == 1 && path.hasSuffix(".json")
        let isDay = parts.count == 2 && path.hasSuffix(".json") && parts[1].first?.isNumber == true
        return isList || isDay || path.hasPrefix("__") || parts.contains("attachments")
    }

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
        func records(of messages: [JSONValue]) -> [ImportRecord] {
            messages.compactMap { message in
                export.message(message, in: day).map { .item(ImportedItem(items.item($0.message, in: $0.chat))) }
            }
        }
        func failure(_ reason: String, at place: String) -> ImportRecord {
            .failure(ImportFailure(.malformed, path: unit.path, place: place, reason: reason))
        }
        if let messages = export.value(day)?.elements { return records(of: messages) }
        guard let beginning = export.beginning(of: day), !beginning.elements.isEmpty else {
            return [failure("The day's messages cannot be read. Export the workspace again.", at: day)]
        }
        let reason = "The day's messages from here on cannot be read. Export the workspace again."
        return records(of: beginning.elements) + [failure(reason, at: "\(day), byte \(beginning.end)")]
    }
}

/// The files of an export (Slack, "How to read Slack data exports").
struct SlackExport: Sendable {
    typealias File = @Sendable () throws -> [UInt8]

    private let files: [String: File]
    private let people: SlackPeople
    /// Channels and conversations by their folders.
    private let channels: [String: (id: String, title: String)]

    static func isExport(_ names: Set<String>) -> Bool {
        names.contains("channels.json") && !names.isDisjoint(with: ["users.json", "integration_logs.json"])
            && !names.contains(where: SlackDumpFormat.isDump)
    }

    init(files: [String: File]) {
        self.files = files
        func list(_ name: String) -> [JSONValue] { Self.value(files[name])?.elements ?? [] }
        var people = SlackPeople(users: list("users.json"))
        var channels: [String: (id: String, title: String)] = [:]
        for channel in ["channels.json", "groups.json"].flatMap(list) {
            people.add(channel: channel)
            guard let name = channel["name"]?.string else { continue }
            channels[name] = (channel["id"]?.string ?? name, "#" + name)
        }
        for conversation in ["mpims.json", "dms.json"].flatMap(list) {
            guard let id = conversation["id"]?.string else { continue }
            let members = (conversation["members"]?.elements ?? []).compactMap(\.string).map(people.name)
            channels[conversation["name"]?.string ?? id] = (id, members.joined(separator: ", "))
        }
        (self.people, self.channels) = (people, channels)
    }

    /// The files of days, channel by channel.
    var days: [String] { files.keys.filter { $0.split(separator: "/").count == 2 }.sorted() }

    func value(_ name: String) -> JSONValue? { Self.value(files[name]) }

    /// The whole messages of a day that is cut off or damaged.
    func beginning(of day: String) -> JSONArrayBeginning? {
        Self.bytes(files[day]).flatMap(JSONArrayBeginning.init)
    }

    /// The longest file that is read as a tree, in bytes.
    static let longestFile = 32 << 20

    private static func value(_ file: File?) -> JSONValue? {
        bytes(file).flatMap { try? JSONValue(parsing: $0, replacingLoneSurrogates: true) }
    }

    private static func bytes(_ file: File?) -> [UInt8]? {
        guard let bytes = try? file?(), bytes.count <= longestFile else { return nil }
        return bytes
    }

    func message(_ value: JSONValue, in day: String) -> (chat: Chat, message: ChatMessage)? {
        let folder = String(day.prefix { $0 != "/" })
        let channel = channels[folder] ?? (folder, "#" + folder)
        return people.message(value, in: channel.id, titled: channel.title)
    }
}
