package import Foundation

/// The days of an event of a calendar, by the line of its text that says when it is: "When: 2026-01-06 16:00 to 17:00, every week on
/// Tuesday until 2026-06-30".
package struct EventDays: Equatable {
    /// The first and the last day of it, in days since 1970, at its first time.
    package let days: ClosedRange<Int>
    /// The rule by which it recurs, and how the text says it: "every week on Tuesday"; `nil` if it does not.
    package let recurrence: EventRecurrence?
    package let rule: String?
    /// The minute of the day at which it begins, and its zone, as far as it says them; a day has none.
    package let minute: Int?
    package let zone: TimeZone?

    /// `nil` if a text has no such line.
    package init?(_ text: String) {
        let line = text.split(separator: "\n", maxSplits: 40).lazy.compactMap { line in
            line.hasPrefix("When: ") ? line.dropFirst(6) : nil
        }.first
        guard let line, let first = CivilDay(line.prefix(10))?.daysSince1970 else { return nil }
        let parts = String(line).components(separatedBy: ", every ")
        let last = parts[0].components(separatedBy: " to ").dropFirst().first.flatMap {
            CivilDay($0.prefix(10))?.daysSince1970
        }
        days = first...max(first, min(last ?? first, first + Self.mostDays))
        recurrence = parts.count == 2 ? EventRecurrence(parts[1], from: first) : nil
        rule = recurrence == nil ? nil : "every " + parts[1]
        let start = line.prefixMatch(of: #/.{10} (\d\d):(\d\d)(?: \(([^)]+)\))?/#)
        minute = start.flatMap { match in Int(match.1).flatMap { hour in Int(match.2).map { 60 * hour + $0 } } }
        zone = start?.3.flatMap { TimeZone(identifier: String($0)) }
    }

    /// An event is told for so many days at most.
    package static let mostDays = 62

    /// The first of some days on which it is; `nil` if it is on none of them.
    package func first(in asked: ClosedRange<Int>) -> Int? {
        if days.overlaps(asked) { return max(days.lowerBound, asked.lowerBound) }
        guard let recurrence else { return nil }
        let length = days.count - 1
        let start = (asked.lowerBound - length...asked.upperBound).first(where: recurrence.includes)
        return start.map { max($0, asked.lowerBound) }
    }
}
