import Foundation

/// The number of messages around the pauses of a chat, which says how long a silence is there.
struct Liveliness {
    static let day: TimeInterval = 86_400
    static let week = 7 * day

    /// The pauses that end a session where so many messages are within a time before or after them.
    private static let rules: [(messages: Int, within: TimeInterval, pause: TimeInterval)] = [
        (150, day, 1_800), (12, day, 4 * 3_600), (10, week, day / 2),
    ]

    /// In seconds, ascending.
    private let times: [TimeInterval]

    init(_ times: [TimeInterval]) { self.times = times }

    /// True if the pause between the messages `i - 1` and `i` is long for what is around it.
    ///
    /// - Complexity: O(1): no more messages are looked at than the rules count.
    func endsSession(before i: Int) -> Bool {
        let pause = times[i] - times[i - 1]
        if pause > Self.day { return true }
        return Self.rules.contains { rule in
            guard pause >= rule.pause else { return false }
            let (first, last) = (i - rule.messages, i + rule.messages - 1)
            return first >= 0 && times[i - 1] - times[first] <= rule.within
                || last < times.count && times[last] - times[i] <= rule.within
        }
    }
}
