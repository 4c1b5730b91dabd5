import GRDB
public import RecallCore

// Events and contacts that a later version of their file has no longer: they were deleted where they come from. Nothing is deleted
// here for it, as the file may be another one of that name, but they are no answer to what is on, and come last.
//
// The column `former` of a link is NULL while the file holds the item, 1 when it has it no longer, and 2 while it is read again and
// the item was not found yet.

extension LibraryTransaction {
    /// Begins to look for the items of a file that it has no longer: each that is linked to it from now on is there.
    ///
    /// - Complexity: O(*n*) in the items of the file.
    public func beginFinding(itemsOf file: SourceRow) throws {
        try db.cachedStatement(sql: "UPDATE item_source SET former = 2 WHERE source_file_id = ? AND former IS NULL")
            .execute(arguments: [file])
    }

    /// Marks the items that were not found, unless the file may not have been read whole, or has fewer than half of what it had: then
    /// it is another one of that name, or a part of it.
    ///
    /// - Complexity: O(*n*) in the items of the file.
    public func endFinding(itemsOf file: SourceRow, isWhole: Bool) throws {
        let counts = try db.cachedStatement(
            sql: """
                SELECT TOTAL(former = 2), TOTAL(former IS NULL) FROM item_source WHERE source_file_id = ?
                """)
        let row = try Row.fetchOne(counts, arguments: [file])
        guard let gone = row?[0] as Double?, let found = row?[1] as Double?, gone > 0 else { return }
        try db.cachedStatement(sql: "UPDATE item_source SET former = ? WHERE source_file_id = ? AND former = 2")
            .execute(arguments: [isWhole && gone <= found ? 1 : nil as Int?, file])
        try noteItemRewrite()
    }
}

extension LibrarySnapshot {
    /// True if every file that held an item has it no longer.
    public func isFormer(_ id: ItemID) throws -> Bool {
        let select = try db.cachedStatement(
            sql: "SELECT 1 FROM item WHERE uid = ? AND id IN (\(Self.formerItems))")
        return try Bool.fetchOne(select, arguments: [id.storedValue]) ?? false
    }

    /// The rows of the items that every file that held them has no longer, as a query.
    static let formerItems = """
        SELECT item_id FROM item_source AS gone INDEXED BY item_source_former
        WHERE former = 1 AND NOT EXISTS (SELECT 1 FROM item_source AS other
            WHERE other.item_id = gone.item_id AND other.former IS NOT 1)
        """
}
