public import RecallCore
import RecallText

extension SourceFormat {
    /// A conversation or thread of Slack as `slackdump dump` writes it.
    public static let slackDump = SourceFormat(
        "slackdump", singular: "Slack conversation", plural: "Slack conversations", isContainer: true)
}

/// `C051D4052.json`, or `C051D4052-1665917454.731419.json` for one thread. Replies are in the messages that they answer.
struct SlackDumpFormat: JSONChatFormat {
    let format = SourceFormat.slackDump
    let marks: [[String]] = []

    func evidence(in file: SniffedFile) -> Evidence? {
        guard file.fileExtension == "json" || file.isNamed, !file.isBinary,
            file.head.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{"),
            file.head.firstOccurrence(of: "\"messages\"") != nil
        else { return nil }
        // Of a channel's name, number and messages, the messages come second or last. Where a file is cut off, its messages
        // have to tell.
        let ends = [file.head, file.tail ?? []]
        let isDump =
            ends.contains { $0.firstOccurrence(of: "\"channel_id\"") != nil } || Self.hasMessageTime(file.head)
            || (Self.isDump(file.name) && file.isCutOff)
        return isDump ? .signature : nil
    }

    /// True if a message's time is there as Slack writes it, which is its number too: `"ts":"1665917454.731419"`.
    private static func hasMessageTime(_ head: [UInt8]) -> Bool {
        guard let start = head.firstOccurrence(of: "\"ts\"") else { return false }
        let value = head[(start + 4)...].drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }
        guard value.first == UInt8(ascii: "\"") else { return false }
        let parts = value.dropFirst().prefix(17).split(separator: UInt8(ascii: "."))
        return parts.map(\.count) == [10, 6] && parts.joined().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The lists of people and channels that lie beside it.
    func companions(of path: String) -> [String] {
        let folder = String(path.dropLast(AbsolutePath.name(path).count))
        return ["users.json", "users.txt", "channels.json"].map { folder + $0 }
    }

    /// True for the name of a dump, which begins with the conversation's number.
    static func isDump(_ name: String) -> Bool {
        guard name.hasSuffix(".json"), let first = name.first, "CDG".contains(first) else { return false }
        let number = name.dropLast(5).prefix { $0 != "-" }
        return number.count > 6 && number.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let channels = Self.list("channels.json", beside: unit) ?? []
        let people = Self.people(beside: unit, channels)
        let stem = AbsolutePath.name(unit.path).prefix { $0 != "." && $0 != "-" }
        let id = properties["channel_id"]?.string ?? String(stem)
        let name = properties["name"]?.string ?? ""
        let title = name.isEmpty ? Self.title(of: id, in: channels, people) ?? id : "#" + name
        return Chat(platform: "slack", key: id, title: title, names: people.names)
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        SlackPeople(names: chat.names).message(value, in: chat.key, titled: chat.title)?.message
    }

    func messages(in value: JSONValue, of chat: Chat) -> [(chat: Chat, message: ChatMessage)] {
        let people = SlackPeople(names: chat.names)
        return ([value] + (value["slackdump_thread_replies"]?.elements ?? [])).compactMap {
            people.message($0, in: chat.key, titled: chat.title)
        }
    }

    // MARK: Lists beside it

    private static func people(beside unit: SourceUnit, _ channels: [JSONValue]) -> SlackPeople {
        let users = list("users.json", beside: unit)
        var people =
            users.map { SlackPeople(users: $0) }
            ?? SlackPeople(names: unit.companion("users.txt", limit: SlackExport.longestFile).map(names) ?? [:])
        for channel in channels { people.add(channel: channel) }
        return people
    }

    /// The names in a table of `slackdump list users`: a name, the person's number, and more.
    private static func names(in table: [UInt8]) -> [String: String] {
        var names: [String: String] = [:]
        for line in String(decoding: table, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split { $0.isWhitespace }
            guard let number = words.firstIndex(where: isUser), number > 0 else { continue }
            names[String(words[number])] = words[..<number].joined(separator: " ")
        }
        return names
    }

    private static func isUser(_ word: Substring) -> Bool {
        guard let first = word.first, "UW".contains(first), word.count > 6 else { return false }
        return word.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
    }

    /// The name of a channel, or the names of the people who write to each other in a conversation without one.
    private static func title(of id: String, in channels: [JSONValue], _ people: SlackPeople) -> String? {
        guard let channel = channels.first(where: { $0["id"]?.string == id }) else { return nil }
        if let name = channel["name"]?.string, !name.isEmpty { return "#" + name }
        let members = (channel["members"]?.elements ?? [channel["user"]].compactMap(\.self)).compactMap(\.string)
        return members.isEmpty ? nil : members.map(people.name).joined(separator: ", ")
    }

    private static func list(_ name: String, beside unit: SourceUnit) -> [JSONValue]? {
        guard let bytes = unit.companion(name, limit: SlackExport.longestFile) else { return nil }
        return (try? JSONValue(parsing: bytes, replacingLoneSurrogates: true))?.elements
    }
}
