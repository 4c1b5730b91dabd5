import Foundation
import RecallCore
import RecallStore

/// The sessions of a chat around the messages that are being placed, as far as they were looked up, with the dates that they have
/// by then.
///
/// An export tells its messages in order, some from the last to the first, so the next one is mostly within what was looked up
/// for the one before.
struct NearbySessions {
    private var looked: ClosedRange<Date>?
    private var sessions: [ThreadCandidate] = []
    /// The sessions whose dates are not written yet.
    private var changed: Set<ThreadRow> = []
    /// The times of the last messages that were placed, ascending.
    private var times: [TimeInterval] = []

    /// The time before and after a message for which sessions are looked up with its own.
    private static let around: TimeInterval = 8 * 86_400

    /// The time that the longest session takes, once it was looked up.
    private var longest: TimeInterval?

    /// True if the pause before a message ends the session of those before, as far as they tell. What comes after may tell more:
    /// `ChatSessions` decides, and has fewer messages to move.
    mutating func endsSession(before date: Date) -> Bool {
        let time = date.timeIntervalSince1970
        guard let last = times.last, time >= last else {
            times = [time]
            return false
        }
        if times.count == Self.mostTimes { times.removeFirst(Self.mostTimes / 2) }
        times.append(time)
        return Liveliness(times).endsSession(before: times.count - 1)
    }

    /// More than twice what the measure of a chat looks back at.
    private static let mostTimes = 400

    /// Looks up the sessions within so many seconds of a date, unless that was done.
    mutating func load(
        _ grouping: String, within distance: TimeInterval, of date: Date, from transaction: LibraryTransaction
    ) throws {
        let (first, last) = (date.addingTimeInterval(-distance), date.addingTimeInterval(distance))
        if let looked, looked.contains(first), looked.contains(last) { return }
        try write(to: transaction)
        let span = first.addingTimeInterval(-Self.around)...last.addingTimeInterval(Self.around)
        let longest = try longest ?? transaction.snapshot.longestThread(grouping: grouping)
        self.longest = longest
        sessions = try transaction.snapshot.threads(grouping: grouping, overlapping: span, longest: longest)
        looked = span
    }

    /// The session nearest to a date; of several that hold it, the one that ends first. `nil` if none is so near.
    func nearest(to date: Date, within distance: TimeInterval) -> ThreadRow? {
        sessions.lazy.map { (pause: Self.pause(date, $0.dates), session: $0) }.filter { $0.pause <= distance }
            .min {
                ($0.pause, $0.session.dates?.upperBound ?? .distantPast, $0.session.row)
                    < ($1.pause, $1.session.dates?.upperBound ?? .distantPast, $1.session.row)
            }?.session.row
    }

    /// True if a session was going on at a date.
    func holds(_ date: Date) -> Bool { sessions.contains { Self.pause(date, $0.dates) == 0 } }

    /// The time between a message and a session; 0 within it.
    private static func pause(_ date: Date, _ session: ClosedRange<Date>?) -> TimeInterval {
        guard let session else { return .infinity }
        return max(0, session.lowerBound.timeIntervalSince(date), date.timeIntervalSince(session.upperBound))
    }

    /// Extends a session, which may be a new one, to the date of a message.
    mutating func extend(_ thread: ThreadRow, to date: Date) {
        changed.insert(thread)
        guard let index = sessions.firstIndex(where: { $0.row == thread }) else {
            return sessions.append(ThreadCandidate(row: thread, dates: date...date))
        }
        let dates = sessions[index].dates ?? date...date
        let extended = min(dates.lowerBound, date)...max(dates.upperBound, date)
        sessions[index].dates = extended
        longest = max(longest ?? 0, extended.upperBound.timeIntervalSince(extended.lowerBound))
    }

    /// Writes the dates of the sessions that were extended.
    mutating func write(to transaction: LibraryTransaction) throws {
        for session in sessions where changed.contains(session.row) {
            guard let dates = session.dates else { continue }
            try transaction.extend(thread: session.row, to: dates.lowerBound)
            try transaction.extend(thread: session.row, to: dates.upperBound)
        }
        changed.removeAll()
    }
}
