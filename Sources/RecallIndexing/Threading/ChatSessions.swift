import Foundation
import RecallCore
import RecallStore

/// Groups the messages of a chat into sessions: one ends where everybody is silent for long, by the measure of that chat then.
///
/// A pause of a day ends any session. In a lively time a shorter one does, or a chat of daily messages would be one session of
/// years. Sessions of which one answers the other are one, if they are short (`AnsweredPauses`). Both depend on the messages
/// within some weeks, not on the order in which they were imported.
struct ChatSessions {
    let transaction: LibraryTransaction

    /// Groups the messages around those of `threads` again, which are sessions of the chat with the grouping key.
    ///
    /// - Returns: the threads that lost or gained messages; some of them may be gone.
    /// - Complexity: O(*n* log *n*) in the messages of the sessions that lie within a month of them, or 840 messages.
    func regroup(_ threads: Set<ThreadRow>, of grouping: String) throws -> Set<ThreadRow> {
        var altered: Set<ThreadRow> = []
        let longest = try transaction.snapshot.longestThread(grouping: grouping)
        for span in try spans(of: threads) {
            altered.formUnion(try regroup(grouping, around: span, longest: longest))
        }
        return altered
    }

    /// The times of threads, those that lie near each other as one.
    private func spans(of threads: Set<ThreadRow>) throws -> [ClosedRange<Date>] {
        try threads.compactMap { try transaction.snapshot.thread($0)?.dates }.joined(nearerThan: Self.near)
    }

    /// Changes that are so near to each other are looked at together.
    private static let near: TimeInterval = 15 * Liveliness.day

    private func regroup(
        _ grouping: String, around span: ClosedRange<Date>, longest: TimeInterval
    ) throws -> Set<ThreadRow> {
        let chat = String(grouping.dropFirst(ThreadPlacement.chatPrefix.count))
        let far = span.widened(by: SessionReach.withAnswers.readDuration)
        let reach: SessionReach =
            try transaction.snapshot.hasAnswers(in: chat, dates: far) ? .withAnswers : .withoutAnswers
        func widened(_ duration: TimeInterval, _ messages: Int) throws -> ClosedRange<Date> {
            try transaction.snapshot.dates(
                of: messages, messagesAround: span, in: chat, limit: span.widened(by: duration))
        }
        let changed = try widened(reach.changedDuration, reach.changedMessages)
        let read = try widened(reach.readDuration, reach.readMessages)
        let threads = try transaction.snapshot.threads(grouping: grouping, overlapping: read, longest: longest)
            .map(\.row)
        var messages = try threads.flatMap { try transaction.snapshot.sessionMessages(thread: $0) }
        messages.sort { ($0.date, $0.id) < ($1.date, $1.id) }
        return try assign(sessions(messages, changed: changed), threads, grouping)
    }

    /// The sessions of messages, whose ends outside of `changed` stay as they are.
    private func sessions(
        _ messages: [SessionMessage], changed: ClosedRange<Date>
    ) -> [ArraySlice<SessionMessage>] {
        let liveliness = Liveliness(messages.map(\.date.timeIntervalSince1970))
        let ends = AnsweredPauses.joining(
            messages, endingBefore: messages.indices.map { $0 > 0 && liveliness.endsSession(before: $0) })
        var sessions: [ArraySlice<SessionMessage>] = []
        var start = 0
        for i in messages.indices.dropFirst() {
            let (before, after) = (messages[i - 1], messages[i])
            let mayHaveChanged = before.date <= changed.upperBound && after.date >= changed.lowerBound
            guard mayHaveChanged ? ends[i] : before.thread != after.thread else { continue }
            sessions.append(messages[start..<i])
            start = i
        }
        if start < messages.count { sessions.append(messages[start...]) }
        return sessions
    }

    /// Gives each session a thread: the first one that had messages of it, if no session before has it.
    private func assign(
        _ sessions: [ArraySlice<SessionMessage>], _ threads: [ThreadRow], _ grouping: String
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
        for thread in free where try transaction.snapshot.isEmpty(thread: thread) {
            try transaction.delete(thread: thread)
        }
        return altered
    }
}

/// The reach of a change in a chat: what may depend on it, and what has to be read to know. Both are a time, or a number of
/// messages where that is nearer.
private struct SessionReach {
    let changedDuration: TimeInterval, changedMessages: Int
    let readDuration: TimeInterval, readMessages: Int

    /// The messages within a week that a pause depends on; `Liveliness` looks at no more.
    private static let ofPause = Liveliness.mostMessages + 10
    /// Those that an answer depends on.
    private static let ofAnswer = AnsweredPauses.mostMessages + 10

    /// A pause depends on the messages within a week. The longest one that does is a day.
    static let withoutAnswers = SessionReach(
        changedDuration: Liveliness.week, changedMessages: ofPause,
        readDuration: 2 * Liveliness.week + Liveliness.day, readMessages: 2 * ofPause)

    /// A pause that is answered depends on all pauses within a week or 150 messages of it.
    static let withAnswers = SessionReach(
        changedDuration: 2 * Liveliness.week + Liveliness.day, changedMessages: ofPause + ofAnswer,
        readDuration: 4 * Liveliness.week + 2 * Liveliness.day, readMessages: 2 * (ofPause + ofAnswer))
}

extension [ClosedRange<Date>] {
    /// The spans of time, in order, those that overlap or lie within so many seconds of each other as one.
    func joined(nearerThan distance: TimeInterval = 0) -> [ClosedRange<Date>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, next in
            guard let last = joined.last, next.lowerBound <= last.upperBound.addingTimeInterval(distance) else {
                return joined.append(next)
            }
            joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, next.upperBound)
        }
    }
}

extension ClosedRange<Date> {
    fileprivate func widened(by duration: TimeInterval) -> ClosedRange {
        lowerBound.addingTimeInterval(-duration)...upperBound.addingTimeInterval(duration)
    }
}
