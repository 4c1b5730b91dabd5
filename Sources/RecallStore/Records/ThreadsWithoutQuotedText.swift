import GRDB
import RecallCore

extension LibraryTransaction {
    /// The next threads of mails that an earlier version split, which knew no quoted text; `nil` if there are none. They are not
    /// asked for again if the transaction is committed.
    ///
    /// - Complexity: O(1) in a library that has none.
    public func nextThreadsWithoutQuotedText(limit: Int) throws -> [ThreadRow]? {
        guard let next = try snapshot.value(of: .threadWithoutQuotedText) else { return nil }
        let threads = try ThreadRow.fetchAll(
            db, sql: "SELECT id FROM thread WHERE id >= ? AND kind = ? ORDER BY id LIMIT ?",
            arguments: [Int64(next) ?? 0, ItemKind.email.storedValue, limit])
        try set(.threadWithoutQuotedText, to: threads.last.map { String($0.rawValue + 1) })
        return threads
    }
}
