import Foundation
import RecallCore

/// The days of an event of a calendar, by the line of its text that says when it is: "When: 2026-01-06 16:00 to 17:00, every week on
/// Tuesday until 2026-06-30".
struct EventDays: Equatable {
    /// The first and the last day of it, in days since 1970, at its first time.
    let days: ClosedRange<Int>
    private let recurrence: EventRecurrence?

    /// `nil` if a text has no such line.
    init?(_ text: String) {
        let line = text.split(separator: "\n", maxSplits: 40).lazy.compactMap { line in
            line.hasPrefix("When: ") ? line.dropFirst(6) : nil
        }.first
        guard let line, let first = Self.day(line.prefix(10)) else { return nil }
        let parts = String(line).components(separatedBy: ", every ")
        let last = parts[0].components(separatedBy: " to ").dropFirst().first.flatMap { Self.day($0.prefix(10)) }
        days = first...max(first, min(last ?? first, first + Self.mostDays))
        recurrence = parts.count == 2 ? EventRecurrence(parts[1], from: first) : nil
    }

    /// An event is told for so many days at most.
    static let mostDays = 62

    /// The first of some days on which it is; `nil` if it is on none of them.
    func first(in asked: ClosedRange<Int>) -> Int? {
        if days.overlaps(asked) { return max(days.lowerBound, asked.lowerBound) }
        guard let recurrence else { return nil }
        let length = days.count - 1
        let start = (asked.lowerBound - length...asked.upperBound).first(where: recurrence.includes)
        return start.map { max($0, asked.lowerBound) }
    }

    /// The days since 1970 of `2026-01-06`; `nil` if it is no date.
    static func day(_ written: some StringProtocol) -> Int? {
        let parts = written.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard written.utf8.count == 10, parts.count == 3 else { return nil }
        return CivilDay(year: parts[0], month: parts[1], day: parts[2])?.daysSince1970
    }
}

/// The rule by which an event recurs, as the texts of events tell it.
struct EventRecurrence: Equatable {
    private enum Unit: String { case day, week, month, year }

    private let start: Int
    private let unit: Unit
    private let interval: Int
    /// Monday is 0.
    private let weekdays: Set<Int>
    /// The first to fifth of a weekday in its month, or -1 for the last; `nil` for a day of the month.
    private let place: Int?
    private let count: Int?
    private let until: Int
    private let excluded: Set<Int>

    /// Reads what stands behind "every ": "2 weeks on Monday, Friday, 10 times", "month on the last Friday", "year".
    init?(_ words: String, from start: Int) {
        let form =
            #/
            (?:(\d{1,4})\ )?(day|week|month|year)s?
            (?:\ on\ (?:the\ (first|second|third|fourth|fifth|last)\ )?((?:\w+day(?:,\ )?)+))?
            (?:,?\ ?(\d{1,6})\ times)?(?:\ until\ (\d{4}-\d{2}-\d{2}))?(?:,?\ ?not\ on\ ([0-9,\ \-]+))?
            /#
        guard let match = words.wholeMatch(of: form), let unit = Unit(rawValue: String(match.2)) else { return nil }
        (self.start, self.unit) = (start, unit)
        interval = max(1, match.1.flatMap { Int($0) } ?? 1)
        let named = (match.4 ?? "").split { !$0.isLetter }.compactMap { Self.names.firstIndex(of: String($0)) }
        weekdays = Set(named)
        place = match.3.flatMap { Self.places[String($0)] }
        count = match.5.flatMap { Int($0) }
        until = match.6.flatMap { EventDays.day($0) } ?? .max
        excluded = Set((match.7 ?? "").split { $0 == "," || $0 == " " }.compactMap { EventDays.day($0) })
    }

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let places = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]
    /// Days through which recurrences are counted: 20 years.
    private static let longest = 7_305

    /// True if it begins on a day, in days since 1970.
    ///
    /// - Complexity: O(1); where a number of times is told O(days since the first).
    func includes(_ day: Int) -> Bool {
        guard day >= start, day <= until, !excluded.contains(day), matches(day) else { return false }
        guard let count else { return true }
        guard day - start <= Self.longest else { return false }
        return (start..<day).count(where: matches) < count
    }

    private func matches(_ day: Int) -> Bool {
        let (first, date) = (CivilDay(daysSince1970: start), CivilDay(daysSince1970: day))
        let months = (date.year - first.year) * 12 + date.month - first.month
        // 1 January 1970 was a Thursday.
        let (weekday, firstWeekday) = ((day + 3) % 7, (start + 3) % 7)
        switch unit {
        case .day: return (day - start) % interval == 0
        case .week:
            let weeks = (day - weekday - start + firstWeekday) / 7
            return weeks % interval == 0 && (weekdays.isEmpty ? weekday == firstWeekday : weekdays.contains(weekday))
        case .month:
            guard months % interval == 0 else { return false }
            guard let place else { return date.day == first.day }
            guard weekdays.contains(weekday) else { return false }
            return place > 0 ? (date.day - 1) / 7 + 1 == place : CivilDay(daysSince1970: day + 7).month != date.month
        case .year: return months % (12 * interval) == 0 && date.day == first.day
        }
    }
}
