import Foundation
public import RecallCore
public import RecallStore

/// Deletes from a library for good: what is deleted is in none of its files afterwards, neither as text nor as words nor as
/// vectors, and what stays is found as before.
///
/// Each deletion is one transaction, that of a source one for each thousand items; then follows the purge of what is left in
/// indexes. After a kill the library is consistent, and opening it for writing completes the purge.
public struct LibraryDeletion: Sendable {
    private let store: LibraryStore
    private let purgesNow: Bool

    /// Deletions from `store`, opened for writing.
    ///
    /// - Parameter purgesNow: whether words and vectors are out of the file when a deletion returns; else `LibraryStore.purge`
    ///   is to be called, once for any number of deletions.
    public init(store: LibraryStore, purgesNow: Bool = true) {
        self.store = store
        self.purgesNow = purgesNow
    }

    /// Deletes an item and what came with it; `nil` if there is no such item. Imports leave them out from now on.
    public func item(_ id: ItemID) throws -> Deletion? {
        try delete { snapshot in try snapshot.key(of: id).map { [$0.row] } }
    }

    /// Deletes the whole thread of an item and what came with its items; `nil` if there is no such item. Imports leave them
    /// out from now on.
    public func thread(of id: ItemID) throws -> Deletion? {
        try delete { snapshot in try snapshot.key(of: id).map { try snapshot.itemRows(thread: $0.thread) } }
    }

    private func delete(_ rows: (LibrarySnapshot) throws -> [ItemRow]?) throws -> Deletion? {
        let writer: DeletionWriter? = try store.write { transaction in
            guard let rows = try rows(transaction.snapshot) else { return nil }
            var writer = DeletionWriter(transaction: transaction)
            try writer.delete(rows, leavingTombstones: true)
            return writer
        }
        guard let writer else { return nil }
        if purgesNow { try store.purge(keepingVectorsOf: writer.reusable) }
        return writer.deletion
    }

    /// Deletes files with all items that are in no other, and forgets that they were imported: importing them again brings
    /// everything back.
    ///
    /// - Parameters:
    ///   - sources: their ids. Those that there are not are passed over.
    ///   - progress: told after each transaction.
    public func sources(
        _ sources: [SourceRow], progress: @escaping (Deletion) -> Void = { _ in }
    ) throws -> Deletion {
        var (deletion, rest) = (Deletion(), sources[...])
        while !rest.isEmpty {
            let batch = try store.write { transaction in
                var batch = SourceDeletionBatch(transaction: transaction)
                try batch.delete(from: &rest)
                return batch.deletion
            }
            deletion.items += batch.items
            deletion.threads += batch.threads
            progress(deletion)
        }
        if purgesNow { try store.purge() }
        try store.checkpoint()
        return deletion
    }
}

/// What of a list of files is deleted in one transaction: short enough for others to write in between.
private struct SourceDeletionBatch {
    private let transaction: LibraryTransaction
    private var writer: DeletionWriter
    private var looked = 0

    private static let maximumItems = 1_000
    private static let maximumFiles = 1_000

    var deletion: Deletion { writer.deletion }

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
        writer = DeletionWriter(transaction: transaction)
    }

    /// Deletes items of the first files, and takes files off the list of which nothing is left.
    mutating func delete(from files: inout ArraySlice<SourceRow>) throws {
        var (rows, done): ([ItemRow], [SourceRow]) = ([], [])
        while looked < Self.maximumItems, done.count < Self.maximumFiles, let file = files.first {
            let found = try transaction.snapshot.items(ofSource: file, limit: Self.maximumItems - looked)
            try transaction.beginDeletion(ofSource: file)
            rows += try found.filter { try transaction.unlink(item: $0, file: file) }
            looked += found.count
            if try transaction.snapshot.items(ofSource: file, limit: 1).isEmpty {
                done.append(files.removeFirst())
            }
        }
        try writer.delete(rows, leavingTombstones: false)
        for file in done { try transaction.deleteSourceIfEmpty(file) }
    }
}
