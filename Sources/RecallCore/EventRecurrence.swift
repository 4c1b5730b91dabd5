/// The rule by which an event recurs (RFC 5545, 3.3.10), as the texts of events tell it in a few words: written here, and read again.
package struct EventRecurrence: Equatable {
    private enum Unit: String { case day, week, month, year }

    private let start: Int
    private let unit: Unit
    private let interval: Int
    /// Monday is 0.
    private let weekdays: Set<Int>
    /// The first to fifth of a weekday in its month, or -1 for the last; `nil` for a day of the month.
    private let place: Int?
    /// The days of a month; that of the first time if there are none.
    private let days: Set<Int>
    /// The months in which it is; all if there are none.
    private let months: Set<Int>
    private let count: Int?
    private let until: Int
    private let excluded: Set<Int>

    /// Reads what stands behind "every ": "2 weeks on Monday, Friday, 10 times", "month on the last Friday", "month on day 1, 15",
    /// "week in May, June", "year"; `nil` of "month on some days", which is all that is told of other rules.
    package init?(_ words: String, from start: Int) {
        let form =
            #/
            (?:(\d{1,4})\ )?(day|week|month|year)s?
            (?:\ on\ (?:the\ (first|second|third|fourth|fifth|last)\ )?((?:[A-Z]\w+day(?:,\ )?)+))?
            (?:\ on\ day\ (\d\d?(?:,\ \d\d?)*))?(?:\ in\ ([A-Z]\w+(?:,\ [A-Z]\w+)*))?
            (?:,?\ ?(\d{1,6})\ times)?(?:\ until\ (\d{4}-\d{2}-\d{2}))?(?:,?\ ?not\ on\ ([0-9,\ \-]+))?
            /#
        guard let match = words.wholeMatch(of: form), let unit = Unit(rawValue: String(match.2)) else { return nil }
        (self.start, self.unit) = (start, unit)
        interval = max(1, match.1.flatMap { Int($0) } ?? 1)
        let named = (match.4 ?? "").split { !$0.isLetter }.compactMap { Self.names.firstIndex(of: String($0)) }
        weekdays = Set(named)
        place = match.3.flatMap { Self.places[String($0)] }
        days = Set((match.5 ?? "").split { !$0.isNumber }.compactMap { Int($0) })
        months = Set(
            (match.6 ?? "").split { !$0.isLetter }.compactMap { Self.monthNames.firstIndex(of: String($0)) }.map {
                $0 + 1
            })
        count = match.7.flatMap { Int($0) }
        until = match.8.flatMap { CivilDay($0)?.daysSince1970 } ?? .max
        excluded = Set((match.9 ?? "").split { $0 == "," || $0 == " " }.compactMap { CivilDay($0)?.daysSince1970 })
    }

    private static let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let places = ["first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1]
    /// Days through which recurrences are counted: 20 years.
    private static let longest = 7_305

    /// True if it begins on a day, in days since 1970.
    ///
    /// - Complexity: O(1); where a number of times is told O(days since the first).
    package func includes(_ day: Int) -> Bool {
        guard day >= start, day <= until, !excluded.contains(day), matches(day) else { return false }
        guard let count else { return true }
        guard day - start <= Self.longest else { return false }
        return (start..<day).count(where: matches) < count
    }

    private func matches(_ day: Int) -> Bool {
        let (first, date) = (CivilDay(daysSince1970: start), CivilDay(daysSince1970: day))
        guard months.isEmpty || months.contains(date.month) else { return false }
        let distance = (date.year - first.year) * 12 + date.month - first.month
        let (weekday, firstWeekday) = (date.weekday, first.weekday)
        switch unit {
        case .day: return (day - start) % interval == 0
        case .week:
            let weeks = (day - weekday - start + firstWeekday) / 7
            return weeks % interval == 0 && (weekdays.isEmpty ? weekday == firstWeekday : weekdays.contains(weekday))
        case .month:
            guard distance % interval == 0 else { return false }
            guard let place else { return days.isEmpty ? date.day == first.day : days.contains(date.day) }
            guard weekdays.contains(weekday) else { return false }
            return place > 0 ? (date.day - 1) / 7 + 1 == place : CivilDay(daysSince1970: day + 7).month != date.month
        case .year: return distance % (12 * interval) == 0 && date.day == first.day
        }
    }

    // MARK: In words

    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    private static let units: [Substring: Unit] = ["DAILY": .day, "WEEKLY": .week, "MONTHLY": .month, "YEARLY": .year]
    /// The days on which an event does not recur, at most, that its text tells.
    package static let mostExcluded = 20

    /// A rule such as `FREQ=WEEKLY;BYDAY=TU` in words, "every week on Tuesday"; empty for one that recurs not at all.
    ///
    /// - Parameter excluded: the days on which it does not, "2026-12-24", of which the last ones are told.
    package static func inWords(_ rule: String, excluding excluded: [String]) -> String {
        let words = inWords(rule)
        let days = Set(excluded).sorted().suffix(mostExcluded)
        return words + (days.isEmpty || words.isEmpty ? "" : ", not on " + days.joined(separator: ", "))
    }

    private static func inWords(_ rule: String) -> String {
        var parts: [Substring: Substring] = [:]
        for part in rule.uppercased().split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2 { parts[pair[0]] = pair[1] }
        }
        guard let unit = parts["FREQ"].flatMap({ units[$0] }) else { return "recurring" }
        let interval = parts["INTERVAL"].flatMap { Int($0) } ?? 1
        let count = parts["COUNT"].flatMap { Int($0) }
        guard count != 1 else { return "" }
        let (shown, days) = days(unit, interval, parts) ?? (unit, " on some days")
        var words = interval > 1 ? "every \(interval) \(shown.rawValue)s" : "every \(shown.rawValue)"
        words += days
        if let count { words += ", \(count) times" }
        if let until = parts["UNTIL"].flatMap(day) { words += " until " + until }
        return words
    }

    /// The days of a rule in words, " on Monday, Friday", and by what it recurs: a daily rule for weekdays is one of weeks. `nil` for
    /// those that are not read: it is better to tell of no day than of a wrong one.
    private static func days(
        _ unit: Unit, _ interval: Int, _ parts: [Substring: Substring]
    ) -> (Unit, String)? {
        guard parts.keys.allSatisfy(readParts.contains) else { return nil }
        func list(_ name: Substring) -> [Substring] { (parts[name] ?? "").split(separator: ",") }
        let codes = list("BYDAY")
        let named = codes.compactMap { code in Self.codes.firstIndex(of: String(code)).map { names[$0] } }
        let areNamed = named.count == codes.count
        let months = list("BYMONTH").compactMap { Int($0) }.filter { 1...12 ~= $0 }.map { monthNames[$0 - 1] }
        let monthDays = list("BYMONTHDAY").compactMap { Int($0) }.filter { 1...31 ~= $0 }
        guard months.count == list("BYMONTH").count, monthDays.count == list("BYMONTHDAY").count else { return nil }
        let ofMonths = months.isEmpty ? "" : " in " + months.joined(separator: ", ")
        let ofWeek = named.isEmpty ? "" : " on " + named.joined(separator: ", ")
        let position = parts["BYSETPOS"]
        switch unit {
        case .day where position == nil && monthDays.isEmpty:
            if codes.isEmpty { return (.day, ofMonths) }
            return areNamed && interval == 1 ? (.week, ofWeek + ofMonths) : nil
        case .week where position == nil && monthDays.isEmpty && areNamed: return (.week, ofWeek + ofMonths)
        case .month where codes.isEmpty && position == nil:
            return (
                .month,
                (monthDays.isEmpty ? "" : " on day " + monthDays.map(String.init).joined(separator: ", ")) + ofMonths
            )
        case .month where codes.count == 1 && monthDays.isEmpty:
            guard let day = Self.codes.firstIndex(of: String(codes[0].suffix(2))) else { return nil }
            if let place = place(codes[0], position) { return (.month, " on the \(place) \(names[day])" + ofMonths) }
            return position == nil && areNamed && interval == 1 ? (.week, ofWeek + ofMonths) : nil
        case .month where position == nil && monthDays.isEmpty && areNamed && interval == 1:
            return (.week, ofWeek + ofMonths)
        // The one day of the year is that of the first time.
        case .year where codes.isEmpty && position == nil && months.count < 2 && monthDays.count < 2: return (.year, "")
        default: return nil
        }
    }

    private static let readParts: Set<Substring> = [
        "FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTH", "BYMONTHDAY", "BYSETPOS",
    ]

    /// The place of a weekday in its month: "second" of `2TU`, or of `TU` with a position.
    private static func place(_ day: Substring, _ position: Substring?) -> String? {
        let written = day.dropLast(2)
        let number = Int(written.isEmpty ? position ?? "" : written)
        return places.first { $0.value == number }?.key
    }

    /// The day of a date or time: "2026-12-24" of `20261224T160000`.
    private static func day(_ written: Substring) -> String? {
        let day = written.prefix(8)
        guard day.count == 8, day.allSatisfy(\.isNumber) else { return nil }
        return "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
    }
}
