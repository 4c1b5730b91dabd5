import GRDB
import RecallCore

extension LibrarySnapshot {
    /// Calls `body` with the paths of files from `lower` on and before `upper`, in the order of their bytes.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those between the bounds.
    public func forEachSource(from lower: String, before upper: String, _ body: (String) -> Void) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT path FROM source_file WHERE path >= ? AND path < ? AND modified >= 0 ORDER BY path")
        let paths = try String.fetchCursor(statement, arguments: [lower, upper])
        while let path = try paths.next() { body(path) }
    }
}

extension LibrarySnapshot {
    /// The files that were of a size, time of change and format when they were read, at most `limit`.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those of that time.
    public func sources(like file: SourceFileState, limit: Int) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT path FROM source_file WHERE modified = ? AND byte_count = ? AND format = ? AND path <> ? LIMIT ?
                    """),
            arguments: [file.modified, file.byteCount, file.format, file.path, limit])
    }
}

extension LibraryTransaction {
    /// Has a file read again, whatever its time of change.
    public func readAgain(source path: String) throws {
        try db.cachedStatement(sql: "UPDATE source_file SET modified = 0 WHERE path = ?").execute(arguments: [path])
    }

    /// Records that a file has another path now. Its items stay as they are; a file that is known at the new path takes them
    /// over.
    public func moveSource(from old: String, to new: String) throws {
        guard let moved = try sourceRow(at: old) else { return }
        let items = try ItemRow.fetchAll(
            db.cachedStatement(sql: "SELECT item_id FROM item_source WHERE source_file_id = ?"), arguments: [moved])
        if let present = try sourceRow(at: new) {
            try db.cachedStatement(sql: "UPDATE OR IGNORE item_source SET source_file_id = ? WHERE source_file_id = ?")
                .execute(arguments: [present, moved])
            for table in ["item_source", "failure"] {
                try db.cachedStatement(sql: "DELETE FROM \(table) WHERE source_file_id = ?").execute(arguments: [moved])
            }
            try db.cachedStatement(sql: "DELETE FROM source_file WHERE id = ?").execute(arguments: [moved])
        } else {
            try db.cachedStatement(sql: "UPDATE source_file SET path = ? WHERE id = ?").execute(arguments: [new, moved])
            try db.cachedStatement(sql: "UPDATE failure SET path = ? WHERE source_file_id = ?")
                .execute(arguments: [new, moved])
        }
        caches.remember(sourceLabel: nil, of: moved)
        for item in items {
            let files = try SourceRow.fetchAll(
                db.cachedStatement(sql: "SELECT source_file_id FROM item_source WHERE item_id = ?"), arguments: [item])
            try labelSources(item: item, files: files)
        }
    }
}
