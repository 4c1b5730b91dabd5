import Foundation
public import RecallCore
public import RecallStore

/// Permanent deletion from a library: deleted items leave the database, its indexes and its log, and the rest is
/// found as before.
///
/// Each deletion is one transaction (deleting a source, one for each thousand items), followed by a purge of the
/// indexes. If the process is killed, the library stays consistent, and opening it for writing completes the purge.
public struct LibraryDeletion: Sendable {
    private let store: LibraryStore
    private let purgesNow: Bool

    /// Deletions from `store`, opened for writing.
    ///
    /// - Parameter purgesNow: true to purge words and vectors before a deletion returns; otherwise call
    ///   `LibraryStore.purge` once after any number of deletions.
    public init(store: LibraryStore, purgesNow: Bool = true) {
        self.store = store
        self.purgesNow = purgesNow
    }

    /// Deletes an item and its attachments; `nil` if there is no such item. Later imports skip them.
    public func item(_ id: ItemID) throws -> Deletion? {
        try delete { snapshot in try snapshot.key(of: id).map { [$0.row] } }
    }

    /// Deletes all items of the item's thread, with their attachments; `nil` if there is no such item. Later imports
    /// skip them.
    ///
    /// - Parameter expected: the items that the person was told of; with another number, nothing is deleted.
    /// - Throws: `ThreadChangedError` if the thread has another number of items.
    public func thread(of id: ItemID, expecting expected: Int? = nil) throws -> Deletion? {
        try delete { snapshot in
            guard let thread = try snapshot.key(of: id)?.thread else { return nil }
            if let expected, let count = try snapshot.thread(thread)?.itemCount, count != expected {
                throw ThreadChangedError(items: count)
            }
            return try snapshot.itemRows(thread: thread)
        }
    }

    private func delete(_ rows: (LibrarySnapshot) throws -> [ItemRow]?) throws -> Deletion? {
        let writer: DeletionWriter? = try store.writeFreeingRoom { transaction in
            guard let rows = try rows(transaction.snapshot) else { return nil }
            var writer = DeletionWriter(transaction: transaction)
            try writer.delete(rows, leavingTombstones: true)
            return writer
        }
        guard let writer else { return nil }
        var deletion = writer.deletion
        try updatePeople()
        deletion.text = purgesNow ? try purge(keepingVectorsOf: writer.reusable) : .remains
        return deletion
    }

    /// Deletes files and the items that are in no other file, and forgets the imports, so that importing the files
    /// again restores the items.
    ///
    /// - Parameters:
    ///   - sources: their ids; unknown ids are skipped.
    ///   - progress: called after each transaction.
    public func sources(
        _ sources: [SourceRow], progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        var (deletion, rest) = (Deletion(), sources[...])
        // On a full disk fewer, until the log of one transaction fits.
        var limit = SourceDeletionBatch.maximumItems
        while !rest.isEmpty {
            let batch: Deletion
            do {
                batch = try deleteBatch(of: &rest, limit: limit)
            } catch let error as StoreError where error.code == .diskFull && limit > 1 {
                limit /= 8
                continue
            }
            deletion.items += batch.items
            deletion.threads += batch.threads
            progress(deletion)
        }
        try updatePeople()
        if purgesNow {
            deletion.text = try purge()
        } else {
            deletion.text = .remains
            try store.checkpoint()
        }
        return deletion
    }

    /// Groups people anew if names or contacts are gone; the next writer does where the disk is too full for it.
    private func updatePeople() throws {
        do {
            try PeopleUpdate.run(on: store)
        } catch let error as StoreError where error.code == .diskFull {}
    }

    /// Purges the indexes. What is deleted stays deleted if the disk is too full for that.
    private func purge(keepingVectorsOf kept: IndexSet = []) throws -> DeletedText {
        do {
            return try store.purge(keepingVectorsOf: kept)
        } catch let error as StoreError where error.code == .diskFull {
            return .remains
        }
    }

    /// Deletes what one transaction takes, and removes completed files from the list.
    private func deleteBatch(of files: inout ArraySlice<SourceRow>, limit: Int) throws -> Deletion {
        let (deletion, rest) = try store.writeFreeingRoom { [files] transaction in
            var (batch, rest) = (SourceDeletionBatch(transaction: transaction, limit: limit), files)
            try batch.delete(from: &rest)
            return (batch.deletion, rest)
        }
        files = rest
        return deletion
    }
}

/// The files deleted in one transaction, few enough items that other writers get their turn.
private struct SourceDeletionBatch {
    private let transaction: LibraryTransaction
    private var writer: DeletionWriter
    private var looked = 0

    private let limit: Int
    static let maximumItems = 1_000

    var deletion: Deletion { writer.deletion }

    /// - Parameter limit: the most items, and the most files.
    init(transaction: LibraryTransaction, limit: Int) {
        (self.transaction, self.limit) = (transaction, limit)
        writer = DeletionWriter(transaction: transaction)
    }

    /// Deletes items of the first files, and removes completed files from the list.
    mutating func delete(from files: inout ArraySlice<SourceRow>) throws {
        var (rows, kept, done): ([ItemRow], [ItemRow], [SourceRow]) = ([], [], [])
        while looked < limit, done.count < limit, let file = files.first {
            let found = try transaction.snapshot.items(ofSource: file, limit: limit - looked)
            try transaction.beginDeletion(ofSource: file)
            for row in found {
                if try transaction.unlink(item: row, file: file) { rows.append(row) } else { kept.append(row) }
            }
            looked += found.count
            if try transaction.snapshot.items(ofSource: file, limit: 1).isEmpty {
                done.append(files.removeFirst())
            }
        }
        try writer.delete(rows, leavingTombstones: false)
        try writer.reorder(kept)
        try transaction.readAgain(filesWith: kept)
        for file in done { try transaction.deleteSourceIfEmpty(file) }
    }
}
