import Foundation
public import RecallCore
import RecallText

extension SourceFormat {
    /// A Telegram export as JSON, of one chat or of all (Telegram Desktop, "Machine-readable JSON").
    public static let telegram = SourceFormat(
        "telegram", singular: "Telegram export", plural: "Telegram exports", isContainer: true)
}

struct TelegramFormat: JSONChatFormat {
    let format = SourceFormat.telegram
    let marks =
        [
            ["\"messages\"", "\"from\"", "\"date_unixtime\""], ["\"messages\"", "\"from_id\""],
            ["\"messages\"", "\"actor_id\""], ["\"chats\"", "\"list\"", "\"date_unixtime\""],
            ["\"about\"", "Telegram", "\"personal_information\""],
        ] + Self.kinds.map { ["\"type\"", "\"\($0)\""] }

    /// The kinds of chats, which stand at the beginning even of a file that is cut.
    private static let kinds = [
        "saved_messages", "personal_chat", "bot_chat", "private_group", "private_supergroup", "public_supergroup",
        "private_channel", "public_channel",
    ]

    func isChat(_ path: JSONWalk.Path) -> Bool {
        path.isEmpty || (path.count == 3 && Self.lists.contains(path[0]) && path[1...] == ["list", "*"])
    }

    func holdsChats(_ path: JSONWalk.Path) -> Bool {
        path.first.map(Self.lists.contains) ?? false && (path.count == 1 || path.count == 2 && path[1] == "list")
    }

    private static let lists: Set = ["chats", "left_chats"]

    func chat(_ properties: [String: JSONValue], in unit: SourceUnit) -> Chat {
        let isOwn = properties["type"]?.string == "saved_messages"
        let title = properties["name"]?.string ?? (isOwn ? "Saved Messages" : "Telegram")
        // People, groups and channels are numbered apart.
        let type = properties["type"]?.string ?? ""
        let kind =
            type.contains("channel") || type.contains("supergroup")
            ? "channel" : type.contains("group") ? "group" : "user"
        var chat = Chat(
            platform: "telegram", key: properties["id"]?.int.map { kind + String($0) } ?? title, title: title)
        // One's own notes are a chat with oneself.
        if isOwn { chat.owner = chat.key }
        return chat
    }

