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
                FROM source_file WHERE format <> 'archive' ORDER BY path
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

    /// Failures ordered by path: at most `limit`.
    public func failures(limit: Int = .max) throws -> [StoredFailure] {
        try failureRows("TRUE", [limit, 0]).map(StoredFailure.init)
    }

    /// One page of the failures, ordered by path.
    public func failurePage(offset: Int, limit: Int) throws -> FailurePage {
        try failurePage("TRUE", [limit + 1, offset], limit: limit)
    }

    /// The page of failures after a place in the list.
    public func failurePage(after place: FailureListPosition, limit: Int) throws -> FailurePage {
        try failurePage("(path, id) > (?3, ?4)", [limit + 1, 0, place.path, place.row], limit: limit)
    }

    /// One more than the page has is read, to know if something follows.
    private func failurePage(
        _ condition: String, _ arguments: StatementArguments, limit: Int
    ) throws -> FailurePage {
        let rows = try failureRows(condition, arguments)
        let page = rows.prefix(limit)
        let end = rows.count > limit ? page.last.map { FailureListPosition(path: $0[0], row: $0[5]) } : nil
        return FailurePage(
            total: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM failure") ?? 0,
            failures: page.map(StoredFailure.init), end: end)
    }

    private func failureRows(_ condition: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT path, place, code, reason, is_attachment, id FROM failure WHERE \(condition)
                ORDER BY path, id LIMIT ?1 OFFSET ?2
                """, arguments: arguments)
    }
}

extension StoredFailure {
    fileprivate init(_ row: Row) {
        self.init(path: row[0], place: row[1], code: row[2], reason: row[3], isAttachment: row[4])
    }
}
