import Foundation
import RecallCore

/// The next day of an event that recurs, of which a calendar says the first: "When: 2024-02-02 19:30, every month on the first Friday".
enum NextOccurrence {
    /// Events that recur at all do so within these.
    private static let mostDays = 1_500

    /// The rule in an event's text, and the first day on which it holds from today on; `nil` if there is none.
    ///
    /// - Complexity: O(days until then).
    static func phrase(in text: String, _ clock: QueryClock) -> DatedPhrase? {
        let parts = clock.calendar.dateComponents([.year, .month, .day], from: clock.now)
        guard let event = EventDays(text), let recurrence = event.recurrence, let rule = event.rule,
            let today = CivilDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)?.daysSince1970,
            let distance = (0...mostDays).first(where: { recurrence.includes(today + $0) }),
            let date = clock.calendar.date(byAdding: .day, value: distance, to: clock.now)
        else { return nil }
        let day = AbsoluteTimeText(clock.calendar).text(date, .day)
        return DatedPhrase(phrase: rule, meaning: distance == 0 ? "next today" : "next on \(day)")
    }
}
