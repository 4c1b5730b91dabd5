import Foundation
import RecallCore
import RecallTestSupport

/// Random date fields, tested by arithmetic of days alone (Hinnant's civil-from-days), two hours east of Greenwich.
enum RandomDates {
    static let clock = QueryClock(now: now, timeZone: TimeZone(secondsFromGMT: 7_200)!)
    /// Friday, 15 March 2024, 23:30 in Greenwich: Saturday there.
    static let now = Date(timeIntervalSince1970: 1_710_545_400)
    private static let today = day(of: now)

    private static func day(of date: Date) -> Int {
        Int(((date.timeIntervalSince1970 + 7_200) / 86_400).rounded(.down))
    }

    /// The number of the day since 1970.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// The first day of the month that is `months` after January of year 0.
    private static func firstDay(ofMonth months: Int) -> Int { day(months / 12, months % 12 + 1, 1) }

    /// A point as written, with its first day and the first day after it.
    private static func point(_ generator: inout SeededGenerator) -> (String, Int, Int) {
        let year = Int.random(in: 2021...2024, using: &generator), month = Int.random(in: 1...12, using: &generator)
        let months = year * 12 + month - 1, digits = month < 10 ? "0\(month)" : "\(month)"
        let monday = today - 5
        let thisMonth = 2024 * 12 + 2
        return generator.pick([
            ("\(year)", day(year, 1, 1), day(year + 1, 1, 1)),
            ("\(year)-\(digits)", firstDay(ofMonth: months), firstDay(ofMonth: months + 1)),
            ("\(year)-\(digits)-07", day(year, month, 7), day(year, month, 8)),
            ("today", today, today + 1), ("yesterday", today - 1, today),
            ("this-week", monday, monday + 7), ("\"last week\"", monday - 7, monday),
            ("last-month", firstDay(ofMonth: thisMonth - 1), firstDay(ofMonth: thisMonth)),
            ("last_year", day(2023, 1, 1), day(2024, 1, 1)),
            ("march", firstDay(ofMonth: thisMonth), firstDay(ofMonth: thisMonth + 1)),
            ("last-march", day(2023, 3, 1), day(2023, 4, 1)), ("april", day(2023, 4, 1), day(2023, 5, 1)),
            ("\(month)d", today - month, today - month + 1), ("\(month)w", today - month * 7, today - month * 7 + 1),
            ("1m", day(2024, 2, 16), day(2024, 2, 17)), ("2y", day(2022, 3, 16), day(2022, 3, 17)),
        ])
    }

    static func field(_ generator: inout SeededGenerator) -> RandomQuery {
        let first = point(&generator), second = point(&generator)
        let isRelative = first.0.last.map { "dwmy".contains($0) } == true && first.0.first!.isNumber
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: return field("after:\(first.0)", first.1, .max)
        case 1: return field("before:\(first.0)", .min, first.1)
        case 2 where !first.0.contains("\""): return field("date:\(first.0)..", first.1, .max)
        case 3 where !first.0.contains("\""): return field("date:..\(first.0)", .min, first.2)
        case 4 where !(first.0 + second.0).contains("\"") && first.1 < second.2:
            return field("date:\(first.0)..\(second.0)", first.1, second.2)
        default: return field("date:\(first.0)", first.1, isRelative ? .max : first.2)
        }
    }

    private static func field(_ text: String, _ first: Int, _ end: Int) -> RandomQuery {
        .field(text) { made in made.item.date.map { (first..<end).contains(day(of: $0)) } ?? false }
    }
}
