import Foundation
public import RecallCore
public import RecallStore

/// Permanent deletion from a library: deleted items leave the database, its indexes and its log, and the rest is
/// found as before.
///
/// Each deletion is one transaction (of a source, a chat or many items, one for each thousand items), followed by a purge of
/// the indexes. If the process is killed, the library stays consistent, and opening it for writing completes the purge.
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

    /// Deletes all messages of the chat that a message is in, with their attachments; `nil` if there is no such message. Later
    /// imports skip them. That message goes last, so that a deletion which was cut off can be run again.
    ///
    /// - Parameter expected: the dated messages, of which the person was told; with another number, nothing is deleted.
    /// - Throws: `ThreadChangedError` if the chat has another number of messages.
    public func chat(of id: ItemID, expecting expected: Int? = nil) throws -> Deletion? {
        guard let key = try store.read({ try $0.conversationKey(of: id) }) else { return nil }
        var (deletion, expected) = (Deletion(), expected)
        try inBatches { limit in
            let batch = try store.writeFreeingRoom { transaction in
                let snapshot = transaction.snapshot
                if let expected {
                    let shown = try snapshot.conversationPlace(of: id)?.count
                    let count = try shown ?? snapshot.messageCount(conversation: key)
                    guard count == expected else { throw ThreadChangedError(items: count) }
                }
                var writer = DeletionWriter(transaction: transaction)
                var rows = try snapshot.itemRows(conversation: key, besides: id, limit: limit)
                if rows.isEmpty { rows = try [snapshot.key(of: id)?.row].compactMap(\.self) }
                try writer.delete(rows, leavingTombstones: true)
                return writer.deletion
            }
            expected = nil
            deletion += batch
            return batch.items > 0
        }
        try updatePeople()
        deletion.text = purgesNow ? try purge() : .remains
        return deletion
    }

    /// Deletes items with their attachments. Those that are gone are skipped. Later imports skip them.
    ///
    /// - Parameter progress: called after each transaction.
    public func items(_ ids: [ItemID], progress: @escaping (Deletion) -> Void = { _ in }) throws -> Deletion {
        var (deletion, rest) = (Deletion(), ids[...])
        try inBatches { limit in
            guard !rest.isEmpty else { return false }
            let batch = rest.prefix(limit)
            deletion += try store.writeFreeingRoom { transaction in
                var writer = DeletionWriter(transaction: transaction)
                let rows = try batch.compactMap { try transaction.snapshot.key(of: $0)?.row }
                try writer.delete(rows, leavingTombstones: true)
                return writer.deletion
            }
            rest = rest.dropFirst(batch.count)
            progress(deletion)
            return true
        }
        try updatePeople()
        deletion.text = purgesNow ? try purge() : .remains
        return deletion
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
        try inBatches { limit in
            guard !rest.isEmpty else { return false }
            deletion += try deleteBatch(of: &rest, limit: limit)
            progress(deletion)
            return true
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

    /// Deletes in transactions, few enough items in each that other writers get their turn, until one says that nothing is left.
    /// On a full disk fewer, until the log of one transaction fits.
    private func inBatches(_ delete: (_ limit: Int) throws -> Bool) throws {
        var limit = 1_000
        while true {
            do {
                guard try delete(limit) else { return }
            } catch let error as StoreError where error.code == .diskFull && limit > 1 {
                limit /= 8
            }
        }
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

extension Deletion {
    fileprivate static func += (deletion: inout Deletion, batch: Deletion) {
        deletion.items += batch.items
        deletion.threads += batch.threads
    }
}

/// The files deleted in one transaction.
private struct SourceDeletionBatch {
    private let transaction: LibraryTransaction
    private var writer: DeletionWriter
    private var looked = 0

    private let limit: Int

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
