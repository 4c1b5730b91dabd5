import Foundation
import RecallCore
import RecallImport
import RecallStore

/// Writes the records of one batch within its transaction: items into threads, then the touched threads' passages.
struct BatchWriter {
    let transaction: LibraryTransaction
    private let placement: ThreadPlacement
    private let cutter = PassageCutter()
    var outcome = ImportBatch.Outcome()

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
        placement = ThreadPlacement(transaction: transaction)
    }

    mutating func add(_ record: ImportRecord, file: Int64) throws {
        switch record {
        case .failure(let failure):
            outcome.failures += 1
            try list(failure, file: file, isAttachment: false)
        case .item(let imported): try add(imported, file: file)
        }
    }

    /// A failure of a path that is no file to read.
    mutating func add(_ failure: ImportFailure) throws {
        outcome.failures += 1
        try transaction.forgetFailures(path: failure.path)
        try list(failure, file: nil, isAttachment: false)
    }

    private mutating func add(_ imported: ImportedItem, file: Int64) throws {
        let stored = try store(imported.item, parentRow: nil, file: file)
        switch stored.change {
        case .new: outcome.new += 1
        case .updated: outcome.updated += 1
        case .none: outcome.duplicates += 1
        }
        for attachment in imported.attachmentItems {
            _ = try store(attachment, parentRow: stored.row, file: file)
            outcome.attachments += 1
        }
        for failure in imported.attachmentFailures {
            outcome.attachmentFailures += 1
            try list(failure, file: file, isAttachment: true)
        }
    }

    private enum Change {
        case new, updated, none
    }

    private mutating func store(_ item: Item, parentRow: Int64?, file: Int64) throws -> (row: Int64, change: Change) {
        let stored = try change(item, parentRow: parentRow)
        try transaction.link(item: stored.row, file: file)
        return stored
    }

    private mutating func change(_ item: Item, parentRow: Int64?) throws -> (row: Int64, change: Change) {
        let item = item.withoutEmbeddedNotice
        guard let known = try transaction.snapshot.key(of: item.id) else {
            let thread = try placement.place(item)
            outcome.touch(thread, of: item.kind)
            return (try transaction.insert(item, thread: thread, parentRow: parentRow), .new)
        }
        guard known.contentHash != item.contentHash else { return (known.row, .none) }
        try transaction.update(item, row: known.row)
        outcome.touch(known.thread, of: item.kind)
        return (known.row, .updated)
    }

    private func list(_ failure: ImportFailure, file: Int64?, isAttachment: Bool) throws {
        try transaction.add(
            StoredFailure(
                path: failure.path, place: failure.place, code: failure.code.rawValue, reason: failure.reason,
                isAttachment: isAttachment),
            file: file)
    }

    /// Cuts the threads that got or changed items anew.
    mutating func writePassages() throws {
        try transaction.write(try outcome.threads.sorted().compactMap(draft))
    }

    /// The thread cut into passages; `nil` if it was merged into another.
    private func draft(_ row: Int64) throws -> ThreadDraft? {
        guard let thread = try transaction.snapshot.thread(row) else { return nil }
        let texts = try transaction.snapshot.texts(thread: row)
        let dates = texts.compactMap(\.date)
        return ThreadDraft(
            thread: row, title: thread.kind == .message ? thread.title : texts.first?.title ?? thread.title,
            dates: dates.min().flatMap { first in dates.max().map { first...$0 } },
            items: texts.map { ItemDraft(text: $0, passages: cutter.cut($0.text, ranges: $0.authoredRanges)) })
    }
}

extension ImportBatch.Outcome {
    fileprivate mutating func touch(_ thread: Int64, of kind: ItemKind) {
        threads.insert(thread)
        if kind == .email || kind == .message { openThreads.insert(thread) }
    }
}

extension Item {
    /// What a platform writes into a chat is shown but never embedded.
    fileprivate var withoutEmbeddedNotice: Item {
        guard case .message(let details) = details, details.isSystemNotice else { return self }
        var item = self
        item.authoredRanges = []
        return item
    }
}
