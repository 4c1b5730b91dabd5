import Foundation
import RecallCore
import RecallImport
import RecallStore

/// Writes the records of one batch within its transaction: items into threads, then the passages of the changed
/// threads.
struct BatchWriter {
    let transaction: LibraryTransaction
    private let placement: ThreadPlacement
    /// True to restore deleted items.
    let restoresDeleted: Bool
    var outcome = ImportBatch.Outcome()

    init(transaction: LibraryTransaction, restoresDeleted: Bool) {
        self.transaction = transaction
        self.restoresDeleted = restoresDeleted
        placement = ThreadPlacement(transaction: transaction)
    }

    /// Adds the record at `cursor` of a file.
    mutating func add(_ record: ImportRecord, file: SourceRow, cursor: String) throws {
        switch record {
        case .failure(let failure):
            outcome.failures += 1
            try list(failure, file: file, isAttachment: false)
        case .item(let imported): try add(imported, file: file, cursor: cursor)
        }
    }

    /// Adds a failure of a path that is not a readable file.
    mutating func add(_ failure: ImportFailure) throws {
        outcome.failures += 1
        try transaction.forgetFailures(path: failure.path)
        try list(failure, file: nil, isAttachment: false)
    }

    private mutating func add(_ imported: ImportedItem, file: SourceRow, cursor: String) throws {
        guard let stored = try store(imported.item, parentRow: nil, file: file, cursor: cursor) else { return }
        switch stored.change {
        case .new: outcome.new += 1
        case .updated: outcome.updated += 1
        case .none: outcome.duplicates += 1
        }
        for attachment in imported.attachmentItems {
            let child = try store(attachment, parentRow: stored.row, file: file, cursor: cursor)
            if child != nil { outcome.attachments += 1 }
        }
        for failure in imported.attachmentFailures {
            outcome.attachmentFailures += 1
            try list(failure, file: file, isAttachment: true)
        }
    }

    private enum Change {
        case new, updated, none
    }

    /// Stores an item; returns `nil` if it was deleted from the library.
    private mutating func store(
        _ item: Item, parentRow: ItemRow?, file: SourceRow, cursor: String
    ) throws -> (row: ItemRow, change: Change)? {
        guard try mayStore(item) else {
            outcome.deletedBefore += 1
            return nil
        }
        let stored = try change(item, parentRow: parentRow)
        try transaction.link(item: stored.row, file: file, cursor: cursor)
        return stored
    }

    private func mayStore(_ item: Item) throws -> Bool {
        guard try transaction.snapshot.isDeleted(item.id) else { return true }
        if restoresDeleted { try transaction.removeTombstone(of: item.id) }
        return restoresDeleted
    }

    private mutating func change(_ item: Item, parentRow: ItemRow?) throws -> (row: ItemRow, change: Change) {
        let item = item.withoutEmbeddedNotice
        guard let known = try transaction.snapshot.key(of: item.id) else {
            let thread = try placement.place(item)
            outcome.touch(thread, of: item.kind)
            return (try transaction.insert(item, thread: thread, parentRow: parentRow), .new)
        }
        // The dates of documents and notes are read from what is not in the hash.
        let isRedated = item.isFile && !known.isDated(item.date)
        guard known.contentHash != item.contentHash || isRedated else { return (known.row, .none) }
        try transaction.update(item, row: known.row)
        outcome.touch(known.thread, of: item.kind)
        return (known.row, .updated)
    }

    private func list(_ failure: ImportFailure, file: SourceRow?, isAttachment: Bool) throws {
        try transaction.add(
            StoredFailure(
                path: failure.path, place: failure.place, code: failure.code.rawValue, reason: failure.reason,
                isAttachment: isAttachment),
            file: file)
    }

    /// Splits the changed threads into passages again.
    mutating func writePassages() throws {
        try ThreadSplitter(transaction: transaction).split(outcome.threads)
    }
}

extension ImportBatch.Outcome {
    fileprivate mutating func touch(_ thread: ThreadRow, of kind: ItemKind) {
        threads.insert(thread)
        if kind == .email || kind == .message { openThreads.insert(thread) }
    }
}

extension Item {
    /// True for what is a file of its own.
    fileprivate var isFile: Bool { (kind == .document || kind == .note) && parent == nil }

    /// The item without authored ranges if the platform wrote it: system notices are shown but never embedded.
    fileprivate var withoutEmbeddedNotice: Item {
        guard case .message(let details) = details, details.isSystemNotice else { return self }
        var item = self
        item.authoredRanges = []
        return item
    }
}
