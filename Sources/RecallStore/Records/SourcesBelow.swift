import GRDB
public import RecallCore

/// The files at a path or below it, as a condition on `column`; the path is argument 1.
///
/// "0" is the character after "/", so the range is that of the paths which begin with the path and a "/".
private func isBelow(_ column: String) -> String {
    "(\(column) = ?1 OR (\(column) > ?1 || '/' AND \(column) < ?1 || '0'))"
}

/// A path without "/" at its end.
private func trimmed(_ path: String) -> String {
    String(path.reversed().drop { $0 == "/" }.reversed())
}

extension LibrarySnapshot {
    /// The files at `path` or below it, ordered by path.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those that are found.
    public func sources(below path: String) throws -> [SourceRow] {
        try SourceRow.fetchAll(
            db, sql: "SELECT id FROM source_file WHERE \(isBelow("path")) ORDER BY path", arguments: [trimmed(path)])
    }

    /// The items and failures that were read so far of the files at `path` or below it.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those that are found.
    public func readCounts(below path: String) throws -> (items: Int, failures: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT COALESCE(SUM(items), 0), COALESCE(SUM(failures), 0) FROM source_file
                WHERE \(isBelow("path")) AND modified >= 0
                """, arguments: [trimmed(path)])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// The files at `path` or below it that were read to their end and hold nothing: no item, and no failure.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's files and those at the path.
    public func emptySources(below path: String) throws -> [SourceRow] {
        try SourceRow.fetchAll(
            db,
            sql: """
                SELECT id FROM source_file WHERE \(isBelow("path")) AND complete AND failures = 0 AND modified >= 0
                    AND format <> 'archive'
                    AND NOT EXISTS (SELECT 1 FROM item_source WHERE source_file_id = source_file.id)
                """, arguments: [trimmed(path)])
    }

    /// The paths at `path` or below it of what could not be imported.
    public func failedPaths(below path: String) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT DISTINCT path FROM failure WHERE \(isBelow("path"))", arguments: [trimmed(path)])
    }

    /// True if the path is that of a file of the library, of an archive with one in it, or of one that could not be imported.
    public func isListed(_ path: String) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM source_file WHERE \(isBelow("path")) AND format <> 'archive')
                        OR EXISTS (SELECT 1 FROM failure WHERE \(isBelow("path")))
                    """), arguments: [path]) ?? false
    }

    /// The paths of files, ordered by path; unknown ids are skipped.
    public func paths(of files: [SourceRow]) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT path FROM source_file WHERE id IN (SELECT value FROM json_each(?)) ORDER BY path",
            arguments: ["\(files.map(\.rawValue))"])
    }

    /// The files that were begun and not read to their end, ordered by path: at most `limit`. Files that are being deleted, or
    /// are to be read again, are not among them.
    ///
    /// - Complexity: O(*n*) in files.
    public func unfinishedSources(limit: Int) throws -> [UnfinishedSource] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT path, items, failures, bytes_read, byte_count FROM source_file
                WHERE NOT complete AND modified >= 0 ORDER BY path LIMIT ?
                """, arguments: [limit]
        ).map { UnfinishedSource(path: $0[0], items: $0[1], failures: $0[2], bytesRead: $0[3], bytes: $0[4]) }
    }
}

extension LibraryTransaction {
    /// Forgets the failures of a path: of every path if it is `nil`. Files of which nothing could be read are forgotten with
    /// them, so that the next import tries them again; of other files nothing but the failures is changed.
    ///
    /// - Returns: the number of failures that were forgotten.
    public func dismissFailures(at path: String?) throws -> Int {
        let (condition, arguments): (String, StatementArguments) = path.map { ("path = ?1", [$0]) } ?? ("TRUE", [])
        let failed = try String.fetchAll(
            db, sql: "SELECT DISTINCT path FROM failure WHERE \(condition)", arguments: arguments)
        try db.execute(sql: "DELETE FROM failure WHERE \(condition)", arguments: arguments)
        let dismissed = db.changesCount
        for path in failed { try forgetArchives(above: path) }
        try db.execute(sql: "DELETE FROM source_file WHERE \(condition) AND \(Self.failedWhole)", arguments: arguments)
        try db.execute(
            sql: "UPDATE source_file SET failures = 0 WHERE failures > 0 AND \(condition)", arguments: arguments)
        return dismissed
    }

    /// Forgets the failures at `path` or below it that the import which begins will find again if they still are there: of
    /// paths that are not files of the library, and of files of which nothing could be read.
    ///
    /// What is in an archive that was read stays: it is not looked into again until it changes.
    public func forgetFailuresToBeTriedAgain(below path: String) throws {
        let path = trimmed(path)
        guard try hasFailures(below: path) else { return }
        try db.execute(
            sql: """
                \(Self.archives) DELETE FROM failure WHERE \(isBelow("path")) AND \(Self.isInNoArchive)
                    AND (+source_file_id IS NULL OR EXISTS
                        (SELECT 1 FROM source_file WHERE id = failure.source_file_id AND \(Self.failedWhole)))
                """, arguments: [path])
        try db.execute(
            sql: """
                \(Self.archives) DELETE FROM source_file
                WHERE \(isBelow("path")) AND \(Self.failedWhole) AND \(Self.isInNoArchive)
                """, arguments: [path])
    }

    /// Forgets that an archive was read, and what could not be read of it, because it is read anew.
    public func beginArchive(at path: String) throws {
        try db.cachedStatement(sql: "DELETE FROM source_file WHERE path = ? AND format = 'archive'")
            .execute(arguments: [path])
        try forgetFailuresToBeTriedAgain(below: path)
    }

    /// Made once: each failure is compared with the archives, not with all files.
    private static let archives =
        "WITH archive AS MATERIALIZED (SELECT path AS archive_path FROM source_file WHERE format = 'archive')"
    private static let isInNoArchive = """
        NOT EXISTS (SELECT 1 FROM archive
            WHERE path = archive_path OR (path > archive_path || '/' AND path < archive_path || '0'))
        """

    private func hasFailures(below path: String) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM failure WHERE \(isBelow("path")))", arguments: [path]) ?? false
    }

    /// A file that was read to its end without an item.
    private static let failedWhole = """
        complete AND items = 0 AND failures > 0
            AND NOT EXISTS (SELECT 1 FROM item_source WHERE source_file_id = source_file.id)
        """
}
