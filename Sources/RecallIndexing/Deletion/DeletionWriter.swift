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

    /// Deletes items with all their attachments, and those left with the events that only mails among them invite to.
    mutating func delete(_ rows: [ItemRow], leavingTombstones: Bool) throws {
        var rows = try transaction.snapshot.rowsWithAttachments(of: rows)
        // A later mail may change the event, which is then there again.
        if leavingTombstones { try transaction.leaveTombstones(items: rows) }
        rows += try transaction.snapshot.events(inMailsAmong: rows)
        let threads = try transaction.snapshot.threads(ofItems: rows)
        let gone = Set(rows)
        for thread in threads { try noteReusable(thread, without: gone) }
        try transaction.delete(items: rows)
        deletion.items += rows.count
        let emptied = try threads.filter { try transaction.snapshot.isEmpty(thread: $0) }
        for thread in emptied { try transaction.delete(thread: thread) }
        deletion.threads += emptied.count
        try resplit(threads.subtracting(emptied))
    }

    /// Groups threads that lost items again, and splits them into passages.
    private func resplit(_ threads: Set<ThreadRow>) throws {
        let altered = try ThreadRegrouping(transaction: transaction).regroup(threads)
        try ThreadSplitter(transaction: transaction).split(threads.union(altered))
    }

    /// Splits the threads of items again that stay because other files hold them, if these files place them otherwise.
    func reorder(_ rows: [ItemRow]) throws {
        var threads: Set<ThreadRow> = []
        for row in rows where try transaction.snapshot.sharesMoment(item: row) {
            if let thread = try transaction.snapshot.thread(ofItem: row) { threads.insert(thread) }
        }
        try ThreadSplitter(transaction: transaction).split(
            try threads.filter { try !transaction.snapshot.isInReadingOrder(thread: $0) })
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
