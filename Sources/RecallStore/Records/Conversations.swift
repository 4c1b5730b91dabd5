public import Foundation
import GRDB
public import RecallCore

/// The place of a message in the whole of its chat.
public struct ConversationPlace: Hashable, Sendable {
    /// The source's key of the chat.
    public var key: String
    /// The number of its dated messages.
    public var count: Int
    /// The number of those that come before the message.
    public var position: Int
    /// The dates of the first and the last one.
    public var dates: ClosedRange<Date>
}

extension LibrarySnapshot {
    /// The place of a message in its chat, across all its sessions; `nil` for other items, and for messages without a date.
    ///
    /// - Complexity: O(*n*) in the chat's messages, of an index alone.
    public func conversationPlace(of id: ItemID) throws -> ConversationPlace? {
        let item = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT id, conversation, date, kind FROM item WHERE uid = ?"),
            arguments: [id.storedValue])
        guard let item, let key = item[1] as String?, let date = item[2] as Int64?,
            item[3] as Int == ItemKind.message.storedValue
        else { return nil }
        let row: ItemRow = item[0]
        let counts = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT COUNT(*), COUNT(*) FILTER (WHERE date < ?2 OR (date = ?2 AND id < ?3)), MIN(date), MAX(date)
                    FROM item WHERE conversation = ?1 AND date IS NOT NULL
                    """), arguments: [key, date, row])
        guard let counts else { return nil }
        return ConversationPlace(
            key: key, count: counts[0], position: counts[1],
            dates: Date(storedValue: counts[2])...Date(storedValue: counts[3]))
    }

    /// The source's key of the chat that a message is in; `nil` for other items.
    public func conversationKey(of id: ItemID) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT conversation FROM item WHERE uid = ? AND kind = ?"),
            arguments: [id.storedValue, ItemKind.message.storedValue])
    }

    /// The number of a chat's messages, dated or not.
    public func messageCount(conversation key: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT COUNT(*) FROM item WHERE conversation = ? AND kind = ?"),
            arguments: [key, ItemKind.message.storedValue]) ?? 0
    }

    /// The names that a chat has in its messages, the most frequent first: at most `limit`.
    ///
    /// - Complexity: O(*n*) in the chat's messages.
    public func titles(conversation key: String, limit: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT conversation_title FROM item JOIN item_content ON item_content.item_id = item.id
                    WHERE conversation = ? AND kind = ? GROUP BY 1 ORDER BY COUNT(*) DESC, 1 LIMIT ?
                    """), arguments: [key, ItemKind.message.storedValue, limit])
    }

    /// The rows of a chat's messages but one, dated or not, the newest first: at most `limit`.
    public func itemRows(conversation key: String, besides id: ItemID, limit: Int) throws -> [ItemRow] {
        try ItemRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM item WHERE conversation = ?1 AND kind = ?2 AND uid <> ?3 ORDER BY date DESC LIMIT ?4
                    """), arguments: [key, ItemKind.message.storedValue, id.storedValue, limit])
    }

    /// The rows of a chat's dated messages, oldest first: at most `limit` after the first `offset`.
    public func itemRows(conversation key: String, offset: Int, limit: Int) throws -> [ItemRow] {
        try ItemRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM item WHERE conversation = ? AND date IS NOT NULL ORDER BY date, id LIMIT ? OFFSET ?
                    """), arguments: [key, limit, offset])
    }
}
