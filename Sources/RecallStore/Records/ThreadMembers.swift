public import Foundation
import GRDB
public import RecallCore

/// A mail of a thread, with what mails are grouped by.
public struct ThreadMail: Hashable, Sendable {
    /// The row.
    public var row: ItemRow
    /// The id.
    public var id: ItemID
    /// The date; `nil` if it has none.
    public var date: Date?
    /// The subject.
    public var subject: String
    /// The Message-ID.
    public var messageID: String?
    /// The Message-IDs that it refers to.
    public var references: [String]

    /// A mail.
    public init(
        row: ItemRow, id: ItemID, date: Date?, subject: String, messageID: String?, references: [String]
    ) {
        (self.row, self.id, self.date) = (row, id, date)
        (self.subject, self.messageID, self.references) = (subject, messageID, references)
    }
}

extension LibrarySnapshot {
    /// The kind of a thread's items, and the key that groups them: a subject, a chat, a document's name. `nil` if there is
    /// no such thread.
    public func groupingKey(thread: ThreadRow) throws -> (kind: ItemKind, grouping: String?)? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT kind, grouping FROM thread WHERE id = ?"), arguments: [thread])
        guard let row, let kind = ItemKind(storedValue: row[0]) else { return nil }
        return (kind, row[1])
    }

    /// The mails of a thread, without their text, in no particular order.
    ///
    /// - Complexity: O(*m*) in the thread's mails.
    public func mails(thread: ThreadRow) throws -> [ThreadMail] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, item.uid, item.date, content.title,
                        json_extract(content.details, '$.email._0.messageID'),
                        json_extract(content.details, '$.email._0.inReplyTo'),
                        json_extract(content.details, '$.email._0.references')
                    FROM item JOIN item_content AS content ON content.item_id = item.id WHERE item.thread_id = ?
                    """), arguments: [thread]
        ).compactMap { row in
            guard let id = ItemID(storedValue: row[1]) else { return nil }
            return ThreadMail(
                row: row[0], id: id, date: (row[2] as Int64?).map(Date.init(storedValue:)), subject: row[3],
                messageID: row[4], references: try Self.strings(row[5]) + Self.strings(row[6]))
        }
    }

    /// The strings of a JSON array.
    private static func strings(_ column: String?) throws(StoreError) -> [String] {
        guard let column, column != "[]" else { return [] }
        guard let strings = try? JSONDecoder().decode([String].self, from: Data(column.utf8)) else {
            throw .damagedValue
        }
        return strings
    }

    /// True if a thread has no item.
    public func isEmpty(thread: ThreadRow) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM item WHERE thread_id = ?)")
        return try Bool.fetchOne(statement, arguments: [thread]) ?? true
    }
}

extension LibraryTransaction {
    /// Moves items of one thread to another. Split both threads again in the same transaction.
    public func move(items rows: [ItemRow], from thread: ThreadRow, to other: ThreadRow) throws {
        // Items with passages get new ones, by which it is seen that they moved.
        if try hasItemsWithoutPassages(thread: thread) { try noteItemRewrite() }
        let statement = try db.cachedStatement(sql: "UPDATE item SET thread_id = ? WHERE id = ?")
        for row in rows { try statement.execute(arguments: [other, row]) }
    }

    /// Changes a thread's grouping key.
    public func regroup(thread row: ThreadRow, by grouping: String?) throws {
        try db.cachedStatement(sql: "UPDATE thread SET grouping = ?1 WHERE id = ?2 AND grouping IS NOT ?1").execute(
            arguments: [grouping, row])
    }

    /// Deletes the Message-IDs of a thread but those that its mails have or refer to.
    public func forgetMessageIDs(thread row: ThreadRow, except kept: Set<String>) throws {
        let claimed = try String.fetchSet(
            db.cachedStatement(sql: "SELECT message_id FROM message_id WHERE thread_id = ?"), arguments: [row])
        let delete = try db.cachedStatement(sql: "DELETE FROM message_id WHERE message_id = ?")
        for id in claimed.subtracting(kept) { try delete.execute(arguments: [id]) }
    }
}
