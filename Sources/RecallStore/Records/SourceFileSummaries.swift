import GRDB
public import RecallCore

/// A file that was imported, as listed.
public struct SourceFileSummary: Hashable, Sendable {
    /// Its id within the library.
    public var id: SourceRow
    /// The absolute path.
    public var path: String
    /// The format it was read as.
    public var format: String
    /// The items of it that are in the library, those that came with others included.
    public var items: Int
    /// The items that could not be read.
    public var failures: Int
    /// The size in bytes when it was read.
    public var bytes: Int
    /// Whether it was read to its end.
    public var isComplete: Bool
}

/// A file in which an item was found.
public struct ItemSource: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The format it was read as.
    public var format: String
    /// Where the item's record begins, as its reader tells; `nil` if it was imported before that was noted.
    public var cursor: String?
}

/// Some of the failures listed, and how many there are.
public struct FailurePage: Hashable, Sendable {
    /// All failures.
    public var total: Int
    /// Those of the page, by path.
    public var failures: [StoredFailure]
}

extension LibrarySnapshot {
    /// All files that were imported, by path.
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

    /// Whether there is a file with that id.
    public func hasSource(_ id: SourceRow) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM source_file WHERE id = ?)", arguments: [id]) ?? false
    }

    /// Where an item was found, by path.
    public func sources(of id: ItemID) throws -> [ItemSource] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path, format, item_source.cursor FROM item JOIN item_source ON item_id = item.id
                    JOIN source_file ON source_file.id = source_file_id WHERE uid = ? ORDER BY path
                    """), arguments: [id.storedValue]
        ).map { ItemSource(path: $0[0], format: $0[1], cursor: $0[2]) }
    }

    /// Some of the failures listed, by path.
    public func failurePage(offset: Int, limit: Int) throws -> FailurePage {
        FailurePage(
            total: try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM failure") ?? 0,
            failures: try failures(limit: limit, offset: offset))
    }
}
