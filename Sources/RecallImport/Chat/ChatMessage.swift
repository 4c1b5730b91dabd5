import Foundation
import RecallCore

/// A chat of an export.
struct Chat: Hashable {
    /// The program or service: `telegram`.
    var platform: String
    /// The key that tells it from other chats of the service, and stays.
    var key: String
    /// Its name for people to read.
    var title: String
    /// The key of the chat that it is a part of, where an export has it in parts; the ids of its messages are made of `key`.
    var whole: String?
    /// The names of people by the ids that its messages have.
    var names: [String: String] = [:]
    /// The account of whose export it is, where that is known.
    var owner: String?
}

/// A message of an export, before it is an item.
struct ChatMessage {
    /// The id that the service gave it; `nil` if it gives none.
    var id: String?
    var sender: Participant?
    /// The part of its id that says by whom it is, where that is not the sender's name, which may change.
    var author: String?
    var date: Date?
    var text: String
    /// The part of its id that tells it from another message of its moment, where there is no text.
    var distinction = ""
    /// The chat and the id by which earlier versions made its id.
    var former: (chat: String, id: String)?
    /// True if the service wrote it.
    var isNotice = false
    /// The id of the message that it answers, or the anchor of that.
    var answers: String?
    /// The id of the message whose text it replaces, if it is an edit.
    var replaces: String?
    /// The time of the last edit that it has its text from, where the export has no earlier version beside it.
    var edited: Date?
    /// The name by which others on the same page refer to it, where that is not its id.
    var anchor: String?
    var attachments: [Attachment] = []
    var defects: Set<Defect> = []
}

/// Makes items of the messages of chats, in the order of their file.
struct ChatItems {
    /// The number of occurrences of each message without an id among those of one time.
    private var ordinals: [ItemID: Int] = [:]
    private var time: Date?
    /// The latest messages that have an anchor.
    private var anchored: [String: ItemID] = [:]
    /// The messages that the latest edits are of, by the ids of the edits.
    private var edited: [ItemID: ItemID] = [:]
    private static let mostRemembered = 10_000

    /// The item of a message. Two equal messages of one second are two items.
    mutating func item(_ message: ChatMessage, in chat: Chat) -> Item {
        let clean = CleanText(message.text)
        var id = identity(message, in: chat)
        if let anchor = message.anchor { Self.remember(id, for: anchor, in: &anchored) }
        if let replaced = message.replaces {
            let original = original(of: identity(replaced, in: chat))
            Self.remember(original, for: id, in: &edited)
            id = original
        }
        let details = MessageDetails(
            platform: chat.platform, isSystemNotice: message.isNotice, answers: answered(by: message, in: chat),
            edited: message.replaces == nil ? Self.edited(message) : message.date)
        return Item(
            id: id, details: .message(details),
            sender: message.sender, date: message.date, text: clean.text,
            authoredRanges: message.isNotice ? [] : nil, conversation: "\(chat.platform):\(chat.whole ?? chat.key)",
            conversationTitle: CleanText.line(chat.title), attachments: message.attachments,
            defects: message.defects.union(clean.defects))
    }

    /// The time of an edit after which the message has its text, as it is stored: of versions of it in several exports the last
    /// is kept.
    private static func edited(_ message: ChatMessage) -> Date? {
        guard let edited = message.edited, edited > message.date ?? .distantFuture else { return nil }
        return Date(timeIntervalSince1970: (edited.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }

    private func answered(by message: ChatMessage, in chat: Chat) -> ItemID? {
        guard let answers = message.answers, !answers.isEmpty, answers != message.id else { return nil }
        return message.id == nil ? anchored[answers] : original(of: identity(answers, in: chat))
    }

    /// The message that an edit is of; any other is its own.
    private func original(of id: ItemID) -> ItemID { edited[id] ?? id }

    private static func remember<Key>(_ id: ItemID, for key: Key, in known: inout [Key: ItemID]) {
        if known.count >= mostRemembered { known.removeAll(keepingCapacity: true) }
        known[key] = id
    }

    private func identity(_ id: String, in chat: Chat) -> ItemID {
        ItemID(identifying: [chat.platform, chat.key, id])
    }

    /// The ids by which libraries of earlier versions may have a message.
    static func formerIDs(_ message: ChatMessage, in chat: Chat) -> [ItemID] {
        // An edit has its own moment, and the id of what it edits.
        guard message.replaces == nil, let former = message.former else { return [] }
        return [ItemID(identifying: [chat.platform, former.chat, former.id])]
    }

    /// The id of the next message.
    mutating func identity(_ message: ChatMessage, in chat: Chat) -> ItemID {
        if let id = message.id, !id.isEmpty { return identity(id, in: chat) }
        if message.date != time {
            time = message.date
            ordinals.removeAll(keepingCapacity: true)
        }
        let seconds = message.date.map { String(Int($0.timeIntervalSince1970 * 1_000)) } ?? ""
        let author = message.author ?? message.sender?.displayName ?? ""
        let content = message.text.isEmpty ? message.distinction : message.text
        let parts = [chat.platform, chat.key, author, seconds, content]
        let id = ItemID(identifying: parts)
        let ordinal = ordinals[id, default: 0]
        ordinals[id] = ordinal + 1
        return ordinal == 0 ? id : ItemID(identifying: parts + [String(ordinal)])
    }
}

extension Participant {
    /// Someone with a name that a person or a program chose; `nil` if it is empty.
    init?(chatName: String?) {
        let name = CleanText.line(chatName ?? "")
        guard !name.isEmpty else { return nil }
        self.init(name: name)
    }
}

extension Attachment {
    /// A file that a message names by its path or address.
    init(chatFile path: String, mediaType: String = "", byteCount: Int? = nil) {
        let address = path.prefix { $0 != "?" && $0 != "#" }
        let name = CleanText.line(address.split(separator: "/").last.map(String.init) ?? "")
        self.init(name: name, mediaType: mediaType.lowercased(), byteCount: byteCount)
    }
}
