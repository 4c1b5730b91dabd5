import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// All imported files, ordered by path.
    ///
    /// - Complexity: O(*n*) in items.
    public func sources() throws -> [SourceFileSummary] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, path, format, (SELECT COUNT(*) FROM item_source WHERE source_file_id = source_file.id),
                    failures, byte_count, complete
                FROM source_file ORDER BY path
                """
        ).map {
            SourceFileSummary(
                id: $0[0], path: $0[1], format: $0[2], items: $0[3], failures: $0[4], bytes: $0[5], isComplete: $0[6])
        }
    }

    /// True if there is a file with the id.
    public func hasSource(_ id: SourceRow) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM source_file WHERE id = ?)", arguments: [id]) ?? false
    }

    /// The files that hold an item, ordered by path.
    public func sources(of id: ItemID) throws -> [ItemSource] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, format, item_source.cursor FROM item JOIN item_source ON item_id = item.id
                    JOIN source_file ON source_file.id = source_file_id WHERE uid = ? ORDER BY path
                    """), arguments: [id.storedValue]
        ).map { ItemSource(path: $0[0], format: $0[1], cursor: $0[2]) }
    }

    /// One page of the failures, ordered by path.
    public func failurePage(offset: Int, limit: Int) throws -> FailurePage {
        FailurePage(
            total: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM failure") ?? 0,
            failures: try failures(limit: limit, offset: offset))
    }
}
