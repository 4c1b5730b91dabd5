import Foundation
import RecallCore
import RecallEmbedding
import RecallStore

/// Deletes items within a transaction, and splits their threads into passages again.
struct DeletionWriter {
    let transaction: LibraryTransaction
    private(set) var deletion = Deletion()
    /// Indexes of retired passages whose cached vectors stay useful, because their thread will be embedded again and
    /// the context windows over them have not changed.
    private(set) var reusable = IndexSet()

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Deletes items with all their attachments.
    mutating func delete(_ rows: [ItemRow], leavingTombstones: Bool) throws {
        let rows = try transaction.snapshot.rowsWithAttachments(of: rows)
        let threads = try transaction.snapshot.threads(ofItems: rows)
        for thread in threads { try noteReusable(thread, without: Set(rows)) }
        if leavingTombstones { try transaction.leaveTombstones(items: rows) }
        try transaction.delete(items: rows)
        deletion.items += rows.count
        let emptied = try threads.filter { try transaction.snapshot.itemRows(thread: $0).isEmpty }
        for thread in emptied { try transaction.delete(thread: thread) }
        deletion.threads += emptied.count
        try resplit(threads.subtracting(emptied))
    }

    /// Splits threads that lost items again, and deletes Message-IDs that only these items had.
    private func resplit(_ threads: Set<ThreadRow>) throws {
        for thread in threads {
            try transaction.forgetUnusedMessageIDs(thread: thread)
            try forgetSubject(thread)
        }
        try ThreadSplitter(transaction: transaction).split(threads)
    }

    /// Changes the grouping key of a thread if no remaining mail has its subject.
    private func forgetSubject(_ thread: ThreadRow) throws {
        guard let grouping = try transaction.snapshot.grouping(thread: thread),
            grouping.hasPrefix(ThreadPlacement.subjectPrefix)
        else { return }
        let subjects = try transaction.snapshot.titles(thread: thread)
        guard !subjects.contains(where: { ThreadPlacement.grouping(subject: $0) == grouping }) else { return }
        try transaction.regroup(thread: thread, by: subjects.first.flatMap(ThreadPlacement.grouping(subject:)))
    }

    /// Records the passages of a thread that share no context window with a deleted item: those at least as many
    /// passages away as a window has tokens, since every passage has at least one token. After a deleted item all
    /// windows change.
    private mutating func noteReusable(_ thread: ThreadRow, without deleted: Set<ItemRow>) throws {
        let runs = try transaction.snapshot.passageRuns(thread: thread)
        guard let first = runs.first?.passages.lowerBound.index, let last = runs.last else { return }
        let gone = runs.first { deleted.contains($0.item) }?.passages.lowerBound.index
        let end = gone.map { $0 - ThreadText.longestInput } ?? last.passages.upperBound.index
        if end > first { reusable.insert(integersIn: first..<end) }
    }
}
