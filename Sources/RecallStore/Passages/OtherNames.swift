import Foundation
import GRDB
public import RecallCore

extension Item {
    /// The words by which people look for it beside its title and its text, in lines: the name of its file, and the other
    /// names, tags and properties of a note.
    public var otherNames: String {
        details.otherNames(isFile: parent != nil || isWholeFile)
    }
}

extension ItemDetails {
    /// - Parameter isFile: true if the item is a file of its own, so that its path names it.
    fileprivate func otherNames(isFile: Bool) -> String {
        let name = isFile ? path.map { ($0.lastPathComponent as NSString).deletingPathExtension } : nil
        let names = name.map { [$0] } ?? []
        guard case .note(let note) = self else { return names.joined(separator: "\n") }
        return (names + note.aliases + note.tags + note.properties.map { $0.name + " " + $0.value })
            .joined(separator: "\n")
    }
}

extension LibrarySnapshot {
    /// The details of a document or a note; NULL for mails and messages, which have no other names.
    static let fileDetails = "CASE WHEN item.kind IN (3, 4) THEN content.details END AS file_details"

    /// The columns that `otherNames` takes.
    static let otherNameColumns = "item.uid, item.parent_id, \(fileDetails)"

    /// The other names of an item; empty for mails and messages. What cannot be read is left out: search does without.
    static func otherNames(uid: Data, hasParent: Bool, details: String?) -> String {
        guard let details = details.flatMap({ try? JSONColumns.details($0) }) else { return "" }
        let isWholeFile = details.path.map { ItemID(storedValue: uid) == ItemID(file: $0) } ?? false
        return details.otherNames(isFile: hasParent || isWholeFile)
    }

    /// True if the properties that a file's item has beside its text are not those stored. When the file was changed is none,
    /// nor is what the item of another path has by its place.
    ///
    /// - Parameter ignoringPath: true if it says the same from another file.
    public func hasOtherDetails(
        _ item: Item, than known: StoredItemKey, ignoringPath: Bool = false
    ) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT details FROM item_content WHERE item_id = ?")
        guard let json = try String.fetchOne(statement, arguments: [known.row]) else { return true }
        let stored = try JSONColumns.details(json)
        guard known.id == item.id else { return !stored.saysTheSame(as: item.details) }
        // Dates are stored by the millisecond.
        var new = try JSONColumns.details(JSONColumns.encode(item.details))
        if ignoringPath, let path = stored.path { new = new.moved(to: path) }
        return new.withoutVersion != stored.withoutVersion
    }

    /// True if the names of an item's attachments are not those stored.
    public func hasOtherAttachments(_ item: Item, than row: ItemRow) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT attachments FROM item_content WHERE item_id = ?")
        let stored = try JSONColumns.attachments(String.fetchOne(statement, arguments: [row]))
        return stored.map(\.name) != item.attachments.map(\.name)
    }
}
