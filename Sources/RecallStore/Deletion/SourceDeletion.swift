import GRDB
public import RecallCore

extension SourceFileState {
    /// True for a file that the next import reads from its start, whatever its time of change: its items are being deleted, or a file
    /// that may have hidden some of what it says is gone. Its time is stored as a negative one, which no file has.
    public var isToBeReadAgain: Bool { modified < 0 }

    /// The time of the latest change, also of such a file.
    public var lastChange: Int64 { max(modified, -1 - modified) }

    /// The same of a column.
    static func lastChange(_ column: String) -> String { "max(\(column), -1 - \(column))" }

    /// Resets the state, so that the next import reads the file from its start.
    public mutating func forgetProgress() {
        (cursor, bytesRead, isComplete, modified) = ("", 0, false, -1 - lastChange)
    }
}

extension LibrarySnapshot {
    /// The number of items that are in these files and in no other.
    ///
    /// - Complexity: O(*m*) in the items of the files.
    public func itemsOnly(inSources files: [SourceRow]) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                WITH given AS (SELECT value FROM json_each(?))
                SELECT COUNT(DISTINCT item_id) FROM item_source AS here WHERE source_file_id IN given AND NOT EXISTS
                    (SELECT 1 FROM item_source AS other
                    WHERE other.item_id = here.item_id AND source_file_id NOT IN given)
                """, arguments: ["\(files.map(\.rawValue))"]) ?? 0
    }

    /// At least `limit` items of a file, or all if there are fewer, completed to whole threads.
    public func items(ofSource file: SourceRow, limit: Int) throws -> [ItemRow] {
        try ItemRow.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM item WHERE thread_id IN
                        (SELECT thread_id FROM item WHERE id IN
                            (SELECT item_id FROM item_source WHERE source_file_id = ?1 LIMIT ?2))
                    AND EXISTS (SELECT 1 FROM item_source WHERE item_id = item.id AND source_file_id = ?1)
                    """), arguments: [file, limit])
    }
}

extension LibraryTransaction {
    /// Removes the link between an item and a file.
    ///
    /// - Returns: true if no other file holds the item.
    public func unlink(item row: ItemRow, file: SourceRow) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM item_source WHERE item_id = ? AND source_file_id = ?")
            .execute(arguments: [row, file])
        let others = try SourceRow.fetchAll(
            db.cachedStatement(sql: "SELECT source_file_id FROM item_source WHERE item_id = ?"), arguments: [row])
        if !others.isEmpty { try labelSources(item: row, files: others) }
        return others.isEmpty
    }

    /// Marks a file as being deleted, so that the next import reads it from its start even if the deletion is
    /// interrupted.
    public func beginDeletion(ofSource file: SourceRow) throws {
        try db.cachedStatement(sql: Self.forgettingProgress + "id = ?")
            .execute(arguments: [file])
    }

    private static let forgettingProgress = """
        UPDATE source_file SET cursor = '', bytes_read = 0, complete = 0,
            modified = -1 - \(SourceFileState.lastChange("modified")) WHERE
        """ + " "

    /// Makes the next import read the files that hold these items from their start: what they say of them may have been hidden by
    /// a file that is gone.
    public func readAgain(filesWith rows: [ItemRow]) throws {
        guard !rows.isEmpty else { return }
        try db.cachedStatement(
            sql: Self.forgettingProgress + """
                id IN (SELECT source_file_id FROM item_source WHERE item_id IN (SELECT value FROM json_each(?)))
                """
        ).execute(arguments: ["\(rows.map(\.rawValue))"])
    }

    /// Deletes a file's state and failures if none of its items is left, and forgets that the archive it is in was read.
    public func deleteSourceIfEmpty(_ file: SourceRow) throws {
        try forgetArchives(holding: file)
        try db.cachedStatement(
            sql: """
                DELETE FROM source_file WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM item_source WHERE source_file_id = ?1)
                """
        ).execute(arguments: [file])
    }

    /// An import then looks into them again, as it reads a file again whose items were deleted.
    private func forgetArchives(holding file: SourceRow) throws {
        let path = try String.fetchOne(
            db.cachedStatement(sql: "SELECT path FROM source_file WHERE id = ?"), arguments: [file])
        try forgetArchives(above: path ?? "")
    }

    /// Forgets that the archives which a path leads into were read.
    func forgetArchives(above path: String) throws {
        var above = path + "/"
        while let slash = above.lastIndex(of: "/"), slash > above.startIndex {
            above = String(above[..<slash])
            try db.cachedStatement(sql: "DELETE FROM source_file WHERE path = ? AND format = 'archive'")
                .execute(arguments: [above])
        }
    }
}
