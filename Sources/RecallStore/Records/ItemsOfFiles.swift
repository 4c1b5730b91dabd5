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

    /// True if there is an item with the id.
    public func hasItem(_ id: ItemID) throws -> Bool {
        try key(of: id) != nil
    }
}

extension ItemDetails {
    /// The path of a note's or document's file.
    fileprivate var path: String? {
        switch self {
        case .note(let note): note.path
        case .document(let document): document.path
        case .email, .message: nil
        }
    }
}
