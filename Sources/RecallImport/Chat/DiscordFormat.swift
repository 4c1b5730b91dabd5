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
        var text = value["content"]?.string ?? ""
        // A program's message is in what it shows beside the text.
        if text.isEmpty { text = (value["embeds"]?.elements ?? []).map(Self.shown).joined(separator: "\n\n") }
        let stickers = (value["stickers"]?.elements ?? []).compactMap { $0["name"]?.string }
        if text.isEmpty { text = stickers.joined(separator: ", ") }
        let attachments = (value["attachments"]?.elements ?? []).map { file in
            Attachment(
                chatFile: file["fileName"]?.string ?? file["url"]?.string ?? "", byteCount: file["fileSizeBytes"]?.int)
        }
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        let type = value["type"]?.string ?? "Default"
        return ChatMessage(
            id: value["id"]?.string,
            sender: Participant(chatName: nickname.isEmpty ? author?["name"]?.string : nickname),
            date: value["timestamp"]?.string.flatMap(RFC3339.date), text: text,
            isNotice: !["Default", "Reply", "ThreadStarterMessage", "ChatInputCommand"].contains(type),
            answers: type == "Reply" ? Self.answered(value["reference"], in: chat) : nil, attachments: attachments)
    }

    private static func answered(_ reference: JSONValue?, in chat: Chat) -> String? {
        let channel = reference?["channelId"]?.string ?? chat.key
        return channel == chat.key ? reference?["messageId"]?.string : nil
    }

    private static func shown(_ embed: JSONValue) -> String {
        ["title", "description"].compactMap { embed[$0]?.string }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
