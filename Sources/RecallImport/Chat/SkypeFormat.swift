import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// The chats of Skype or Microsoft Teams (`messages.json`, as Microsoft exports it).
    public static let skype = SourceFormat(
        "skype", singular: "Skype or Teams export", plural: "Skype and Teams exports", isContainer: true)
}

struct SkypeFormat: JSONChatFormat {
    let format = SourceFormat.skype
    let marks = [["\"conversations\"", "\"MessageList\""], ["\"userId\"", "\"exportDate\"", "\"conversations\""]]
    let messages = "MessageList"

    func isChat(_ path: JSONWalk.Path) -> Bool { path == ["conversations", "*"] }
    func holdsChats(_ path: JSONWalk.Path) -> Bool { path.isEmpty || path == ["conversations"] }

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let id = properties["id"]?.string ?? ""
        let topic = properties["threadProperties"]?["topic"]?.string
        let title = [properties["displayName"]?.string, topic].compactMap(\.self).first { !$0.isEmpty }
        return Chat(platform: "skype", key: id, title: title ?? Self.name(id))
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let type = value["messagetype"]?.string ?? ""
        let markup = value["content"]?.string ?? ""
        guard type == "Text" || type.hasPrefix("RichText"), !markup.isEmpty else { return nil }
        let isFile = type.hasPrefix("RichText/Media") || type == "RichText/UriObject"
        let text = type == "Text" ? markup : HTMLText.extract(Array(markup.utf8), charset: "utf-8").text
        let name = Self.originalName(markup)
        let given = value["displayName"]?.string ?? ""
        return ChatMessage(
            id: value["id"]?.string,
            sender: Participant(chatName: given.isEmpty ? Self.name(value["from"]?.string ?? "") : given),
            date: value["originalarrivaltime"]?.string.flatMap(RFC3339.date), text: isFile ? "" : text,
            attachments: isFile ? [Attachment(chatFile: name ?? "file")] : [])
    }

    /// `8:ada.lovelace`, `8:orgid:…`, `https://…/8:ada`: the name alone.
    private static func name(_ id: String) -> String {
        let last = id.split(separator: "/").last.map(String.init) ?? id
        let parts = last.split(separator: ":", maxSplits: 1)
        return String(parts.count == 2 && parts[0].allSatisfy(\.isNumber) ? parts[1] : last[...])
    }

    /// The name of a file in `<OriginalName v="harbour.jpg"/>`.
    private static func originalName(_ markup: String) -> String? {
        guard let start = markup.range(of: "<OriginalName v=\"") else { return nil }
        return String(markup[start.upperBound...].prefix { $0 != "\"" })
    }
}
