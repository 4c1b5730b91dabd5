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
}

extension LibrarySnapshot {
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
