import Foundation
import RecallCore
import RecallEmbedding
import RecallStore

/// Deletes items within a transaction, and cuts their threads anew without them.
struct DeletionWriter {
    let transaction: LibraryTransaction
    private(set) var deletion = Deletion()
    /// Positions of passages that are gone whose vectors still serve: their threads will be embedded anew, and windows over
    /// them have not changed.
    private(set) var reusable = IndexSet()

    init(transaction: LibraryTransaction) {
        self.transaction = transaction
    }

    /// Deletes items and all that came with them.
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
        try mend(threads.subtracting(emptied))
    }

    /// Cuts threads that have lost items anew, and makes them forget what only those said.
    private func mend(_ threads: Set<ThreadRow>) throws {
        for thread in threads {
            try transaction.forgetUnusedMessageIDs(thread: thread)
            try forgetSubject(thread)
        }
        try ThreadCutting(transaction: transaction).cut(threads)
    }

    /// A subject that no mail of the thread has any more does not stay as what the thread is grouped by.
    private func forgetSubject(_ thread: ThreadRow) throws {
        guard let grouping = try transaction.snapshot.grouping(thread: thread),
            grouping.hasPrefix(ThreadPlacement.subjectPrefix)
        else { return }
        let subjects = try transaction.snapshot.titles(thread: thread)
        guard !subjects.contains(where: { ThreadPlacement.grouping(subject: $0) == grouping }) else { return }
        try transaction.regroup(thread: thread, by: subjects.first.flatMap(ThreadPlacement.grouping(subject:)))
    }

    /// Notes the passages of a thread that share no window with a deleted item: those that have as many passages between as
    /// a window has tokens, since every passage has a token. Behind a deleted item all windows change.
    private mutating func noteReusable(_ thread: ThreadRow, without deleted: Set<ItemRow>) throws {
        let runs = try transaction.snapshot.passageRuns(thread: thread)
        guard let first = runs.first?.passages.lowerBound.index, let last = runs.last else { return }
        let gone = runs.first { deleted.contains($0.item) }?.passages.lowerBound.index
        let end = gone.map { $0 - ThreadText.longestInput } ?? last.passages.upperBound.index
        if end > first { reusable.insert(integersIn: first..<end) }
    }
}
