package import Foundation

/// A day of the proleptic Gregorian calendar that exists.
package struct CivilDay: Hashable, Comparable {
    package let year: Int, month: Int, day: Int

    /// The day, or `nil` if there is no such day between the years 1 and 9999.
    package init?(year: Int, month: Int, day: Int) {
        guard 1...9999 ~= year, 1...12 ~= month, 1...Self.length(ofMonth: month, year: year) ~= day else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day of `2026-01-06`; `nil` if it is no such date.
    package init?(_ written: some StringProtocol) {
        let parts = written.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard written.utf8.count == 10, parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }

    /// The day of a moment in a calendar's zone; `nil` if its year is not between 1 and 9999.
    package init?(of moment: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.year, .month, .day], from: moment)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The number of days since 1 January 1970.
    ///
    /// Years are counted from March, so that the leap day is a year's last and months have a regular length.
    package var daysSince1970: Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let days = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
        return days + (153 * marchMonth + 2) / 5 + day - 719_469
    }

    /// The day of the week, Monday being 0: the first of January 1970 was a Thursday.
    package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

    /// The day with a number since 1 January 1970.
    package init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * ofYear + 2) / 153
        day = ofYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package static func < (a: CivilDay, b: CivilDay) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
