import GRDB
public import RecallCore

// Events and contacts that a later version of their file has no longer: they were deleted where they come from. Nothing is deleted
// here for it, as the file may be another one of that name, but they are no answer to what is on, and come last.
//
// The column `former` of a link is NULL while the file holds the item, and 1 when it has it no longer. While the file is read again
// it is 2 until the item is found, then 0. A line of Recall JSONL says itself that its item is former.

extension LibraryTransaction {
    /// Begins to look for the items of a file that it has no longer: each that is linked to it from now on is there.
    ///
    /// - Complexity: O(*n*) in the items of the file.
    public func beginFinding(itemsOf file: SourceRow) throws {
        try db.cachedStatement(sql: "UPDATE item_source SET former = 2 WHERE source_file_id = ? AND former IS NULL")
            .execute(arguments: [file])
    }

    /// Marks the items that were not found, unless the file may not have been read whole, or has fewer than half of what it had: then
    /// it is another one of that name, or a part of it. The same for what older versions of the file hold, wherever these are.
    ///
    /// - Parameter isWhole: false if something of the file could not be read.
    /// - Returns: the number of items that were marked.
    /// - Complexity: O(*n*) in the items of the file and its versions.
    public func endFinding(itemsOf file: SourceRow, isWhole: Bool) throws -> Int {
        let counts = try db.cachedStatement(
            sql: "SELECT TOTAL(former = 2), TOTAL(former = 0) FROM item_source WHERE source_file_id = ?")
        let row = try Row.fetchOne(counts, arguments: [file])
        let (gone, found) = (row?[0] as Double? ?? 0, row?[1] as Double? ?? 0)
        let isVersion = isWhole && gone <= found
        if gone + found > 0 {
            try db.cachedStatement(
                sql: """
                    UPDATE item_source SET former = CASE WHEN former = 2 AND ? THEN 1 END
                    WHERE source_file_id = ? AND former IN (0, 2)
                    """
            ).execute(arguments: [isVersion, file])
        }
        var marked = isVersion ? Int(gone) : 0
        if isWhole { for (older, newer) in try versions(of: file) { marked += try mark(in: older, not: newer) } }
        if marked > 0 { try noteItemRewrite() }
        return marked
    }

    /// Notes that an export says of an item that its own file had it no longer.
    public func markFormer(item: ItemRow, file: SourceRow) throws {
        try db.cachedStatement(
            sql: "UPDATE item_source SET former = 1 WHERE item_id = ? AND source_file_id = ? AND former IS NOT 1"
        ).execute(arguments: [item, file])
        if db.changesCount > 0 { try noteItemRewrite() }
    }

    /// The pairs of an older and a newer version of one calendar or address book, of which one is this file: each holds half of what
    /// the other one does, and more than anybody knows of it by chance.
    private func versions(of file: SourceRow) throws -> [(older: SourceRow, newer: SourceRow)] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT other.id, \(Self.otherChange) > here.modified, shared.count,
                        (SELECT COUNT(*) FROM item_source WHERE source_file_id = here.id AND former IS NOT 1),
                        (SELECT COUNT(*) FROM item_source WHERE source_file_id = other.id AND former IS NOT 1)
                    FROM source_file AS here JOIN source_file AS other JOIN (
                        SELECT link.source_file_id AS file, COUNT(*) AS count
                        FROM item_source AS own JOIN item_source AS link ON link.item_id = own.item_id
                        WHERE own.source_file_id = ?1 AND link.source_file_id <> ?1
                            AND own.former IS NOT 1 AND link.former IS NOT 1
                        GROUP BY link.source_file_id HAVING COUNT(*) >= ?2) AS shared ON shared.file = other.id
                    WHERE here.id = ?1 AND other.format = here.format AND \(Self.otherChange) <> here.modified
                        AND (other.complete OR other.modified < 0) AND other.failures = 0
                    """), arguments: [file, Self.fewestShared])
        return rows.compactMap { row in
            let (other, isNewer, shared) = (row[0] as SourceRow, row[1] as Bool, row[2] as Int)
            guard 2 * shared >= max(row[3], row[4]) else { return nil }
            return isNewer ? (older: file, newer: other) : (older: other, newer: file)
        }
    }

    private static let fewestShared = 5
    private static let otherChange = SourceFileState.lastChange("other.modified")

    /// Marks the items of a file that a newer version of it has no longer.
    private func mark(in older: SourceRow, not newer: SourceRow) throws -> Int {
        try db.cachedStatement(
            sql: """
                UPDATE item_source SET former = 1 WHERE source_file_id = ?1 AND former IS NOT 1 AND item_id NOT IN (
                    SELECT item_id FROM item_source WHERE source_file_id = ?2 AND former IS NOT 1)
                """
        ).execute(arguments: [older, newer])
        return db.changesCount
    }
}

extension LibrarySnapshot {
    /// True if every file that held an item has it no longer.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's items and the files of this one.
    public func isFormer(_ id: ItemID) throws -> Bool {
        let select = try db.cachedStatement(
            sql: """
                SELECT 1 FROM item JOIN item_source AS gone ON gone.item_id = item.id
                WHERE uid = ? AND \(Self.isOfFormer) LIMIT 1
                """)
        return try Bool.fetchOne(select, arguments: [id.storedValue]) ?? false
    }

    /// The rows of the items that every file that held them has no longer, as a query.
    static let formerItems =
        "SELECT item_id FROM item_source AS gone INDEXED BY item_source_former WHERE \(isOfFormer)"

    /// A condition on the link `gone`: neither its file nor another one has its item.
    static let isOfFormer = """
        gone.former = 1 AND NOT EXISTS (SELECT 1 FROM item_source AS other
            WHERE other.item_id = gone.item_id AND other.former IS NOT 1)
        """
}
