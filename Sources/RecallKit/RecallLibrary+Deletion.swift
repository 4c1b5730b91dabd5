public import RecallCore
import RecallIndexing
import RecallSearch
import RecallStore

/// Deletion for good: what is deleted is in none of the library's files afterwards, and imports leave deleted items out.
/// Every deletion throws `StoreError.Code.readOnly` if the library is open for reading only.
///
/// Whatever is deleted is not found any more at once. Its words and vectors are purged from the file before a call returns,
/// which rewrites the full-text index; a program that shows a large library deletes with `purgingNow: false` and calls `purge`
/// when it is idle.
extension RecallLibrary {
    /// Deletes an item and what came with it; `nil` if there is no such item.
    public func deleteItem(_ id: ItemID, purgingNow: Bool = true) throws -> Deletion? {
        try LibraryDeletion(store: store, purgesNow: purgingNow).item(id)
    }

    /// Deletes the whole thread of an item and what came with its items; `nil` if there is no such item.
    public func deleteThread(of id: ItemID, purgingNow: Bool = true) throws -> Deletion? {
        try LibraryDeletion(store: store, purgesNow: purgingNow).thread(of: id)
    }

    /// Deletes a file with the items that are in no other file, and forgets that it was imported, so that importing it again
    /// brings them back; `nil` if there is no such file. A deletion that was cut off goes on.
    public func deleteSource(_ id: SourceRow, purgingNow: Bool = true) throws -> Deletion? {
        guard try store.read({ try $0.hasSource(id) }) else { return nil }
        return try deleteSources([id], purgingNow: purgingNow)
    }

    /// Deletes several files; those that there are not are passed over.
    ///
    /// - Parameter progress: told after each transaction what is gone so far.
    public func deleteSources(
        _ ids: [SourceRow], purgingNow: Bool = true, progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        try LibraryDeletion(store: store, purgesNow: purgingNow).sources(ids, progress: progress)
    }

    /// Purges from the file what deletions left in its indexes; does nothing when there was none. What is searched does not
    /// change. Others may write in between; after a kill, opening the library for writing completes it.
    public func purge() throws {
        try store.purge()
    }

    /// The number of items that go with a file: those that are in no other; `nil` if there is no such file.
    public func itemsOnlyInSource(_ id: SourceRow) throws -> Int? {
        try store.read { try $0.hasSource(id) ? $0.itemsOnly(inSources: [id]) : nil }
    }

    /// How many items go with several files: those that are in no other.
    public func itemsOnly(inSources ids: [SourceRow]) throws -> Int {
        try store.read { try $0.itemsOnly(inSources: ids) }
    }
}
