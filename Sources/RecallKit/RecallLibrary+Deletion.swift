public import RecallCore
import RecallIndexing
import RecallSearch
import RecallStore

/// Permanent deletion: deleted items leave the database, its indexes and its log, and later imports skip them. Every
/// deletion throws `StoreError.Code.readOnly` if the library is open for reading only.
///
/// Searches stop finding deleted items at once. By default each call also purges their words and vectors from the
/// file, which rewrites the full-text index. An app that shows a large library deletes with `purgingNow: false` and
/// calls `purge` when it is idle.
extension RecallLibrary {
    /// Deletes an item and its attachments; `nil` if there is no such item. The copy of an uploaded file goes with its last
    /// item.
    public func deleteItem(_ id: ItemID, purgingNow: Bool = true) throws -> Deletion? {
        try delete(purgingNow) { try $0.item(id) }
    }

    /// Deletes all items of the item's thread, with their attachments; `nil` if there is no such item.
    ///
    /// - Parameter expected: the items that the person was told of; with another number, nothing is deleted.
    /// - Throws: `ThreadChangedError` if the thread has another number of items.
    public func deleteThread(
        of id: ItemID, expecting expected: Int? = nil, purgingNow: Bool = true
    ) throws -> Deletion? {
        try delete(purgingNow) { try $0.thread(of: id, expecting: expected) }
    }

    /// Deletes all messages of the chat that a message is in, in all its sessions, with their attachments; `nil` if there is no
    /// such message.
    ///
    /// - Parameter expected: the dated messages, of which the person was told; with another number, nothing is deleted.
    /// - Throws: `ThreadChangedError` if the chat has another number of messages.
    public func deleteChat(
        of id: ItemID, expecting expected: Int? = nil, purgingNow: Bool = true
    ) throws -> Deletion? {
        try delete(purgingNow) { try $0.chat(of: id, expecting: expected) }
    }

    /// Deletes items with their attachments; ids that are gone are skipped.
    ///
    /// - Parameter progress: called after each transaction with the number of items deleted so far.
    public func deleteItems(
        _ ids: [ItemID], purgingNow: Bool = true, progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        try delete(purgingNow) { try $0.items(ids, progress: progress) } ?? Deletion()
    }

    /// Deletes items, and the copies of uploaded files whose last items they were.
    private func delete(_ purgesNow: Bool, _ items: (LibraryDeletion) throws -> Deletion?) throws -> Deletion? {
        let deletion = try items(LibraryDeletion(store: store, purgesNow: purgesNow))
        try removeEmptiedUploads(purgingNow: purgesNow)
        return deletion
    }

    /// The number of messages of the chat that a message is in; `nil` if there is no such message.
    public func chatMessageCount(of id: ItemID) throws -> Int? {
        try store.read { snapshot in
            try snapshot.conversationKey(of: id).map { try snapshot.messageCount(conversation: $0) }
        }
    }

    /// The names that the chat of a message has, the most frequent first, at most three: whoever writes Recall JSONL can give another
    /// name to a message of any chat.
    public func chatTitles(of id: ItemID) throws -> [String] {
        try store.read { snapshot in
            try snapshot.conversationKey(of: id).map { try snapshot.titles(conversation: $0, limit: 3) } ?? []
        }
    }

    /// Deletes a file and the items that are in no other file, and forgets the import, so that importing the file
    /// again brings the items back. Continues a deletion that was interrupted. Returns `nil` if there is no such
    /// file. A file that was uploaded into the library's folder is deleted too.
    public func deleteSource(_ id: SourceRow, purgingNow: Bool = true) throws -> Deletion? {
        guard try store.read({ try $0.hasSource(id) }) else { return nil }
        return try deleteSources([id], purgingNow: purgingNow)
    }

    /// Deletes several files; unknown ids are skipped.
    ///
    /// - Parameter progress: called after each transaction with the number of items deleted so far.
    public func deleteSources(
        _ ids: [SourceRow], purgingNow: Bool = true, progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        // The copies first: as long as their sources are listed, a deletion that is cut off can be repeated.
        let folder = UploadFolder(of: location)
        let paths = try store.read { try $0.paths(of: ids) }
        for copy in folder.files(among: paths) { try folder.remove(copy) }
        let deletion = try LibraryDeletion(store: store, purgesNow: purgingNow).sources(ids, progress: progress)
        // An archive holds other files too: it goes with the last of them.
        try removeUnlistedUploads(at: paths)
        try UnfinishedImports(of: location).forgetGone()
        return deletion
    }

    /// Purges the words and vectors of deleted items from the indexes; does nothing if no purge is due. Search
    /// results do not change. Other processes may write in between. If the process is killed, the next opening for
    /// writing completes the purge.
    ///
    /// - Returns: the place of what was deleted: as long as another process reads, its words stay in the log.
    @discardableResult
    public func purge() throws -> DeletedText {
        try store.purge()
    }

    /// The number of items that would be deleted with a file: those in no other file.
    public func itemsOnlyInSource(_ id: SourceRow) throws -> Int? {
        try store.read { try $0.hasSource(id) ? $0.itemsOnly(inSources: [id]) : nil }
    }

    /// The number of items that would be deleted with several files: those in no other file.
    public func itemsOnly(inSources ids: [SourceRow]) throws -> Int {
        try store.read { try $0.itemsOnly(inSources: ids) }
    }

    /// The number of files among `ids` that are copies in the library's folder, and are deleted with their sources.
    public func uploadCount(among ids: [SourceRow]) throws -> Int {
        UploadFolder(of: location).files(among: try store.read { try $0.paths(of: ids) }).count
    }
}
