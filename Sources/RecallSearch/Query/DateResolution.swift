public import Foundation
public import RecallCore

/// The time from the beginning of one day to the beginning of another. A missing end is open.
public struct DayRange: Hashable, Sendable {
    /// The first moment.
    public var from: Date?
    /// The first moment after.
    public var to: Date?

    /// A range.
    public init(from: Date?, to: Date?) {
        self.from = from
        self.to = to
    }

    /// The days, both included: `2024-03-01..2024-03-31`, `2024-03-05`, `2024-03-05..`.
    public static func text(_ range: DayRange, in clock: QueryClock) -> String {
        let calendar = clock.calendar
        let first = range.from.map { day($0, calendar) } ?? ""
        let last = range.to.map { day($0.addingTimeInterval(-1), calendar) } ?? ""
        return first == last ? first : first + ".." + last
    }

    private static func day(_ date: Date, _ calendar: Calendar) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let digits = { (number: Int?, width: Int) in
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        return [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)].joined(separator: "-")
    }
}

extension DateExpression {
    /// The days it stands for; `nil` if there are none, as for 30 February. A relative date alone extends to the
    /// present: `2w` is `2w..`.
    public func days(in clock: QueryClock) -> DayRange? {
        switch form {
        case .point(.ago(let count, let unit)):
            return Point.ago(count, unit).days(in: clock).map { DayRange(from: $0.start, to: nil) }
        case .point(let point): return point.days(in: clock).map { DayRange(from: $0.start, to: $0.end) }
        case .range(let first, let last): return Self.days(first, last, clock)
        case .before(let point): return point.days(in: clock).map { DayRange(from: nil, to: $0.start) }
        case .after(let point): return point.days(in: clock).map { DayRange(from: $0.end, to: nil) }
        }
    }

    private static func days(_ first: Point?, _ last: Point?, _ clock: QueryClock) -> DayRange? {
        let from = first?.days(in: clock)?.start
        let to = last?.days(in: clock)?.end
        guard (first == nil) == (from == nil), (last == nil) == (to == nil) else { return nil }
        if let from, let to, from >= to { return nil }
        return DayRange(from: from, to: to)
    }

    /// The first moment of a point; `nil` for a range.
    public func firstDay(in clock: QueryClock) -> Date? {
        guard case .point(let point) = form else { return nil }
        return point.days(in: clock)?.start
    }
}

extension DateExpression.Point {
    /// The days in the clock's time zone, the end excluded.
    func days(in clock: QueryClock) -> DateInterval? {
        let calendar = clock.calendar
        switch self {
        case .year(let year): return Self.interval(year, 1, 1, .year, calendar)
        case .month(let year, let month): return Self.interval(year, month, 1, .month, calendar)
        case .day(let year, let month, let day): return Self.interval(year, month, day, .day, calendar)
        case .ago(let count, let unit):
            return calendar.date(byAdding: unit.component, value: -count, to: clock.now).flatMap {
                calendar.dateInterval(of: .day, for: $0)
            }
        case .current(let unit, let back):
            return calendar.date(byAdding: unit.component, value: -back, to: clock.now).flatMap {
                calendar.dateInterval(of: unit.component, for: $0)
            }
        case .named(let month, let hasEnded): return Self.named(month, hasEnded, clock.now, calendar)
        case .weekday(let number): return Self.weekday(number, clock.now, calendar)
        case .yearly(let yearly, let year): return yearly.days(year, clock.now, calendar)
        case .part(let third, let point): return point.days(in: clock).flatMap { third.days(of: $0, calendar) }
        }
    }

    private static func weekday(_ number: Int, _ now: Date, _ calendar: Calendar) -> DateInterval? {
        // Foundation counts from Sunday, which is 1.
        (1...7).lazy.compactMap { calendar.date(byAdding: .day, value: -$0, to: now) }
            .first { calendar.component(.weekday, from: $0) == number % 7 + 1 }
            .flatMap { calendar.dateInterval(of: .day, for: $0) }
    }

    private static func interval(
        _ year: Int, _ month: Int, _ day: Int, _ unit: Calendar.Component, _ calendar: Calendar
    ) -> DateInterval? {
        guard let date = calendar.date(from: DateComponents(year: year, month: month, day: day)),
            calendar.component(.month, from: date) == month, calendar.component(.day, from: date) == day
        else { return nil }
        return calendar.dateInterval(of: unit, for: date)
    }

    private static func named(_ month: Int, _ hasEnded: Bool, _ now: Date, _ calendar: Calendar) -> DateInterval? {
        let year = calendar.component(.year, from: now)
        return [year, year - 1].lazy.compactMap { interval($0, month, 1, .month, calendar) }
            .first { hasEnded ? $0.end <= now : $0.start <= now }
    }
}

extension DateExpression.Unit {
    /// The calendar's name of it.
    var component: Calendar.Component {
        switch self {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }
}

extension DateExpression.Yearly {
    /// The days in a year.
    func days(_ year: DateExpression.Year, _ now: Date, _ calendar: Calendar) -> DateInterval? {
        let current = calendar.component(.year, from: now)
        let years = (0...2).lazy.compactMap { days(in: current - $0, calendar) }
        switch year {
        case .number(let number): return days(in: number, calendar)
        case .current: return days(in: current, calendar)
        case .begun: return years.first { $0.start <= now }
        case .ended: return years.first { $0.end <= now }
        }
    }

    private func days(in year: Int, _ calendar: Calendar) -> DateInterval? {
        switch self {
        case .spring: Self.days(from: (year, 3, 1), months: 3, calendar)
        case .summer: Self.days(from: (year, 6, 1), months: 3, calendar)
        case .autumn: Self.days(from: (year, 9, 1), months: 3, calendar)
        case .winter: Self.days(from: (year, 12, 1), months: 3, calendar)
        case .christmas: Self.days(from: (year, 12, 24), days: 3, calendar)
        case .easter: Self.easter(year, calendar)
        }
    }

    private static func days(
        from start: (year: Int, month: Int, day: Int), months: Int = 0, days: Int = 0, _ calendar: Calendar
    ) -> DateInterval? {
        let first = calendar.date(from: DateComponents(year: start.year, month: start.month, day: start.day))
        guard let first, let end = calendar.date(byAdding: DateComponents(month: months, day: days), to: first) else {
            return nil
        }
        return DateInterval(start: first, end: end)
    }

    /// Good Friday to Easter Monday of the Gregorian calendar (Meeus 1991, chapter 8).
    private static func easter(_ year: Int, _ calendar: Calendar) -> DateInterval? {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
        let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
        let n = h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114
        return days(from: (year, n / 31, n % 31 + 1 - 2), days: 4, calendar)
    }
}

extension DateExpression.Third {
    /// The third of a year or a season by months, that of a month by ten days.
    fileprivate func days(of whole: DateInterval, _ calendar: Calendar) -> DateInterval? {
        let months = calendar.dateComponents([.month], from: whole.start, to: whole.end).month ?? 0
        let (unit, length) = months > 1 ? (Calendar.Component.month, months / 3) : (.day, 10)
        guard let start = calendar.date(byAdding: unit, value: rawValue * length, to: whole.start),
            let end = self == .late ? whole.end : calendar.date(byAdding: unit, value: length, to: start)
        else { return nil }
        return DateInterval(start: start, end: end)
    }
}
