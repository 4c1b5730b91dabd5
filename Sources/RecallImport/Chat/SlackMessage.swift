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
            names[user["id"]?.string ?? ""] = Self.name(profile) ?? Self.name(user)
        }
    }

    /// The whole name, by which other sources know somebody too, else the one that Slack shows, else that of the account.
    private static func name(_ profile: JSONValue?) -> String? {
        ["real_name", "display_name", "name"].lazy.compactMap { profile?[$0]?.string }
            .first { $0.contains { !$0.isWhitespace } }
    }

    /// Adds a channel, which messages mention too; its number is no person's.
    mutating func add(channel: JSONValue) {
        guard let id = channel["id"]?.string, let name = channel["name"]?.string, !name.isEmpty else { return }
        names[id] = name
    }

    /// The name of a user, or the user's id.
    func name(_ user: String) -> String { names[user] ?? user }

    /// The users whose names a message needs: its author and those it mentions.
    static func users(in message: JSONValue) -> Set<String> {
        var users: Set<String> = []
        if let author = message["user"]?.string { users.insert(author) }
        let shown =
            (message["attachments"]?.elements ?? []).compactMap(Self.shown)
            + (message["blocks"]?.elements ?? []).flatMap { SlackBlock($0).texts }
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
        let text = text(of: value)
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

    /// The text that is said, and what is shown beside it. What a person writes is in blocks once more; of a program, or a
    /// table, they may be all that there is. Previews of links are left out.
    private func text(of value: JSONValue) -> String {
        let said = plain(value["text"]?.string ?? "")
        let blocks = (value["blocks"]?.elements ?? []).prefix(Self.mostBlocks).map(SlackBlock.init)
            .filter { said.isEmpty || !$0.isRichText }
        let attached = (value["attachments"]?.elements ?? []).prefix(Self.mostBlocks)
            .filter { said.isEmpty || !Self.isPreview($0) }
        var parts = said.isEmpty ? [] : [said]
        for part in (blocks.flatMap(\.texts) + attached.compactMap(Self.shown)).map(plain)
        where !part.isEmpty && !parts.contains(part) && !ShownText.isSaid(part, in: said, longest: Self.longestText) {
            parts.append(part)
            if parts.count > Self.mostParts { break }
        }
        return parts.joined(separator: "\n")
    }

    /// Slack itself allows 50 blocks and 100 attachments.
    private static let mostBlocks = 100
    private static let mostParts = 1_000
    /// The bytes that Slack itself allows.
    private static let longestText = 40_000

    /// The text of an attachment of a program's message, with the line above it: "1 new commit by Ada:".
    private static func shown(_ attachment: JSONValue) -> String? {
        var parts = ["pretext", "title", "text"].compactMap { attachment[$0]?.string }
        parts += (attachment["fields"]?.elements ?? []).map { ShownText.field($0["title"], $0["value"]) }
        parts = parts.filter { !$0.isEmpty }
        if parts.isEmpty { parts = (attachment["blocks"]?.elements ?? []).flatMap { SlackBlock($0).texts } }
        if isPassedOn(attachment), let author = attachment["author_name"]?.string, !parts.isEmpty {
            parts.insert("\(author):", at: 0)
        }
        guard parts.isEmpty else { return parts.joined(separator: "\n") }
        return attachment["fallback"]?.string.flatMap { $0 == "[no preview available]" ? nil : $0 }
    }

    private static func isPassedOn(_ attachment: JSONValue) -> Bool {
        attachment["is_share"]?.bool == true || attachment["is_msg_unfurl"]?.bool == true
    }

    /// True for the preview of a link's page.
    private static func isPreview(_ attachment: JSONValue) -> Bool {
        !isPassedOn(attachment) && ["from_url", "original_url", "service_name"].contains { attachment[$0] != nil }
    }

    private static let notices = [
        "channel_", "group_", "pinned_item", "unpinned_item", "bot_add", "bot_remove", "tombstone", "reminder_add",
        "huddle_thread",
    ]

    private func sender(_ value: JSONValue) -> String? {
        if let user = value["user"]?.string {
            if user == "USLACKBOT" { return names[user] ?? "Slackbot" }
            return names[user] ?? Self.name(value["user_profile"]) ?? value["user_name"]?.string ?? user
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
        case "#": return "#" + (label ?? name(String(target.dropFirst())))
        case "!" where target.hasPrefix("!date"): return label ?? ""
        case "!": return "@" + String((label ?? String(target.dropFirst())).drop { $0 == "@" })
        default:
            guard let label, label != target else { return target }
            return "\(label) (\(target))"
        }
    }
}
