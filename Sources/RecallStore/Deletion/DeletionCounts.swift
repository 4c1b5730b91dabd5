import GRDB
import RecallCore

extension LibrarySnapshot {
    /// The number of deletions so far. Text read before a deletion may belong to a deleted item.
    public func deletionCount() throws -> Int {
        let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT deleted FROM deletion_count"))
        guard let count else { throw StoreError.damagedValue }
        return count
    }

    /// True if terms or vectors of deleted items may still be in the file.
    func isPurgeDue() throws -> Bool {
        let isDue = try Bool.fetchOne(db, sql: "SELECT deleted <> purged FROM deletion_count")
        guard let isDue else { throw StoreError.damagedValue }
        return isDue
    }
}

extension LibraryTransaction {
    /// Counts a deletion, so that a purge is due.
    func countDeletion() throws {
        try db.execute(sql: "UPDATE deletion_count SET deleted = deleted + 1")
    }

    /// Records that everything deleted up to the deletion count `count` is purged.
    func notePurge(upTo count: Int) throws {
        try db.execute(sql: "UPDATE deletion_count SET purged = MAX(purged, ?)", arguments: [count])
    }
}
