public import RecallCore
import RecallIndexing
import RecallSearch
import RecallStore

/// Deletion for good: what is deleted is in none of the library's files afterwards, and imports leave deleted items out.
/// Every call throws `StoreError.Code.readOnly` if the library is open for reading only.
extension RecallLibrary {
    /// Deletes an item and what came with it; `nil` if there is no such item.
    public func deleteItem(_ id: ItemID) throws -> Deletion? {
        return try LibraryDeletion(store: store).item(id)
    }

    /// Deletes the whole thread of an item and what came with its items; `nil` if there is no such item.
    public func deleteThread(of id: ItemID) throws -> Deletion? {
        return try LibraryDeletion(store: store).thread(of: id)
    }

    /// Deletes a file with the items that are in no other file, and forgets that it was imported, so that importing it again
    /// brings them back; `nil` if there is no such file. A deletion that was cut off goes on.
    public func deleteSource(_ id: Int64) throws -> Deletion? {
        guard try store.read({ try $0.hasSource(id) }) else { return nil }
        return try deleteSources([id])
    }

    /// Deletes several files; those that there are not are passed over.
    ///
    /// - Parameter progress: told after each transaction what is gone so far.
    public func deleteSources(
        _ ids: [Int64], progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        return try LibraryDeletion(store: store).sources(ids, progress: progress)
    }

    /// How many items go with a file: those that are in no other.
    public func itemsOnlyInSource(_ id: Int64) throws -> Int {
        try itemsOnly(inSources: [id])
    }

    /// How many items go with several files: those that are in no other.
    public func itemsOnly(inSources ids: [Int64]) throws -> Int {
        try store.read { try $0.itemsOnly(inSources: ids) }
    }
}
