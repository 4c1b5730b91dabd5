import GRDB
import RecallCore

extension LibrarySnapshot {
    /// True if any item is junk.
    public func hasJunk() throws -> Bool {
        let sql = "SELECT 1 FROM item_content AS content INDEXED BY item_content_junk WHERE \(Self.isJunk) LIMIT 1"
        return try db.firstRow(sql, { _ in }, { $0.integer(0) }) != nil
    }

    /// Those of the items that are junk, or came with a mail that is.
    ///
    /// - Complexity: O(*k* log *n*)
    public func junk(among items: [ItemRow]) throws -> Set<ItemRow> {
        let asked = "[" + items.map { String($0.rawValue) }.joined(separator: ",") + "]"
        let sql = """
            WITH RECURSIVE holder(asked, id) AS (
                SELECT value, value FROM json_each(?)
                UNION ALL SELECT asked, item.parent_id FROM holder JOIN item USING (id) WHERE item.parent_id IS NOT NULL)
            SELECT asked FROM holder WHERE EXISTS (
                SELECT 1 FROM item_content AS content INDEXED BY item_content_junk
                WHERE content.item_id = holder.id AND \(Self.isJunk))
            """
        return try Set(
            db.rows(sql, { $0.bind(asked) }) { $0.integer(0).map(ItemRow.init(rawValue:)) }.compactMap(\.self))
    }

    /// A condition on the column `details` of `content`, as in the index of junk. Quotes in a value are escaped, so only the key
    /// is found.
    static let isJunk = "instr(content.details, '\"isJunk\":true') > 0"
}
