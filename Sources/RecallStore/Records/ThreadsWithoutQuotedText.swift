import GRDB
import RecallCore

extension LibraryTransaction {
    /// The next threads of mails that an earlier version split, which knew no quoted text; `nil` if there are none. They are not
    /// asked for again if the transaction is committed.
    ///
    /// - Complexity: O(1) in a library that has none.
    public func nextThreadsWithoutQuotedText(limit: Int) throws -> [ThreadRow]? {
        let mark = "quoted.next"
        guard let next = try Int64.fetchOne(db, sql: "SELECT value FROM setting WHERE name = ?", arguments: [mark])
        else {
            return nil
        }
        let threads = try ThreadRow.fetchAll(
            db, sql: "SELECT id FROM thread WHERE id >= ? AND kind = ? ORDER BY id LIMIT ?",
            arguments: [next, ItemKind.email.storedValue, limit])
        if let last = threads.last {
            try db.execute(
                sql: "UPDATE setting SET value = ? WHERE name = ?", arguments: [String(last.rawValue + 1), mark])
        } else {
            try db.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [mark])
        }
        return threads
    }
}
