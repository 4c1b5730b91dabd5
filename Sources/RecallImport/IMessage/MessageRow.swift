import Foundation
import RecallCore

/// A row of `MessagesDatabase.rows()`, in the confined process.
struct MessageRow {
    /// The columns of the table of messages, in their order after those of other tables.
    static let columns = [
        "guid", "text", "attributedBody", "subject", "date", "is_from_me", "item_type", "group_action_type",
        "group_title",
        "associated_message_type", "cache_has_attachments", "message_summary_info",
        "thread_originator_guid", "date_edited",
    ]

    private let query: DatabaseQuery

    init(_ query: DatabaseQuery) {
        self.query = query
    }

    private func column(_ name: String) -> Int { 4 + (Self.columns.firstIndex(of: name) ?? 0) }
    private func integer(_ name: String) -> Int { query.integer(column(name)) ?? 0 }
    private func text(_ name: String) -> String { query.text(column(name)) }

    /// True for a reaction, or for taking one back: it says nothing that is not in its emoji.
    private var isReaction: Bool { (2_000..<4_000).contains(integer("associated_message_type")) }

    /// The message with what other tables say of it; `nil` if there is nothing to read in it.
    ///
    /// - Throws: `DatabaseDamage` if it has a text that cannot be read.
    func message(_ number: Int, in database: MessagesDatabase) throws(DatabaseDamage) -> StoredMessage? {
        guard !isReaction else { return nil }
        var message = StoredMessage(row: number)
        message.guid = text("guid")
        (message.date, message.edited) = (integer("date"), integer("date_edited"))
        message.isFromOwner = integer("is_from_me") != 0
        message.sender = message.isFromOwner ? "" : query.text(1)
        message.answers = text("thread_originator_guid")
        if let notice {
            message.isNotice = true
            message.text = "\(message.isFromOwner ? StoredMessage.owner.name : message.sender): \(notice)"
        } else {
            let text = [text("subject"), try body()].filter { !$0.isEmpty }.joined(separator: "\n")
            // What is too long is cut later: some more shows that it was.
            message.text = String(decoding: text.utf8.prefix(ImportLimits.textBytes + 4), as: UTF8.self)
        }
        addChat(to: &message, database)
        addAttachments(to: &message, database)
        return message
    }

    /// The text; in later versions it is mostly in an archive of its attributes alone.
    private func body() throws(DatabaseDamage) -> String {
        let plain = query.text(column("text"), atMost: ImportLimits.textBytes + 4)
        guard plain.isEmpty else { return plain }
        let archive = query.bytes(column("attributedBody"))
        guard archive.isEmpty else {
            guard let text = TypedStream.text(in: archive) else { throw DatabaseDamage() }
            return text
        }
        return EditedMessage.text(in: query.bytes(column("message_summary_info")))
    }

    /// An action in a group, as words after a name.
    private var notice: String? {
        let other = query.text(2)
        return switch (integer("item_type"), integer("group_action_type")) {
        case (1, 0): "added \(other)"
        case (1, _): "removed \(other)"
        case (2, _): text("group_title").isEmpty ? "removed the group's name" : "named the group \(text("group_title"))"
        case (3, 0): "left the group"
        case (3, 1): "changed the group's photo"
        case (3, _): "removed the group's photo"
        default: nil
        }
    }

    private func addChat(to message: inout StoredMessage, _ database: MessagesDatabase) {
        guard let row = query.integer(3) else {
            let person = query.text(1)
            (message.chatKey, message.chatTitle) = (person.isEmpty ? "unknown" : person, person)
            return
        }
        do {
            (message.chatKey, message.chatTitle) = try database.chat(row)
        } catch {
            message.chatKey = "chat \(row)"
            message.isDamaged = true
        }
    }

    private func addAttachments(to message: inout StoredMessage, _ database: MessagesDatabase) {
        guard !message.isNotice, query.integer(column("cache_has_attachments")) != 0 else { return }
        do {
            message.attachments = try database.attachments(ofMessage: message.row)
        } catch {
            message.isDamaged = true
        }
    }
}

/// The history of an edited message, which Messages keeps as a property list.
enum EditedMessage {
    /// The texts of its parts as they were edited last; empty if it has none.
    static func text(in summary: [UInt8]) -> String {
        guard !summary.isEmpty,
            let list = try? PropertyListSerialization.propertyList(from: Data(summary), format: nil),
            let parts = (list as? [String: Any])?["ec"] as? [String: Any]
        else { return "" }
        let inOrder = parts.sorted { (Int($0.key) ?? 0, $0.key) < (Int($1.key) ?? 0, $1.key) }
        let texts = inOrder.compactMap { part in
            (((part.value as? [[String: Any]])?.last?["t"] as? Data).map { Array($0) }).flatMap(TypedStream.text)
        }
        return texts.joined(separator: "\n")
    }
}
