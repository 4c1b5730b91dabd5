import Foundation
import RecallCore
import RecallStore

/// Groups the items of changed threads again by what is there now: connected mails, and sessions of chats.
///
/// Placing an item only joins threads; this also takes apart what a deletion or a changed item no longer connects.
struct ThreadRegrouping {
    let transaction: LibraryTransaction

    /// Groups the items of threads again, and deletes threads without items.
    ///
    /// - Returns: the threads that lost or gained items by it; some of them may be gone.
    func regroup(_ threads: Set<ThreadRow>) throws -> Set<ThreadRow> {
        var (mails, altered): (Set<ThreadRow>, Set<ThreadRow>) = ([], [])
        var chats: [String: Set<ThreadRow>] = [:]
        for thread in threads {
            guard let key = try transaction.snapshot.groupingKey(thread: thread) else { continue }
            switch key {
            case (.email, nil): mails.insert(thread)
            case (.email, let grouping?) where grouping.hasPrefix(ThreadPlacement.subjectPrefix): mails.insert(thread)
            case (.message, let grouping?) where grouping.hasPrefix(ThreadPlacement.chatPrefix):
                chats[grouping, default: []].insert(thread)
            default: try deleteIfEmpty(thread)
            }
        }
        for (grouping, sessions) in chats.sorted(by: { $0.key < $1.key }) {
            altered.formUnion(try ChatSessions(transaction: transaction).regroup(sessions, of: grouping))
        }
        var regrouping = MailRegrouping(transaction: transaction)
        return altered.union(try regrouping.regroup(mails))
    }

    private func deleteIfEmpty(_ thread: ThreadRow) throws {
        if try transaction.snapshot.isEmpty(thread: thread) { try transaction.delete(thread: thread) }
    }
}
