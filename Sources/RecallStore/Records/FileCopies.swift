import GRDB
public import RecallCore

// One file may be in several places: in a folder and in the archive it came from, in two exports. It is one item with several
// sources. Its identity is that of the path that came first.

extension Item {
    /// True if the item is a whole file, which its path identifies.
    public var isWholeFile: Bool { parent == nil && details.path.map { id == ItemID(file: $0) } == true }
}

extension LibrarySnapshot {
    /// The item of another file with the same name, content and date and, of notes, the same tags, aliases and properties; `nil`
    /// if there is none.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's items and the copies, of which at most 100 are looked at.
    public func copy(of item: Item, named name: String, notIn file: SourceRow) throws -> StoredItemKey? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.uid, content.details FROM item
                    JOIN item_content AS content ON content.item_id = item.id
                    WHERE item.content_hash = ?1 AND item.kind IN (3, 4) AND item.kind = ?2 AND item.parent_id IS NULL
                        AND NOT EXISTS (SELECT 1 FROM item_source WHERE item_id = item.id AND source_file_id = ?3)
                    LIMIT 100
                    """), arguments: [item.contentHash, item.kind.storedValue, file])
        for row in rows {
            let details = try JSONColumns.details(row[1])
            guard let id = ItemID(storedValue: row[0]), details.saysTheSame(as: item.details),
                let key = try key(of: id),
                key.isDated(item.date), try isFile(key.row, named: name)
            else { continue }
            return key
        }
        return nil
    }

    /// True if an item is a file of that name.
    private func isFile(_ item: ItemRow, named name: String) throws -> Bool {
        let end = "/" + name
        return try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM item_source JOIN source_file ON source_file.id = source_file_id
                        WHERE item_id = ?1 AND NOT is_container AND substr(path, -length(?2)) = ?2)
                    """), arguments: [item, end]) ?? false
    }

    /// The item that says what a record without an id does, from a file of the same format: with the same content, date and names
    /// of attachments and, of notes, the same tags, aliases and properties. `nil` if there is none.
    ///
    /// - Complexity: O(log *n* + *m*) in the library's items and those of that content, of which at most 100 are looked at.
    public func copy(ofRecord item: Item, format: String) throws -> ItemRow? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, content.details, item.date, content.attachments FROM (
                        SELECT id, date FROM item
                        WHERE content_hash = ?1 AND kind IN (3, 4) AND kind = ?2 AND parent_id IS NULL LIMIT 100) AS item
                    JOIN item_content AS content ON content.item_id = item.id
                    WHERE EXISTS (SELECT 1 FROM item_source JOIN source_file ON source_file.id = source_file_id
                        WHERE item_id = item.id AND format = ?3)
                    """), arguments: [item.contentHash, item.kind.storedValue, format])
        for row in rows where row[2] as Int64? == item.date?.storedValue {
            guard try JSONColumns.details(row[1]).saysTheSame(as: item.details),
                try JSONColumns.attachments(row[3]).map(\.name) == item.attachments.map(\.name)
            else { continue }
            return ItemRow(rawValue: row[0])
        }
        return nil
    }

    /// The whole-file items that a file holds under the identity of another one, and whether others hold them too.
    public func copies(in file: SourceRow, at path: String) throws -> [(item: StoredItemKey, isElsewhere: Bool)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.uid, EXISTS (SELECT 1 FROM item_source AS other
                        WHERE other.item_id = item.id AND other.source_file_id <> ?1)
                    FROM item_source AS here JOIN item ON item.id = here.item_id
                    WHERE here.source_file_id = ?1 AND item.kind IN (3, 4) AND item.parent_id IS NULL AND item.uid <> ?2
                    """), arguments: [file, ItemID(file: path).storedValue]
        ).compactMap { row in
            guard let id = ItemID(storedValue: row[0]), let key = try key(of: id) else { return nil }
            return (item: key, isElsewhere: row[1])
        }
    }

    /// The number of items that a file holds.
    ///
    /// - Complexity: O(*n*) in them.
    public func itemCount(inFile file: SourceRow) throws -> Int {
        let select = try db.cachedStatement(sql: "SELECT COUNT(*) FROM item_source WHERE source_file_id = ?")
        return try Int.fetchOne(select, arguments: [file]) ?? 0
    }

    /// The number of items that two files hold both.
    ///
    /// - Complexity: O(*n* log *n*) in those of the first.
    public func sharedItemCount(_ file: SourceRow, _ other: SourceRow) throws -> Int {
        let select = try db.cachedStatement(
            sql: """
                SELECT COUNT(*) FROM item_source AS own JOIN item_source AS link USING (item_id)
                WHERE own.source_file_id = ? AND link.source_file_id = ?
                """)
        return try Int.fetchOne(select, arguments: [file, other]) ?? 0
    }

    /// True if a file holds an item.
    public func isHeld(item: ItemRow, by file: SourceRow) throws -> Bool {
        let select = try db.cachedStatement(
            sql: "SELECT 1 FROM item_source WHERE item_id = ? AND source_file_id = ?")
        return try Bool.fetchOne(select, arguments: [item, file]) ?? false
    }

    /// The files that hold an item, but for one, ordered by path, with the identifiers of their formats.
    public func files(
        with item: ItemRow, except file: SourceRow
    ) throws -> [(file: SourceRow, path: String, format: String)] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT source_file.id, path, format FROM item_source JOIN source_file ON source_file.id = source_file_id
                    WHERE item_id = ? AND source_file_id <> ? ORDER BY path
                    """), arguments: [item, file]
        ).map { (file: $0[0], path: $0[1], format: $0[2]) }
    }
}