    func message(_ value: JSONValue, in chat: Chat) -> ChatMessage? {
        let id = value["id"]?.int.map(String.init)
        guard value["type"]?.string != "service" else {
            return notice(value).map { ChatMessage(id: id, date: date(value), text: $0, isNotice: true) }
        }
        let attachments = attachments(value)
        let text = [forwarded(value), Self.text(value["text"]), content(value)].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: "\n")
        guard !text.isEmpty || !attachments.isEmpty else { return nil }
        return ChatMessage(
            id: id,
            sender: sender(value, in: chat),
            date: date(value), text: text, answers: Self.answered(value),
            edited: Self.date(value, "edited"),
            attachments: attachments)
    }

    func owner(_ properties: [String: JSONValue]) -> String? {
        properties["personal_information"]?["user_id"]?.int.map { "user\($0)" }
    }

    let looksForOwner = true

    func add(_ message: JSONValue, to parties: inout ChatParties) {
        guard message["type"]?.string != "service" else { return }
        parties.add(Self.account(message), named: message["from"]?.string)
    }

    /// In a chat of two, which has the account of the other one as its number, it is who is not that one. Files of other programs may
    /// say otherwise: with a third account, or where neither an account nor a name tells the two apart, nobody is taken for the owner.
    func owner(_ properties: [String: JSONValue], parties: ChatParties) -> String? {
        guard ["personal_chat", "bot_chat"].contains(properties["type"]?.string), !parties.areMany,
            let other = properties["id"]?.int.map({ "user\($0)" })
        else { return nil }
        let rest = parties.names.filter { $0.key != other }
        guard rest.count == 1, let owner = rest.first, owner.key.hasPrefix("user") else { return nil }
        if parties.names[other] == nil {
            guard let name = properties["name"]?.string, !name.isEmpty, !owner.value.contains(name) else { return nil }
        }
        return owner.key
    }

    /// The author. People choose their names, so two accounts of one name are two people.
    private func sender(_ value: JSONValue, in chat: Chat) -> Participant? {
        let name = value["from"]?.string ?? value["author"]?.string ?? "Deleted Account"
        guard var sender = Participant(chatName: name), let account = Self.account(value) else {
            return Participant(chatName: name)
        }
        sender.address =
            account == chat.owner
            ? Participant.ownAccount(account, of: "telegram") : Participant.account(account, of: "telegram")
        return sender
    }

    /// The account of an author; `nil` if there is none.
    private static func account(_ value: JSONValue) -> String? {
        let account = value["from_id"]?.string ?? value["from_id"]?.int.map { "user\($0)" }
        return account.flatMap { isAccount($0) ? $0 : nil }
    }

    /// True for `user123` and `channel123`.
    private static func isAccount(_ id: String) -> Bool {
        id.utf8.count <= 40 && id.contains(where: \.isNumber) && id.utf8.allSatisfy(\.isASCIIAlphanumeric)
    }

    /// The message that it answers, which may be one of another chat.
    private static func answered(_ value: JSONValue) -> String? {
        value["reply_to_peer_id"] == nil ? value["reply_to_message_id"]?.int.map(String.init) : nil
    }

    /// A string, or pieces of which some have a type.
    private static func text(_ value: JSONValue?) -> String {
        if let text = value?.string { return text }
        return (value?.elements ?? []).map(piece).joined()
    }

    private static let longestLink = 4_096

    /// A piece of a text: of a link that shows something else than its address, both.
    private static func piece(_ value: JSONValue) -> String {
        let text = value.string ?? value["text"]?.string ?? ""
        guard value["type"]?.string == "text_link", let address = value["href"]?.string, !address.isEmpty,
            max(address.utf8.count, text.utf8.count) <= longestLink, !text.contains(address)
        else { return text }
        return "\(text) (\(address))"
    }

    private func forwarded(_ value: JSONValue) -> String? {
        value["forwarded_from"]?.string.map { "Forwarded from \($0):" }
    }

    /// The content that is no text and no file.
    private func content(_ value: JSONValue) -> String? {
        if let poll = value["poll"], let question = poll["question"]?.string {
            let answers = (poll["answers"]?.elements ?? []).compactMap { $0["text"]?.string }
            return ([question] + answers.map { "- " + $0 }).joined(separator: "\n")
        }
        if let contact = value["contact_information"] {
            let parts = ["first_name", "last_name", "phone_number"].compactMap { contact[$0]?.string }
            return parts.filter { !$0.isEmpty }.joined(separator: " ")
        }
        if let place = value["place_name"]?.string {
            return [place, value["address"]?.string ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        }
        if let place = value["location_information"], let latitude = place["latitude"]?.double,
            let longitude = place["longitude"]?.double
        {
            return "Location: \(latitude), \(longitude)"
        }
        if let list = value["todo_list"] {
            let tasks = (list["answers"]?.elements ?? list["items"]?.elements ?? []).map { Self.text($0["text"]) }
            return ([Self.text(list["title"])] + tasks.map { "- " + $0 }).joined(separator: "\n")
        }
        let offer = value["invoice_information"]
        let named = [
            value["game_title"], value["game_description"], offer?["title"], offer?["description"],
            (value["giveaway_information"] ?? value["giveaway_results"])?["additional_prize"],
        ]
        let texts = named.compactMap { $0?.string }.filter { !$0.isEmpty }
        return texts.isEmpty ? value["sticker_emoji"]?.string : texts.joined(separator: "\n")
    }

    private func attachments(_ value: JSONValue) -> [Attachment] {
        let type = value["mime_type"]?.string ?? ""
        guard let path = value["file"]?.string ?? value["photo"]?.string else { return [] }
        guard value["media_type"]?.string != "sticker" else { return [] }
        let name = value["file_name"]?.string
        // "(File not included. …)": the media was left out of the export.
        let isMissing = path.hasPrefix("(")
        let kind = value["photo"] != nil ? "photo" : value["media_type"]?.string?.replacing("_", with: " ") ?? "file"
        let size = value["file_size"]?.int ?? value["photo_file_size"]?.int
        return [Attachment(chatFile: name ?? (isMissing ? kind : path), mediaType: type, byteCount: size)]
    }

    /// "Ada: invite members, Bo, Cy"
    private func notice(_ value: JSONValue) -> String? {
        guard let action = value["action"]?.string else { return nil }
        let members = (value["members"]?.elements ?? []).compactMap(\.string)
        let details = [value["title"]?.string].compactMap(\.self) + members + [Self.text(value["text"])]
        let start = value["actor"]?.string.map { "\($0): " } ?? ""
        return start + ([action.replacing("_", with: " ")] + details.filter { !$0.isEmpty }).joined(separator: ", ")
    }

    /// The instant, or the time that the exporting machine's clock showed.
    private func date(_ value: JSONValue) -> Date? { Self.date(value, "date") }

    /// A date, which earlier versions gave by the clock there alone. They wrote 1970 where there is none.
    private static func date(_ value: JSONValue, _ key: String) -> Date? {
        if let seconds = value[key + "_unixtime"]?.string.flatMap({ Double($0) }) { return ChatDate.since1970(seconds) }
        return value[key]?.string.flatMap { $0.hasPrefix("1970-") ? nil : ChatDate.local($0) }
    }
}
