import Foundation
import RecallCore
import RecallStore

/// Groups the messages of a chat into sessions: one ends where everybody is silent for long, by the measure of that chat then.
///
/// A pause of a day ends any session. In a lively time a shorter one does, or a chat of daily messages would be one session of
/// years. The measure depends on the messages within a week, not on the order in which they were imported.
struct ChatSessions {
    let transaction: LibraryTransaction

    /// Groups the messages around those of `threads` again, which are sessions of the chat with the grouping key.
    ///
    /// - Returns: the threads that lost or gained messages; some of them may be gone.
    /// - Complexity: O(*n* log *n*) in the messages of the sessions that lie within two weeks of them.
    func regroup(_ threads: Set<ThreadRow>, of grouping: String) throws -> Set<ThreadRow> {
        var altered: Set<ThreadRow> = []
        for span in try spans(of: threads) {
            altered.formUnion(try regroup(grouping, around: span))
        }
        return altered
    }

    /// The times of threads, those that lie near each other as one.
    private func spans(of threads: Set<ThreadRow>) throws -> [ClosedRange<Date>] {
        let dates = try threads.compactMap { try transaction.snapshot.thread($0)?.dates }
        var spans: [ClosedRange<Date>] = []
        for next in dates.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = spans.last, next.lowerBound <= last.upperBound.addingTimeInterval(Self.reach) else {
                spans.append(next)
                continue
            }
            spans[spans.count - 1] = last.lowerBound...max(last.upperBound, next.upperBound)
        }
        return spans
    }

    /// The reach of a change: pauses within a week of it may count otherwise, by messages within a week of them, and the longest
    /// pause is a day.
    private static let reach: TimeInterval = 15 * 86_400

    private func regroup(_ grouping: String, around span: ClosedRange<Date>) throws -> Set<ThreadRow> {
        let near = span.lowerBound.addingTimeInterval(-Self.reach)...span.upperBound.addingTimeInterval(Self.reach)
        var messages: [Message] = []
        let threads = try transaction.snapshot.threads(grouping: grouping, overlapping: near).map(\.row)
        for thread in threads {
            messages += try transaction.snapshot.datedRows(thread: thread).compactMap { message in
                message.date.map { Message(row: message.row, date: $0, thread: thread) }
            }
        }
        messages.sort { ($0.date, $0.row) < ($1.date, $1.row) }
        return try assign(sessions(messages, changedIn: span), threads, grouping)
    }

    private struct Message {
        let row: ItemRow
        let date: Date
        let thread: ThreadRow
    }

    private func sessions(_ messages: [Message], changedIn span: ClosedRange<Date>) -> [ArraySlice<Message>] {
        let changed =
            span.lowerBound.addingTimeInterval(-Liveliness.week)...span.upperBound.addingTimeInterval(Liveliness.week)
        let liveliness = Liveliness(messages.map(\.date.timeIntervalSince1970))
        var sessions: [ArraySlice<Message>] = []
        var start = 0
        for i in messages.indices.dropFirst() {
            let (before, after) = (messages[i - 1], messages[i])
            let mayHaveChanged = before.date <= changed.upperBound && after.date >= changed.lowerBound
            guard mayHaveChanged ? liveliness.endsSession(before: i) : before.thread != after.thread else { continue }
            sessions.append(messages[start..<i])
            start = i
        }
        if start < messages.count { sessions.append(messages[start...]) }
        return sessions
    }

    /// Gives each session a thread: the first one that had messages of it, if no session before has it.
    private func assign(
        _ sessions: [ArraySlice<Message>], _ threads: [ThreadRow], _ grouping: String
    ) throws -> Set<ThreadRow> {
        var (free, altered) = (Set(threads), Set<ThreadRow>())
        for session in sessions {
            let thread: ThreadRow
            if let own = session.lazy.map(\.thread).first(where: free.contains) {
                thread = own
                free.remove(own)
            } else {
                thread = try transaction.makeThread(kind: .message, grouping: grouping, title: "")
            }
            for (other, moved) in Dictionary(grouping: session, by: \.thread) where other != thread {
                try transaction.move(items: moved.map(\.row), from: other, to: thread)
                altered.formUnion([other, thread])
            }
        }
        for thread in free where try transaction.snapshot.datedRows(thread: thread).isEmpty {
            try transaction.delete(thread: thread)
        }
        return altered
    }
}
