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
        let title = [properties["displayName"]?.string, topic].compactMap(\.self).first { !$0.isEmpty }.map(Self.text)
        // A chat of two has the id of the other one.
        return Chat(
            platform: "skype", key: id.isEmpty ? [unit.path, title ?? ""].joined(separator: "/") : id,
            title: title ?? Self.name(id),
            names: title.map { [id: $0] } ?? [:])
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let type = value["messagetype"]?.string ?? ""
        let markup = value["content"]?.string ?? ""
        guard type == "Text" || type.hasPrefix("RichText"), !markup.isEmpty, chat.key != Self.calls else { return nil }
        let isFile = type.hasPrefix("RichText/Media") || type == "RichText/UriObject"
        let text = isFile ? "" : Self.text(markup)
        guard isFile || !text.isEmpty else { return nil }
        let name = Self.originalName(markup)
        let from = value["from"]?.string ?? ""
        let given = value["displayName"]?.string ?? chat.names[from] ?? ""
        return ChatMessage(
            id: value["id"]?.string,
            sender: Participant(chatName: given.isEmpty ? Self.name(from) : given),
            date: value["originalarrivaltime"]?.string.flatMap(RFC3339.date), text: text,
            answers: Self.answered(markup), attachments: isFile ? [Attachment(chatFile: name ?? "file")] : [])
    }

    /// The id of the message in `<quote messageid="1">` of Skype or
    /// `<blockquote itemtype="http://schema.skype.com/Reply" itemid="1">` of Teams.
    private static func answered(_ markup: String) -> String? {
        for (tag, attribute) in [("<quote ", " messageid=\""), ("schema.skype.com/Reply", " itemid=\"")] {
            guard let start = markup.firstRange(of: tag) else { continue }
            let rest = markup[start.lowerBound...].prefix { $0 != ">" }
            guard let id = rest.firstRange(of: attribute) else { continue }
            return String(rest[id.upperBound...].prefix { $0 != "\"" })
        }
        return nil
    }

    /// The conversation that lists calls.
    private static let calls = "48:calllogs"

    /// Markup as text. Its lines are lines, and what is quoted is marked by a line's beginning.
    private static func text(_ markup: String) -> String {
        var rest = markup.replacing("\r\n", with: "<br>").replacing("\n", with: "<br>")[...]
        var markup = ""
        // The beginning and end of a quotation, for programs that know none.
        while let start = rest.range(of: "<legacyquote>"),
            let end = rest.range(of: "</legacyquote>", range: start.upperBound..<rest.endIndex)
        {
            markup += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
        }
        markup = (markup + rest).replacing("<quote", with: "<blockquote").replacing("</quote>", with: "</blockquote>")
        return HTMLText.extract(Array(markup.utf8), charset: "utf-8").text
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
