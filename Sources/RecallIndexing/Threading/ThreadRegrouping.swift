import Foundation
import RecallCore
import RecallStore

/// Groups the items of changed threads again by what is there now: connected mails, and messages without a long pause.
///
/// Placing an item only joins threads; this also takes apart what a deletion or a changed item no longer connects.
struct ThreadRegrouping {
    let transaction: LibraryTransaction

    /// Groups the items of threads again, and deletes threads without items.
    ///
    /// - Returns: the threads that lost or gained items by it; some of them may be gone.
    func regroup(_ threads: Set<ThreadRow>) throws -> Set<ThreadRow> {
        var (mails, altered): (Set<ThreadRow>, Set<ThreadRow>) = ([], [])
        for thread in threads {
            guard let key = try transaction.snapshot.groupingKey(thread: thread) else { continue }
            switch key {
            case (.email, nil): mails.insert(thread)
            case (.email, let grouping?) where grouping.hasPrefix(ThreadPlacement.subjectPrefix): mails.insert(thread)
            case (.message, let grouping?) where grouping.hasPrefix(ThreadPlacement.chatPrefix):
                altered.formUnion(try split(chat: thread, grouping))
            default: try deleteIfEmpty(thread)
            }
        }
        var regrouping = MailRegrouping(transaction: transaction)
        return altered.union(try regrouping.regroup(mails))
    }

    private func deleteIfEmpty(_ thread: ThreadRow) throws {
        if try transaction.snapshot.datedRows(thread: thread).isEmpty { try transaction.delete(thread: thread) }
    }

    /// Splits a chat's session where the pause between two messages is too long. The first part keeps the thread.
    private func split(chat thread: ThreadRow, _ grouping: String) throws -> Set<ThreadRow> {
        let messages = try transaction.snapshot.datedRows(thread: thread)
        guard !messages.isEmpty else {
            try transaction.delete(thread: thread)
            return []
        }
        var altered: Set<ThreadRow> = []
        for session in Self.sessions(messages).dropFirst() {
            let row = try transaction.makeThread(kind: .message, grouping: grouping, title: "")
            try transaction.move(items: session, from: thread, to: row)
            altered.formUnion([thread, row])
        }
        return altered
    }

    /// The sessions of messages in the order of their dates.
    private static func sessions(_ messages: [(row: ItemRow, date: Date?)]) -> [[ItemRow]] {
        var (sessions, last): ([[ItemRow]], Date?) = ([], nil)
        for message in messages {
            let isNear = last.map { last in
                message.date.map { $0.timeIntervalSince(last) <= ThreadPlacement.sessionGap } ?? true
            }
            if isNear ?? !sessions.isEmpty {
                sessions[sessions.count - 1].append(message.row)
            } else {
                sessions.append([message.row])
            }
            last = message.date ?? last
        }
        return sessions
    }
}
