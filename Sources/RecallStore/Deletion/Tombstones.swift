import Foundation
import GRDB
public import RecallCore

// Of a deleted item nothing stays but the hash of its id, so that an import leaves it out.

extension ItemID {
    fileprivate var tombstone: Data { Data(SHA256.digest(storedValue).prefix(16)) }
}

extension LibrarySnapshot {
    /// True if the item was deleted and not restored since.
    public func isDeleted(_ id: ItemID) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deleted_item WHERE id_hash = ?)"),
            arguments: [id.tombstone]) ?? false
    }
}

extension LibrarySnapshot {
    /// True if an item was deleted and not restored since.
    public func hasDeletedItems() throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM deleted_item)") ?? false
    }
}

extension LibraryTransaction {
    /// Records items as deleted, so that imports skip them, also in the other files that were copies of theirs.
    public func leaveTombstones(items rows: [ItemRow]) throws {
        let select = try db.cachedStatement(sql: "SELECT uid FROM item WHERE id = ?")
        let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO deleted_item (id_hash) VALUES (?)")
        let paths = try db.cachedStatement(
            sql: """
                SELECT path FROM item JOIN item_source ON item_id = item.id
                JOIN source_file ON source_file.id = source_file_id
                WHERE item.id = ? AND kind IN (3, 4) AND parent_id IS NULL AND NOT is_container
                """)
        for row in rows {
            guard let id = try Data.fetchOne(select, arguments: [row]).flatMap(ItemID.init(storedValue:)) else {
                continue
            }
            try insert.execute(arguments: [id.tombstone])
            for path in try String.fetchAll(paths, arguments: [row]) {
                try insert.execute(arguments: [ItemID(file: path).tombstone])
            }
        }
    }

    /// Removes an item's tombstone, so that imports restore it.
    public func removeTombstone(of id: ItemID) throws {
        try db.cachedStatement(sql: "DELETE FROM deleted_item WHERE id_hash = ?").execute(arguments: [id.tombstone])
    }
}
