import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A conversation of Google Chat (`messages.json` of Google Takeout).
    public static let googleChat = SourceFormat(
        "google-chat", singular: "Google Chat export", plural: "Google Chat exports", isContainer: true)
}

struct GoogleChatFormat: JSONChatFormat {
    let format = SourceFormat.googleChat
    let marks = [["\"messages\"", "\"creator\"", "\"created_date\""]]

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let folder = AbsolutePath.name(String(unit.path.dropLast(AbsolutePath.name(unit.path).count + 1)))
        return Chat(platform: "google-chat", key: folder, title: Self.title(beside: unit) ?? folder)
    }

    private static let information = "group_info.json"

    func companions(of path: String) -> [String] {
        [String(path.dropLast(AbsolutePath.name(path).count)) + Self.information]
    }

    /// The name of the room, or of those who write to each other.
    private static func title(beside unit: SourceUnit) -> String? {
        guard let bytes = unit.companion(information, limit: SlackExport.longestFile),
            let group = try? JSONValue(parsing: bytes, replacingLoneSurrogates: true)
        else { return nil }
        let members = (group["members"]?.elements ?? []).compactMap { $0["name"]?.string }.filter { !$0.isEmpty }
        let name = CleanText.line(group["name"]?.string ?? members.joined(separator: ", "))
        return name.isEmpty ? nil : name
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let files = (value["attached_files"]?.elements ?? []).compactMap { $0["export_name"]?.string }
        let text = value["text"]?.string ?? ""
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let creator = value["creator"]
        let sender = Participant(
            name: CleanText.line(creator?["name"]?.string ?? ""),
            address: CleanText.line(creator?["email"]?.string ?? ""))
        let date = value["created_date"]?.string.flatMap(Self.date)
        return ChatMessage(
            id: value["message_id"]?.string, sender: sender.displayName.isEmpty ? nil : sender,
            date: date, text: text, answers: Self.answered(value), attachments: files.map { Attachment(chatFile: $0) },
            defects: date == nil ? [.badDate] : [])
    }

    /// The message that it quotes, or else the first one of its topic: an id is `space/topic/message`, and the first message of
    /// a topic has the topic's name.
    private static func answered(_ value: JSONValue) -> String? {
        if let quoted = value["quoted_message_metadata"]?["message_id"]?.string { return quoted }
        let parts = (value["message_id"]?.string ?? "").split(separator: "/")
        return parts.count == 3 ? "\(parts[0])/\(parts[1])/\(parts[1])" : nil
    }

    /// The instant of `Tuesday, January 4, 2022 at 3:15:05 PM UTC`, also with the day before the month and hours up to 24; the
    /// space before PM may be a narrow one.
    private static func date(_ text: String) -> Date? {
        let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard let month = words.lazy.compactMap({ MonthNames.english.firstIndex(of: $0) }).first, words.last == "UTC"
        else {
            return nil
        }
        let numbers = words.compactMap { Int($0) }
        let time = words.first { $0.contains(":") }?.split(separator: ":").compactMap { Int($0) } ?? []
        guard let day = numbers.first(where: { $0 < 32 }),
            let year = numbers.first(where: { (1970..<2200).contains($0) }),
            time.count == 3, time.allSatisfy((0..<60).contains), time[0] < 24,
            let days = CivilDay(year: year, month: month + 1, day: day)?.daysSince1970
        else { return nil }
        let isHalved = words.contains("AM") || words.contains("PM")
        let hour = isHalved ? time[0] % 12 + (words.contains("PM") ? 12 : 0) : time[0]
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + time[1] * 60 + time[2]))
    }
}
