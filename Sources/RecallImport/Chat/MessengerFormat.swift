import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A conversation of Facebook Messenger or Instagram as JSON (`message_1.json` of a download of one's information).
    public static let messenger = SourceFormat(
        "messenger", singular: "Messenger or Instagram export", plural: "Messenger and Instagram exports",
        isContainer: true)
}

struct MessengerFormat: JSONChatFormat {
    let format = SourceFormat.messenger
    /// The last two are of chats with end-to-end encryption, which are downloaded apart from the others.
    let marks = [
        ["\"sender_name\"", "\"timestamp_ms\""], ["\"threadName\"", "\"senderName\"", "\"timestamp\""],
        ["\"participants\"", "\"senderName\"", "\"isUnsent\""],
    ]

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let folder = AbsolutePath.name(String(unit.path.dropLast(AbsolutePath.name(unit.path).count + 1)))
        let people = (properties["participants"]?.elements ?? []).compactMap { $0["name"]?.string ?? $0.string }
            .map(Self.repaired)
        let thread = properties["threadName"]?.string
        let title = properties["title"]?.string ?? thread.map(Self.withoutNumber)
        return Chat(
            platform: unit.path.lowercased().contains("instagram") ? "instagram" : "messenger",
            key: properties["thread_path"]?.string ?? thread ?? folder,
            title: [title.map(Self.repaired) ?? "", people.joined(separator: ", ")].first { !$0.isEmpty } ?? folder)
    }

    /// `Bo Li_15`: the chat's name without its number.
    private static func withoutNumber(_ thread: String) -> String {
        guard let mark = thread.lastIndex(of: "_"), thread[mark...].dropFirst().allSatisfy(\.isNumber) else {
            return thread
        }
        return String(thread[..<mark])
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        guard value["is_unsent"]?.bool != true, value["isUnsent"]?.bool != true else { return nil }
        let files =
            ["photos", "videos", "audio_files", "gifs", "files", "media"].flatMap { value[$0]?.elements ?? [] }
            + [value["sticker"]].compactMap(\.self)
        let attachments = files.compactMap { $0["uri"]?.string }.map { Attachment(chatFile: $0) }
        let share = value["share"]
        let parts = [
            value["content"]?.string ?? value["text"]?.string, share?["share_text"]?.string, share?["link"]?.string,
        ]
        let text = parts.compactMap(\.self).map(Self.repaired).filter { !$0.isEmpty }.joined(separator: "\n")
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let milliseconds = (value["timestamp_ms"] ?? value["timestamp"])?.double
        return ChatMessage(
            sender: Participant(chatName: (value["sender_name"] ?? value["senderName"])?.string.map(Self.repaired)),
            date: ChatDate.since1970(milliseconds.map { $0 / 1_000 }), text: text,
            isNotice: value["call_duration"] != nil || Self.isReaction(text), attachments: attachments)
    }

    /// True for what stands in place of a reaction.
    static func isReaction(_ text: String) -> Bool {
        text == "Liked a message" || (text.hasPrefix("Reacted ") && text.contains(" to your message"))
    }

    /// The text of a string in which each byte of its UTF-8 was written as a character of its own, as Facebook does.
    static func repaired(_ text: String) -> String {
        var bytes: [UInt8] = []
        var isWide = false
        for scalar in text.unicodeScalars {
            guard scalar.value <= 0xFF else { return text }
            isWide = isWide || scalar.value >= 0x80
            bytes.append(UInt8(scalar.value))
        }
        return isWide ? String(validating: bytes, as: UTF8.self) ?? text : text
    }
}
