import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A channel or conversation of Discord as JSON, as DiscordChatExporter writes it.
    public static let discord = SourceFormat(
        "discord", singular: "Discord export", plural: "Discord exports", isContainer: true)
}

struct DiscordFormat: JSONChatFormat {
    let format = SourceFormat.discord
    let marks = [["\"guild\"", "\"channel\"", "\"messages\""], ["\"guild\"", "\"channel\"", "\"dateRange\""]]

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let (guild, channel) = (properties["guild"]?["name"]?.string ?? "", properties["channel"])
        let name = channel?["name"]?.string ?? ""
        let isDirect = channel?["type"]?.string?.hasPrefix("Direct") ?? false || guild == "Direct Messages"
        return Chat(
            platform: "discord", key: channel?["id"]?.string ?? name,
            title: isDirect || guild.isEmpty ? name : "\(guild): \(name)")
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let author = value["author"]
        let nickname = author?["nickname"]?.string ?? ""
        let forwarded = value["forwardedMessage"]
        let text = [Self.text(value), Self.forwarded(forwarded.map(Self.text))].filter { !$0.isEmpty }
            .joined(separator: "\n\n")
        let attachments = Self.attachments(value) + (forwarded.map(Self.attachments) ?? [])
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let type = value["type"]?.string ?? "Default"
        return ChatMessage(
            id: value["id"]?.string,
            sender: Participant(chatName: nickname.isEmpty ? author?["name"]?.string : nickname),
            date: value["timestamp"]?.string.flatMap(RFC3339.date), text: text,
            isNotice: Self.isNotice(type),
            answers: type == "Reply" ? Self.answered(value["reference"], in: chat) : nil,
            edited: value["timestampEdited"]?.string.flatMap(RFC3339.date), attachments: attachments)
    }

    /// True for what the service writes. DiscordChatExporter has names for few kinds of messages, and writes the numbers of the
    /// others: 20 and 23 are what programs answer to commands, 21 is the first message of a thread.
    private static func isNotice(_ type: String) -> Bool {
        if let number = Int(type) { return ![0, 19, 20, 21, 23].contains(number) }
        return !["Default", "Reply", "ThreadStarterMessage", "ChatInputCommand", "ContextMenuCommand"].contains(type)
    }

    private static func answered(_ reference: JSONValue?, in chat: Chat) -> String? {
        let channel = reference?["channelId"]?.string ?? chat.key
        return channel == chat.key ? reference?["messageId"]?.string : nil
    }

    /// A message that was forwarded, as it stands in the text of another one.
    static func forwarded(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "Forwarded:\n" + text
    }

    /// The text that is said, and that is shown beside it: previews of links, and what programs say in no other way. Stickers
    /// are named where there is nothing else.
    private static func text(_ value: JSONValue) -> String {
        let said = resolved(value["content"]?.string ?? "", value["mentions"])
        let shown = (value["embeds"]?.elements ?? []).map { embed in
            Self.shown(["title", "description", "url"].compactMap { embed[$0]?.string }, besides: said)
        }
        let text = ([said] + shown).filter { !$0.isEmpty }.joined(separator: "\n\n")
        guard text.isEmpty else { return text }
        // Programs may answer in nothing but fields.
        let fields = (value["embeds"]?.elements ?? []).flatMap { $0["fields"]?.elements ?? [] }
            .map { ShownText.field($0["name"], $0["value"]) }
        guard fields.isEmpty else { return fields.joined(separator: "\n") }
        return (value["stickers"]?.elements ?? []).compactMap { $0["name"]?.string }.joined(separator: ", ")
    }

    private static let (longestText, longestName) = (16_000, 100)

    /// A text with names in place of `<@123>`, which an export without markup has.
    private static func resolved(_ text: String, _ mentions: JSONValue?) -> String {
        let parts = text.components(separatedBy: "<@")
        guard parts.count > 1, let people = mentions?.elements else { return text }
        let names = people.reduce(into: [String: String]()) { names, person in
            let name = [person["nickname"]?.string, person["name"]?.string].compactMap(\.self).first { !$0.isEmpty }
            if let id = person["id"]?.string { names[id] = name.map { String($0.unicodeScalars.prefix(longestName)) } }
        }
        return parts.dropFirst().reduce(into: parts[0]) { text, part in
            guard text.utf8.count <= ImportLimits.textBytes else { return }
            let id = part.drop { $0 == "!" }.prefix(while: \.isNumber)
            let isClosed = part[id.endIndex...].first == ">"
            text +=
                names[String(id)].flatMap { isClosed ? "@\($0)\(part[id.endIndex...].dropFirst())" : nil } ?? "<@"
                + part
        }
    }

    /// The title, description and address of an embed, but for what was said already.
    static func shown(_ parts: [String], besides said: String) -> String {
        parts.filter { part in
            // Discord allows 4,000 characters.
            !part.isEmpty && part != said && !ShownText.isSaid(part, in: said, longest: longestText)
        }.joined(separator: "\n")
    }

    private static func attachments(_ value: JSONValue) -> [Attachment] {
        (value["attachments"]?.elements ?? []).map { file in
            Attachment(
                chatFile: file["fileName"]?.string ?? file["url"]?.string ?? "", byteCount: file["fileSizeBytes"]?.int)
        }
    }
}
