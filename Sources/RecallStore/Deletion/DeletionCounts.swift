import GRDB

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
    /// Notes that something was deleted and is to be purged.
    func countDeletion() throws {
        try db.execute(sql: "UPDATE deletion_count SET deleted = deleted + 1")
    }

    /// Notes that all is purged that was deleted when there were `count` deletions.
    func notePurge(upTo count: Int) throws {
        try db.execute(sql: "UPDATE deletion_count SET purged = MAX(purged, ?)", arguments: [count])
    }
}
