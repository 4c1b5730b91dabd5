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
        return Chat(platform: "google-chat", key: folder, title: folder)
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let files = (value["attached_files"]?.elements ?? []).compactMap { $0["export_name"]?.string }
        let text = value["text"]?.string ?? ""
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let creator = value["creator"]
        let sender = Participant(
            name: CleanText.line(creator?["name"]?.string ?? ""),
            address: CleanText.line(creator?["email"]?.string ?? ""))
        return ChatMessage(
            id: value["message_id"]?.string, sender: sender.displayName.isEmpty ? nil : sender,
            date: value["created_date"]?.string.flatMap(Self.date), text: text,
            attachments: files.map { Attachment(chatFile: $0) })
    }

    /// The instant of `Tuesday, January 4, 2022 at 3:15:05 PM UTC`; the space before PM may be a narrow one.
    private static func date(_ text: String) -> Date? {
        let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
        guard words.count == 8, let month = months.firstIndex(of: words[1]), let day = Int(words[2]),
            let year = Int(words[3]), words[7] == "UTC"
        else { return nil }
        let time = words[5].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, time.allSatisfy((0..<60).contains), (1970..<2200).contains(year),
            let days = CivilDay(year: year, month: month + 1, day: day)?.daysSince1970
        else {
            return nil
        }
        let hour = time[0] % 12 + (words[6] == "PM" ? 12 : 0)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + time[1] * 60 + time[2]))
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
