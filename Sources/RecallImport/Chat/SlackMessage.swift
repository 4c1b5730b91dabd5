import Foundation
import RecallCore
import RecallText

/// The people of a Slack workspace, and messages with their names.
struct SlackPeople: Sendable {
    /// Names by user.
    private(set) var names: [String: String] = [:]

    /// The people with names that are known.
    init(names: [String: String]) {
        self.names = names
    }

    /// The people of a list of users, as Slack's API gives it.
    init(users: [JSONValue]) {
        for user in users {
            let profile = user["profile"]
            let found = [profile?["real_name"], profile?["display_name"], user["real_name"], user["name"]]
            names[user["id"]?.string ?? ""] = found.lazy.compactMap { $0?.string }.first { !$0.isEmpty }
        }
    }

    /// The name of a user, or the user's id.
    func name(_ user: String) -> String { names[user] ?? user }

    /// The users whose names a message needs: its author and those it mentions.
    static func users(in message: JSONValue) -> Set<String> {
        var users: Set<String> = []
        if let author = message["user"]?.string { users.insert(author) }
        let shown = (message["attachments"]?.elements ?? []).compactMap(Self.shown)
        for text in [message["text"]?.string ?? ""] + shown {
            for mention in text.components(separatedBy: "<@").dropFirst() {
                users.insert(String(mention.prefix { $0 != ">" && $0 != "|" }))
            }
        }
        return users
    }

    /// A message as Slack's API gives it, and its chat: replies are a conversation of their own with what they reply to.
    func message(
        _ value: JSONValue, in channel: String, titled title: String
    ) -> (chat: Chat, message: ChatMessage)? {
        guard value["type"]?.string == "message", let time = value["ts"]?.string else { return nil }
        let files = (value["files"]?.elements ?? []).compactMap { file in
            file["name"]?.string.map {
                Attachment(chatFile: $0, mediaType: file["mimetype"]?.string ?? "", byteCount: file["size"]?.int)
            }
        }
        var text = plain(value["text"]?.string ?? "")
        // A program's message is in what it shows beside the text.
        if text.isEmpty {
            text = (value["attachments"]?.elements ?? []).compactMap(Self.shown).map(plain).joined(separator: "\n")
        }
        guard !text.isEmpty || !files.isEmpty else { return nil }
        let kind = value["subtype"]?.string ?? ""
        let thread = value["thread_ts"]?.string
        return (
            Chat(platform: "slack", key: channel + (thread.map { "/" + $0 } ?? ""), title: title),
            ChatMessage(
                id: time, sender: Participant(chatName: sender(value)),
                date: ChatDate.since1970(Double(time)), text: text,
                isNotice: Self.notices.contains { kind.hasPrefix($0) }, answers: thread,
                edited: ChatDate.since1970(value["edited"]?["ts"]?.string.flatMap { Double($0) }),
                attachments: files)
        )
    }

    /// The text of an attachment of a program's message, with the line above it: "1 new commit by Ada:".
    private static func shown(_ attachment: JSONValue) -> String? {
        let parts = ["pretext", "title", "text"].compactMap { attachment[$0]?.string }.filter { !$0.isEmpty }
        return parts.isEmpty ? attachment["fallback"]?.string : parts.joined(separator: "\n")
    }

    private static let notices = ["channel_", "group_", "pinned_item", "unpinned_item", "bot_add", "bot_remove"]

    private func sender(_ value: JSONValue) -> String? {
        if let user = value["user"]?.string {
            return names[user] ?? value["user_profile"]?["real_name"]?.string ?? value["user_name"]?.string ?? user
        }
        return value["username"]?.string ?? value["bot_profile"]?["name"]?.string
    }

    /// Slack's markup as plain text: `<@U1>` is a name, `<https://a|b>` a link, `&lt;` a character.
    private func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: ">") else { break }
            result += shown(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
        }
        result += rest
        return result.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    private func shown(_ reference: Substring) -> String {
        let parts = reference.split(separator: "|", maxSplits: 1).map(String.init)
        guard let target = parts.first else { return "" }
        let label = parts.count > 1 ? parts[1] : nil
        switch target.first {
        case "@": return "@" + (names[String(target.dropFirst())] ?? label ?? String(target.dropFirst()))
        case "#": return "#" + (label ?? String(target.dropFirst()))
        case "!": return "@" + String((label ?? String(target.dropFirst())).drop { $0 == "@" })
        default:
            guard let label, label != target else { return target }
            return "\(label) (\(target))"
        }
    }
}
