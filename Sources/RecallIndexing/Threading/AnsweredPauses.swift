import Foundation
import RecallCore
import RecallStore

/// Pauses of a chat that end no session, since a message after them answers one before.
///
/// All sessions that answers join in a row are one, if that is short; if it is not, each stays what it is. So a thread is no
/// longer than a person reads, and a pause depends on no more messages than that on either side of it.
enum AnsweredPauses {
    /// The most messages of sessions that are joined, and between a message and its answer.
    static let mostMessages = 150
    /// The longest time from the first to the last of them.
    static let longest = Liveliness.week

    /// The ends of sessions, but for those that answers take back.
    ///
    /// - Parameters:
    ///   - messages: in the order of their dates, those of one date by id.
    ///   - ends: for each message whether the pause before it ends a session.
    /// - Complexity: O(*n*) in the messages.
    static func joining(_ messages: [SessionMessage], endingBefore ends: [Bool]) -> [Bool] {
        guard let answered = answered(messages) else { return ends }
        var joined = ends
        var start = 0
        for i in 1...messages.count where i == messages.count || ends[i] && !answered[i] {
            if i - start <= mostMessages, duration(messages[start..<i]) <= longest {
                for pause in start..<i where pause > start { joined[pause] = false }
            }
            start = i
        }
        return joined
    }

    /// For each message whether one from it on answers one before it; `nil` if none does.
    private static func answered(_ messages: [SessionMessage]) -> [Bool]? {
        let wanted = Set(messages.compactMap(\.answers))
        guard !wanted.isEmpty else { return nil }
        var places: [ItemID: Int] = [:]
        for (place, message) in messages.enumerated() where wanted.contains(message.id) { places[message.id] = place }
        // Counts up where an answered message ends, and down after its answer.
        var changes = [Int](repeating: 0, count: messages.count + 1)
        for (place, message) in messages.enumerated() {
            // Clocks differ, so that an answer may be before what it answers.
            guard let other = message.answers.flatMap({ places[$0] }), other != place else { continue }
            let (first, last) = (min(place, other), max(place, other))
            guard last - first < mostMessages, duration(messages[first...last]) <= longest else { continue }
            changes[first + 1] += 1
            changes[last + 1] -= 1
        }
        var open = 0
        return messages.indices.map { place in
            open += changes[place]
            return open > 0
        }
    }

    private static func duration(_ messages: ArraySlice<SessionMessage>) -> TimeInterval {
        guard let first = messages.first, let last = messages.last else { return 0 }
        return last.date.timeIntervalSince(first.date)
    }
}
