import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The chats of Google Hangouts (`Hangouts.json` of Google Takeout).
    public static let hangouts = SourceFormat(
        "hangouts", singular: "Hangouts export", plural: "Hangouts exports", isContainer: true)
}

struct HangoutsFormat: JSONChatFormat {
    let format = SourceFormat.hangouts
    let marks = [["\"conversations\"", "\"conversation_id\""], ["\"conversations\"", "\"gaia_id\""]]
    let messages = "events"

    func isChat(_ path: JSONWalk.Path) -> Bool { path == ["conversations", "*"] }
    func holdsChats(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["conversations"] }

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let outer = properties["conversation"]
        let details = outer?["conversation"] ?? outer
        var names: [String: String] = [:]
        var others: [String] = []
        let owner = details?["self_conversation_state"]?["self_read_state"]?["participant_id"]?["gaia_id"]?.string
        for person in details?["participant_data"]?.elements ?? [] {
            guard let id = person["id"]?["gaia_id"]?.string else { continue }
            let name = CleanText.line(person["fallback_name"]?.string ?? "")
            if !name.isEmpty { names[id] = name }
            if id != owner, !name.isEmpty { others.append(name) }
        }
        let id = outer?["conversation_id"]?["id"]?.string ?? details?["id"]?["id"]?.string
        let title = details?["name"]?.string ?? others.joined(separator: ", ")
        return Chat(
            platform: "hangouts", key: id ?? unit.path + " " + title, title: title.isEmpty ? "Hangouts" : title,
            names: names)
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let content = value["chat_message"]?["message_content"]
        let text = (content?["segment"]?.elements ?? []).map { segment in
            segment["type"]?.string == "LINE_BREAK" ? "\n" : segment["text"]?.string ?? ""
        }.joined()
        let files = (content?["attachment"]?.elements ?? []).compactMap { file in
            let item = file["embed_item"]
            let photo = item?["plus_photo"] ?? item?["embeds.PlusPhoto.plus_photo"]
            return photo?["url"]?.string.map { Attachment(chatFile: $0, mediaType: "") }
        }
        let title = value["conversation_rename"]?["new_name"]?.string
        guard !text.isEmpty || !files.isEmpty || title != nil else { return nil }
        let id = value["sender_id"]?["gaia_id"]?.string ?? ""
        return ChatMessage(
            id: value["event_id"]?.string, sender: Participant(chatName: chat.names[id] ?? id),
            date: ChatDate.since1970(value["timestamp"]?.string.flatMap { Double($0) }.map { $0 / 1e6 }),
            text: title ?? text, isNotice: title != nil, attachments: files)
    }
}
