import GRDB

/// The order in which a thread's items are read: by date; those of the same moment by their place in the first of their
/// files, by path. So it depends on the items and their files, not on the order of imports.
enum ReadingOrder {
    /// SQL for ORDER BY, of a query of `item`.
    static let sql = """
        item.date IS NULL, item.date, (
            SELECT printf('%s/%020d', path, CAST(COALESCE(item_source.cursor, '') AS INTEGER))
            FROM item_source JOIN source_file ON source_file.id = source_file_id
            WHERE item_source.item_id = item.id ORDER BY path LIMIT 1), item.id
        """
}

extension LibrarySnapshot {
    /// True if another item of the thread may have the item's date, so that their files decide which one is read first.
    ///
    /// - Complexity: O(*k*) in the items of that date, or of the thread if these are few.
    public func sharesMoment(item row: ItemRow) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT CASE
                        WHEN thread.item_count < 2 THEN FALSE
                        WHEN item.date IS NULL THEN TRUE
                        WHEN thread.item_count < 100 THEN EXISTS (SELECT 1 FROM item AS other
                            WHERE other.thread_id = item.thread_id AND +other.date = item.date AND other.id <> item.id)
                        ELSE EXISTS (SELECT 1 FROM item AS other
                            WHERE other.date = item.date AND +other.thread_id = item.thread_id AND other.id <> item.id)
                        END
                    FROM item JOIN thread ON thread.id = item.thread_id WHERE item.id = ?
                    """), arguments: [row]) ?? false
    }

    /// True if the thread's passages stand in the order in which its items are read.
    public func isInReadingOrder(thread: ThreadRow) throws -> Bool {
        let first = try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT first_passage FROM item WHERE thread_id = ? AND first_passage > 0 ORDER BY \(ReadingOrder.sql)
                    """), arguments: [thread])
        return zip(first, first.dropFirst()).allSatisfy(<)
    }

    /// The thread of an item's row.
    public func thread(ofItem row: ItemRow) throws -> ThreadRow? {
        try ThreadRow.fetchOne(
            db.cachedStatement(sql: "SELECT thread_id FROM item WHERE id = ?"), arguments: [row])
    }
}
