import Foundation
import RecallCore
import RecallText

/// A time relative to the day of writing: "yesterday", "last Friday", "two weeks ago".
enum RelativeTime: Hashable {
    /// The day, week, month or year that many units after the one of writing.
    case unit(DateExpression.Unit, Int)
    /// The weekend of the week that many weeks after the week of writing.
    case weekend(Int)
    /// The last day of that name before the day of writing, or the first one after it. Monday is 1.
    case weekday(Int, isAfter: Bool)
    /// A month or a season of the year that many years after the last or current one.
    case month(Int, direction: Int)
    case season(DateExpression.Yearly, direction: Int)

    /// The time in words, for text written at the clock's time; `nil` if it is beyond the calendar.
    func meaning(in clock: QueryClock) -> String? {
        let text = AbsoluteTimeText(clock.calendar)
        switch self {
        case .unit(let unit, let count):
            return DateExpression.Point.current(unit, back: -count).days(in: clock).map { text.text($0.start, unit) }
        case .weekend(let weeks):
            return DateExpression.Point.current(.week, back: -weeks).days(in: clock)
                .flatMap { clock.calendar.date(byAdding: .day, value: 5, to: $0.start) }
                .map { "the weekend of " + text.text($0, .day) }
        case .weekday(let number, let isAfter):
            return Self.day(number, isAfter, clock).map { text.text($0, .day) }
        case .month(let month, let direction):
            return Self.month(month, direction, clock).map { text.text($0.start, .month) }
        case .season(let season, let direction):
            return Self.season(season, direction, clock).map { "\(season) " + text.text($0.start, .year) }
        }
    }

    private static func day(_ number: Int, _ isAfter: Bool, _ clock: QueryClock) -> Date? {
        guard isAfter else { return DateExpression.Point.weekday(number).days(in: clock)?.start }
        let inAWeek = clock.calendar.date(byAdding: .day, value: 8, to: clock.now).map {
            QueryClock(now: $0, timeZone: clock.timeZone)
        }
        return inAWeek.flatMap { DateExpression.Point.weekday(number).days(in: $0)?.start }
    }

    private static func month(_ month: Int, _ direction: Int, _ clock: QueryClock) -> DateInterval? {
        let year = clock.calendar.component(.year, from: clock.now)
        let months = (year - 1...year + 1).compactMap {
            DateExpression.Point.month(year: $0, month: month).days(in: clock)
        }
        return choice(months, direction, clock)
    }

    private static func season(
        _ season: DateExpression.Yearly, _ direction: Int, _ clock: QueryClock
    ) -> DateInterval? {
        let year = clock.calendar.component(.year, from: clock.now)
        let seasons = (year - 2...year + 1).compactMap {
            DateExpression.Point.yearly(season, .number($0)).days(in: clock)
        }
        return choice(seasons, direction, clock)
    }

    /// The last one that is over, the one of this year, or the first one to come.
    private static func choice(_ spans: [DateInterval], _ direction: Int, _ clock: QueryClock) -> DateInterval? {
        switch direction {
        case ..<0: return spans.last { $0.end <= clock.now }
        case 0:
            let year = clock.calendar.component(.year, from: clock.now)
            return spans.first { clock.calendar.component(.year, from: $0.start) == year }
        default: return spans.first { $0.start > clock.now }
        }
    }
}

/// Dates in English words: `7 May 2023`, `the week of 15 May 2023`, `May 2023`, `2023`.
struct AbsoluteTimeText {
    private let calendar: Calendar

    init(_ calendar: Calendar) {
        self.calendar = calendar
    }

    /// The unit that begins at `date`.
    func text(_ date: Date, _ unit: DateExpression.Unit) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let year = String(parts.year ?? 0)
        let month = MonthNames.english[max(0, (parts.month ?? 1) - 1)] + " " + year
        switch unit {
        case .day: return "\(parts.day ?? 0) " + month
        case .week: return "the week of \(parts.day ?? 0) " + month
        case .month: return month
        case .year: return year
        }
    }
}
