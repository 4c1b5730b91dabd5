import Foundation
import GRDB
public import RecallCore

/// A document without an id of its program, which its name tells from others of its file.
public struct NamedDocument: Sendable {
    /// The row.
    public let row: ItemRow
    /// The name.
    public let title: String
}

extension LibrarySnapshot {
    /// The documents that a file holds and that have no id of their program, but for attachments.
    ///
    /// - Complexity: O(*m*) in the file's items.
    public func documentsWithoutIDs(inFile file: SourceRow) throws -> [NamedDocument] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, content.title FROM item_source AS here JOIN item ON item.id = here.item_id
                    JOIN item_content AS content ON content.item_id = item.id
                    WHERE here.source_file_id = ? AND item.kind = ? AND item.external_id IS NULL
                        AND item.parent_id IS NULL
                    """), arguments: [file, ItemKind.document.storedValue]
        ).map { NamedDocument(row: $0[0], title: $0[1]) }
    }
}

extension LibraryTransaction {
    /// Gives an item another id, which no other has. What answers cite of it, they cite under that.
    public func rename(item row: ItemRow, to id: ItemID) throws {
        let select = try db.cachedStatement(sql: "SELECT uid FROM item WHERE id = ?")
        guard let former = try Data.fetchOne(select, arguments: [row]) else { return }
        for (table, column) in [("item", "uid"), ("citation", "item_uid"), ("turn_source", "item_uid")] {
            try db.cachedStatement(sql: "UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(column) = ?")
                .execute(arguments: [id.storedValue, former])
        }
    }
}
