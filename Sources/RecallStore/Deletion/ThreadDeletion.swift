import Foundation
import GRDB
import RecallCore

extension LibraryTransaction {
    /// Deletes a thread without items, with its claims on Message-IDs.
    public func delete(thread row: ThreadRow) throws {
        try retirePassages(thread: row)
        try db.cachedStatement(sql: "DELETE FROM message_id WHERE thread_id = ?").execute(arguments: [row])
        try db.cachedStatement(sql: "DELETE FROM thread WHERE id = ?").execute(arguments: [row])
    }

    /// Deletes the Message-IDs of a thread that none of its remaining items has or refers to.
    ///
    /// - Complexity: O(*n*) in the thread's items.
    public func forgetUnusedMessageIDs(thread row: ThreadRow) throws {
        let claimed = try String.fetchSet(
            db.cachedStatement(sql: "SELECT message_id FROM message_id WHERE thread_id = ?"), arguments: [row])
        guard !claimed.isEmpty else { return }
        let delete = try db.cachedStatement(sql: "DELETE FROM message_id WHERE message_id = ?")
        for id in claimed.subtracting(try messageIDs(thread: row)) { try delete.execute(arguments: [id]) }
    }

    private func messageIDs(thread row: ThreadRow) throws -> Set<String> {
        let details = try String.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT content.details FROM item JOIN item_content AS content ON content.item_id = item.id
                    WHERE item.thread_id = ?
                    """), arguments: [row])
        var ids: Set<String> = []
        while let text = try details.next() {
            guard case .email(let mail) = try JSONColumns.details(text) else { continue }
            ids.formUnion([mail.messageID].compactMap(\.self) + mail.inReplyTo + mail.references)
        }
        return ids
    }

    /// Changes a thread's grouping key.
    public func regroup(thread row: ThreadRow, by grouping: String?) throws {
        try db.cachedStatement(sql: "UPDATE thread SET grouping = ? WHERE id = ?").execute(arguments: [grouping, row])
    }
}

extension LibrarySnapshot {
    /// The key that groups a thread's items: a subject, a chat, a document's name.
    public func grouping(thread row: ThreadRow) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT grouping FROM thread WHERE id = ?"), arguments: [row])
    }

    /// The titles of a thread's items in reading order.
    public func titles(thread row: ThreadRow) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT content.title FROM item JOIN item_content AS content ON content.item_id = item.id
                    WHERE item.thread_id = ? ORDER BY item.date IS NULL, item.date, item.id
                    """), arguments: [row])
    }

    /// The passages of a thread's items, ascending. Items without passages are left out.
    public func passageRuns(thread row: ThreadRow) throws -> [(item: ItemRow, passages: Range<PassageID>)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, first_passage, passages FROM item WHERE thread_id = ? AND first_passage > 0
                    ORDER BY first_passage
                    """), arguments: [row]
        ).map { row in
            let first = PassageID(storedValue: row[1])
            return (row[0], first..<max(first, first.advanced(by: StoredRanges.count(row[2]))))
        }
    }
}
