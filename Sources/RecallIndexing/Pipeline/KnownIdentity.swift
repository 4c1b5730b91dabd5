import RecallCore
import RecallFiles
import RecallImport
import RecallStore

/// Finds the id by which the library has what a file holds, where ids alone do not tell.
struct KnownIdentity {
    let snapshot: LibrarySnapshot
    let file: BatchWriter.File
    /// True if any item was ever deleted.
    let hasDeletedItems: Bool
    /// The contacts and events of the part of the file that is imported.
    var entries: ExportedEntries?

    /// The id of an item: its own; that of an earlier version of its reader; or another one, where its own is another item's.
    func id(of imported: ImportedItem) throws -> ItemID {
        let item = imported.item
        guard !imported.formerIDs.isEmpty || imported.otherID != nil else { return item.id }
        guard let known = try snapshot.key(of: item.id) else { return try formerID(of: imported) ?? item.id }
        guard let other = imported.otherID, known.contentHash != item.contentHash else { return item.id }
        let isOther = try snapshot.hasItem(other) || imported.isRepeated || isAnother(item, known)
        return isOther ? other : item.id
    }

    private func formerID(of imported: ImportedItem) throws -> ItemID? {
        if let known = try imported.formerIDs.first(where: { try snapshot.hasItem($0) }) { return known }
        // At the path of a note that was deleted there may be another one.
        guard hasDeletedItems, file.isContainer else { return nil }
        return try imported.formerIDs.first { former in
            var earlier = imported.item
            earlier.id = former
            return try snapshot.isDeleted(earlier)
        }
    }

    /// True if what other files hold under an item's id is another thing than this. What no other file holds was changed here.
    private func isAnother(_ item: Item, _ known: StoredItemKey) throws -> Bool {
        let others = try snapshot.files(with: known.row, except: file.row)
        guard !others.isEmpty, let stored = try snapshot.item(known.id) else { return false }
        if let entries, entries.isOfStranger(item, holders: others) { return true }
        // An event that other files have, too, is a version of theirs, or its organizer's own: `EventCopies`.
        if item.isEvent { return false }
        if item.kind == .document {
            let addresses = { (item: Item) in Set(item.recipients.map(\.participant.address)).subtracting([""]) }
            return stored.title != item.title && addresses(stored).isDisjoint(with: addresses(item))
        }
        // Two files in one folder are two notes, and so are two of which nothing is alike.
        return others.contains { file.isBeside($0.path) } || stored.title != item.title && stored.text != item.text
    }
}

extension BatchWriter.File {
    /// True if a path is in the same folder.
    fileprivate func isBeside(_ other: String) -> Bool {
        let folder = { (path: String) in Folder.parent(of: path).map { Array($0.utf8) } }
        return folder(path) == folder(other)
    }

    /// True if the records of another file without ids of their own have the ids that those of this one have.
    func isVersion(_ other: String) -> Bool {
        guard let scope = ImportFormats.all[format]?.scope else { return false }
        return scope(path) == scope(other)
    }
}
