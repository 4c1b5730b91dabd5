import Foundation

/// The days that an answer names, so that "the Friday before 15 July 2023" and "14 July 2023" are the same.
///
/// English, as the references of the chat sets are: a day, a month, a year, a week or weekend before or of a day, and
/// the day of the week before or after one.
struct NamedTime: Hashable, Sendable {
    /// The length of what is named.
    enum Unit: Hashable, Sendable { case day, week, weekend, month, year }

    let unit: Unit
    /// In days since 1970, the end excluded.
    let days: Range<Int>

    /// The time that a text names; `nil` if it names none or several.
    init?(_ text: String) {
        let words = AnswerTokens(Self.separated(text)).all
        guard let (anchor, unit) = Self.anchor(words) else { return nil }
        let before = words.contains("before")
        if let weekday = words.lazy.compactMap({ Self.weekdays.firstIndex(of: $0) }).first,
            before || words.contains("after")
        {
            let step = before ? -1 : 1
            guard let day = (1...7).map({ anchor.lowerBound + $0 * step }).first(where: { Self.weekday($0) == weekday })
            else { return nil }
            self.init(.day, day..<day + 1)
        } else if words.contains("weekend") || words.contains("weekends"), unit == .day {
            let saturday = anchor.lowerBound - (Self.weekday(anchor.lowerBound) + 2) % 7
            let start = words.contains("after") ? saturday + 7 : saturday
            self.init(.weekend, start - (words.contains("two") ? 7 : 0)..<start + 2)
        } else if words.contains("week"), unit == .day {
            let monday = anchor.lowerBound - Self.weekday(anchor.lowerBound)
            self.init(.week, before ? anchor.lowerBound - 13..<anchor.lowerBound : monday..<monday + 7)
        } else {
            guard !before, !words.contains("after") else { return nil }
            self.init(unit, anchor)
        }
    }

    private init(_ unit: Unit, _ days: Range<Int>) {
        (self.unit, self.days) = (unit, days)
    }

    /// True if both name the same day, month or year; for weeks, if they overlap by half a week.
    func isSame(as other: NamedTime) -> Bool {
        guard unit == other.unit else { return false }
        return unit == .week ? days.clamped(to: other.days).count >= 3 : days == other.days
    }

    // MARK: Reading

    /// "24June" and "3rd" as words and numbers.
    private static func separated(_ text: String) -> String {
        text.lowercased().replacing(/([0-9])(st|nd|rd|th)\b/) { String($0.1) }
            .replacing(/([0-9])([a-z])/) { "\($0.1) \($0.2)" }
    }

    /// The day, month or year that words name.
    private static func anchor(_ words: [String]) -> (Range<Int>, Unit)? {
        let numbers = words.compactMap { Int($0) }
        let years = numbers.filter { (1900...2100).contains($0) }
        let months = words.compactMap(month)
        let days = numbers.filter { (1...31).contains($0) }
        guard years.count == 1, months.count <= 1, days.count <= 1 else { return nil }
        guard let month = months.first else { return (span(years[0], 1, 1, .year), .year) }
        guard let day = days.first else { return (span(years[0], month, 1, .month), .month) }
        return (span(years[0], month, day, .day), .day)
    }

    /// The number of a month by its name, whole or abbreviated.
    private static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) || word == "sept" && $0 == "september" }.map { $0 + 1 }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func span(_ year: Int, _ month: Int, _ day: Int, _ unit: Calendar.Component) -> Range<Int> {
        let start = calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
        let end = calendar.date(byAdding: unit, value: 1, to: start) ?? start
        return number(start)..<number(end)
    }

    private static func number(_ date: Date) -> Int { Int((date.timeIntervalSince1970 / 86_400).rounded()) }

    /// Monday is 0.
    private static func weekday(_ day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }
}
