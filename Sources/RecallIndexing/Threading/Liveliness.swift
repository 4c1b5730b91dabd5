import Foundation

/// The number of messages around the pauses of a chat, which says how long a silence is there.
struct Liveliness {
    static let day: TimeInterval = 86_400
    static let week = 7 * day

    /// The pauses that end a session where so many messages are within a time before or after them.
    private static let rules: [(messages: Int, within: TimeInterval, pause: TimeInterval)] = [
        (150, day, 1_800), (12, day, 4 * 3_600), (10, week, day / 2),
    ]

    /// A chat that is never silent for so long would be one session. Its longest pause, of as many before it and after it, ends
    /// one, where that many messages are within a week. So hardly any session has more than some hundreds of messages.
    static let mostMessages = 250

    /// In seconds, ascending.
    private let times: [TimeInterval]

    init(_ times: [TimeInterval]) { self.times = times }

    /// True if the pause between the messages `i - 1` and `i` is long for what is around it.
    ///
    /// - Complexity: O(1): no more messages are looked at than the rules count, and `mostMessages`.
    func endsSession(before i: Int) -> Bool {
        let pause = times[i] - times[i - 1]
        if pause > Self.day || isLongest(before: i) { return true }
        return Self.rules.contains { rule in
            guard pause >= rule.pause else { return false }
            let (first, last) = (i - rule.messages, i + rule.messages - 1)
            return first >= 0 && times[i - 1] - times[first] <= rule.within
                || last < times.count && times[last] - times[i] <= rule.within
        }
    }

    /// True if no other one of the `mostMessages` pauses before and after the pause is as long.
    private func isLongest(before i: Int) -> Bool {
        let (first, last) = (i - 1 - Self.mostMessages, i + Self.mostMessages)
        guard first >= 0, last < times.count, times[i - 1] - times[first] <= Self.week,
            times[last] - times[i] <= Self.week
        else { return false }
        let own = rank(before: i)
        return (1...Self.mostMessages).allSatisfy { rank(before: i - $0) < own && rank(before: i + $0) < own }
    }

    /// Orders pauses by their length; equal ones, as of a program that writes by the clock, by scattered bits of their time.
    private func rank(before i: Int) -> (TimeInterval, UInt64) {
        (times[i] - times[i - 1], times[i].bitPattern &* 0x9E37_79B9_7F4A_7C15)
    }
}
