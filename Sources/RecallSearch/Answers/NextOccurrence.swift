import Foundation
import RecallCore

/// The next day of an event that recurs, of which a calendar says the first: "When: 2024-02-02 19:30, every month on the first Friday".
enum NextOccurrence {
    /// Events that recur at all do so within these.
    private static let mostDays = 1_500

    /// The rule in an event's text, and the first day on which it begins from now on; `nil` if there is none.
    ///
    /// - Complexity: O(days until then).
    static func phrase(in text: String, _ clock: QueryClock) -> DatedPhrase? {
        guard let event = EventDays(text), let recurrence = event.recurrence, let rule = event.rule else { return nil }
        var calendar = clock.calendar
        calendar.timeZone = event.zone ?? calendar.timeZone
        let parts = calendar.dateComponents([.hour, .minute], from: clock.now)
        let hasBegun = event.minute.map { $0 <= 60 * (parts.hour ?? 0) + (parts.minute ?? 0) } ?? false
        guard let today = CivilDay(of: clock.now, in: calendar)?.daysSince1970,
            let distance = ((hasBegun ? 1 : 0)...mostDays).first(where: { recurrence.includes(today + $0) }),
            let date = calendar.date(byAdding: .day, value: distance, to: clock.now)
        else { return nil }
        let day = AbsoluteTimeText(calendar).text(date, .day)
        // The days on which it is not are told beside it.
        let phrase = rule.components(separatedBy: ", not on ")[0]
        return DatedPhrase(phrase: phrase, meaning: distance == 0 ? "next today" : "next on \(day)")
    }
}
