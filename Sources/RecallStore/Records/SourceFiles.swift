import GRDB
public import RecallCore

/// The import state of a file.
public struct SourceFileState: Hashable, Sendable {
    /// The absolute path.
    public var path: String
    /// The format it was read as.
    public var format: String
    /// The size in bytes when it was read.
    public var byteCount: Int
    /// The time of last change when it was read, in nanoseconds since 1970.
    public var modified: Int64
    /// True if its format is a container of many items, so that `in:` can select the file.
    public var isContainer: Bool
    /// The position at which its reader continues, opaque to the library; empty at the start.
    public var cursor: String
    /// The number of bytes before the cursor, for progress.
    public var bytesRead: Int
    /// True if it was read to its end.
    public var isComplete: Bool
    /// The number of items read from it, new or known.
    public var items: Int
    /// The number of items that could not be read.
    public var failures: Int
    /// The number of attachments with text.
    public var attachments: Int

    /// The state of a file that has not been read yet.
    public init(path: String, format: String, isContainer: Bool, byteCount: Int, modified: Int64) {
        self.path = path
        self.format = format
        self.isContainer = isContainer
        self.byteCount = byteCount
        self.modified = modified
        (cursor, bytesRead, isComplete, items, failures, attachments) = ("", 0, false, 0, 0, 0)
    }
}

extension LibrarySnapshot {
    /// The states of at most `limit` files from `path` on.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those returned.
    public func sourceFileSpan(from path: String, limit: Int) throws -> SourceFileSpan {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT \(SourceFileState.columns) FROM source_file WHERE path >= ? ORDER BY path LIMIT ?"),
            arguments: [path, limit])
        var files: [SourceFileState] = []
        while let row = try rows.next() { files.append(SourceFileState(row)) }
        return SourceFileSpan(lower: path, files: files, isLast: files.count < limit)
    }

    /// The state of the file at `path`; `nil` if it was never imported.
    public func sourceFile(path: String) throws -> SourceFileState? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(SourceFileState.columns) FROM source_file WHERE path = ?"),
            arguments: [path]
        ).map(SourceFileState.init)
    }

    /// The states of the files in the archive at `path`.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those of the archive.
    public func sourceFiles(within path: String) throws -> [SourceFileState] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(SourceFileState.columns) FROM source_file
                WHERE path > ?1 || '/' AND path < ?1 || '0' ORDER BY path
                """, arguments: [path]
        ).map(SourceFileState.init)
    }
}

extension LibraryTransaction {
    /// Stores the import state of a file, and returns its row.
    ///
    /// Not by an upsert that returns the row: SQLite begins a savepoint for such a statement, and for each one FTS5 writes what
    /// it has gathered as a segment of its own.
    public func save(_ state: SourceFileState) throws -> SourceRow {
        let row = try sourceRow(at: state.path)
        let values: StatementArguments = [
            state.format, state.isContainer, state.byteCount, state.modified, state.cursor, state.bytesRead,
            state.isComplete, state.items, state.failures, state.attachments,
        ]
        if let row {
            try db.cachedStatement(
                sql: """
                    UPDATE source_file SET format = ?, is_container = ?, byte_count = ?, modified = ?, cursor = ?,
                        bytes_read = ?, complete = ?, items = ?, failures = ?, attachments = ?
                    WHERE id = ?
                    """
            ).execute(arguments: values + [row])
            caches.remember(sourceLabel: nil, of: row)
            return row
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO source_file (format, is_container, byte_count, modified, cursor, bytes_read, complete, items,
                    failures, attachments, path)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: values + [state.path])
        let new = SourceRow(rawValue: db.lastInsertedRowID)
        caches.remember(sourceLabel: nil, of: new)
        return new
    }

    /// The row of the file at a path; `nil` if it is not known.
    func sourceRow(at path: String) throws -> SourceRow? {
        try SourceRow.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM source_file WHERE path = ?"), arguments: [path])
    }

    /// Deletes the failures of a file that is about to be read again.
    public func forgetFailures(path: String) throws {
        try db.cachedStatement(sql: "DELETE FROM failure WHERE path = ?").execute(arguments: [path])
    }

    /// Adds a failure to the list.
    public func add(_ failure: StoredFailure, file: SourceRow?) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO failure (source_file_id, path, place, code, reason, is_attachment) VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            file, failure.path, failure.place, failure.code, failure.reason, failure.isAttachment,
        ])
    }
}

extension SourceFileState {
    fileprivate static let columns = """
        format, is_container, byte_count, modified, cursor, bytes_read, complete, items, failures, attachments, path
        """

    fileprivate init(_ row: Row) {
        self.init(path: row[10], format: row[0], isContainer: row[1], byteCount: row[2], modified: row[3])
        (cursor, bytesRead, isComplete) = (row[4], row[5], row[6])
        (items, failures, attachments) = (row[7], row[8], row[9])
    }
}
