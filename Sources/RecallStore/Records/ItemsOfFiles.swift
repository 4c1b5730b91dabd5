import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The notes and documents whose files have the name, whatever its case, with their paths; at most `limit`.
    ///
    /// - Complexity: O(*k* log *n*) for *k* files with the same words in their names.
    public func items(ofFilesNamed name: String, limit: Int = 100) throws -> [(id: ItemID, path: String)] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.uid, content.details FROM label
                    JOIN item_label ON item_label.label_id = label.id
                    JOIN item ON item.id = item_label.item_id
                    JOIN item_content AS content ON content.item_id = item.id
                    WHERE label.field = ? AND label.words = ? LIMIT ?
                    """), arguments: [LabelField.file.rawValue, Label(.file, name).words, limit])
        return try rows.compactMap { row in
            guard let id = ItemID(storedValue: row[0]), let path = try JSONColumns.details(row[1]).path,
                path.split(separator: "/").last?.lowercased() == name.lowercased()
            else { return nil }
            return (id, path)
        }
    }

    /// The item that the file at `path` is, also if it was stored first under the path of a copy.
    public func item(ofFile path: String) throws -> ItemID? {
        let id = ItemID(file: path)
        if try hasItem(id) { return id }
        return try Data.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT item.uid FROM source_file JOIN item_source ON source_file_id = source_file.id
                    JOIN item ON item.id = item_id
                    WHERE path = ? AND NOT is_container AND item.kind IN (3, 4) AND item.parent_id IS NULL LIMIT 1
                    """), arguments: [path]
        ).flatMap(ItemID.init(storedValue:))
    }

    /// The items of those titles that an export holds beside one of its items, by title. A title that several have is none.
    ///
    /// - Complexity: O(*n*) in the items of the export.
    public func items(titled titles: Set<String>, besides id: ItemID) throws -> [String: ItemID] {
        guard !titles.isEmpty, let row = try key(of: id)?.row else { return [:] }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT content.title, MIN(item.uid) FROM item_source AS here
                JOIN source_file ON source_file.id = here.source_file_id AND is_container
                JOIN item_source AS beside ON beside.source_file_id = here.source_file_id
                JOIN item ON item.id = beside.item_id AND item.parent_id IS NULL
                JOIN item_content AS content ON content.item_id = item.id
                WHERE here.item_id = ? AND content.title IN (\(databaseQuestionMarks(count: titles.count)))
                GROUP BY content.title HAVING COUNT(DISTINCT item.id) = 1
                """, arguments: [row] + StatementArguments(titles))
        return rows.reduce(into: [:]) { $0[$1[0]] = ItemID(storedValue: $1[1]) }
    }

    /// True if there is an item with the id.
    public func hasItem(_ id: ItemID) throws -> Bool {
        try key(of: id) != nil
    }
}
