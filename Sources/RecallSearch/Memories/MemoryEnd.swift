import Foundation
import RecallCore
import RecallText

/// The end that a statement names: "until 14 June", "until the end of May", "bis Freitag".
struct MemoryEnd {
    /// The moment from which it is no longer true.
    let date: Date

    /// The end named in folded words, by the clock; `nil` if there is none.
    init?(_ words: [String], _ clock: QueryClock) {
        guard let until = words.firstIndex(where: Self.untils.contains) else { return nil }
        var rest = words[(until + 1)...].filter { !Self.fillers.contains($0) }[...]
        let isEnd = rest.first.map(Self.ends.contains) ?? false
        if isEnd { rest = rest.dropFirst() }
        guard let date = Self.date(Array(rest.prefix(3)), isEnd, clock) else { return nil }
        self.date = date
    }

    /// True if the words name a month, a season, a day of the week or a year.
    static func namesTime(_ words: [String]) -> Bool {
        words.contains { months[$0] != nil || seasons.contains($0) || weekdays[$0] != nil || year($0) != nil }
    }

    /// True if the word names a day of the week.
    static func namesDay(_ word: String) -> Bool { weekdays[word] != nil }

    // MARK: Dates

    private static func date(_ words: [String], _ isEnd: Bool, _ clock: QueryClock) -> Date? {
        guard let first = words.first else { return nil }
        if let day = day(first), words.count > 1, let month = months[words[1]] {
            return self.day(day, month, words.dropFirst(2).first.flatMap(year), clock)
        }
        if let month = months[first] {
            if words.count > 1, let day = day(words[1]) {
                return self.day(day, month, words.dropFirst(2).first.flatMap(year), clock)
            }
            return self.month(month, words.dropFirst().first.flatMap(year), isEnd, clock)
        }
        if let year = year(first) { return clock.calendar.date(from: DateComponents(year: year + (isEnd ? 1 : 0))) }
        return weekdays[first].flatMap { weekday($0, clock) }
    }

    /// The end of a day; the next one of that name without a year.
    private static func day(_ day: Int, _ month: Int, _ year: Int?, _ clock: QueryClock) -> Date? {
        let calendar = clock.calendar
        let this = year ?? calendar.component(.year, from: clock.now)
        func end(of year: Int) -> Date? {
            calendar.date(from: DateComponents(year: year, month: month, day: day + 1))
        }
        guard let end = end(of: this) else { return nil }
        return year == nil && end <= clock.now ? self.day(day, month, this + 1, clock) : end
    }

    /// The beginning of a month, or its end.
    private static func month(_ month: Int, _ year: Int?, _ isEnd: Bool, _ clock: QueryClock) -> Date? {
        let calendar = clock.calendar
        let this = year ?? calendar.component(.year, from: clock.now)
        let date = calendar.date(from: DateComponents(year: this, month: month + (isEnd ? 1 : 0)))
        guard let date, year == nil, date <= clock.now else { return date }
        return self.month(month, this + 1, isEnd, clock)
    }

    /// The end of the next day of that name, Monday being 1.
    private static func weekday(_ number: Int, _ clock: QueryClock) -> Date? {
        let calendar = clock.calendar
        let today = calendar.startOfDay(for: clock.now)
        let now = (calendar.component(.weekday, from: today) + 5) % 7 + 1
        return calendar.date(byAdding: .day, value: (number - now + 7) % 7 + 1, to: today)
    }

    private static func day(_ word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), ["", "st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) else {
            return nil
        }
        return Int(digits).flatMap { 1...31 ~= $0 ? $0 : nil }
    }

    private static func year(_ word: String) -> Int? {
        guard word.count == 4, let year = Int(word), 1950...2200 ~= year else { return nil }
        return year
    }

    private static let untils: Set<String> = ["until", "till", "bis", "hasta"]
    private static let ends: Set<String> = ["end", "ende", "fin", "finales"]
    private static let fillers: Set<String> = [
        "the", "of", "zum", "zur", "des", "el", "la", "de", "del", "next", "this",
    ]
    private static let seasons: Set<String> = [
        "spring", "summer", "autumn", "winter", "easter", "christmas", "year", "fruhling", "sommer", "herbst",
    ]
    private static let months = MonthNames.numbers(in: [.english, .german, .spanish]).merging(
        MonthNames.abbreviations
    ) { first, _ in first }
    private static let weekdays: [String: Int] = {
        let names = [
            "monday tuesday wednesday thursday friday saturday sunday",
            "montag dienstag mittwoch donnerstag freitag samstag sonntag",
            "lunes martes miercoles jueves viernes sabado domingo",
        ]
        return names.reduce(into: [:]) { numbers, line in
            for (index, name) in line.split(separator: " ").enumerated() {
                numbers[String(name)] = index + 1
                numbers[name + "s"] = index + 1
            }
        }
    }()
}
