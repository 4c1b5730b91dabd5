import Foundation
import RecallCore
import RecallText

/// The dates that notes carry: in front matter, and in the names of daily notes.
struct NoteDate {
    private var clock: LocalClock

    /// Dates without a zone are those of `zone`.
    init(zone: TimeZone) {
        clock = LocalClock(zone: zone)
    }

    /// The instant of `2024-03-17`, `2024-03-17 09:30`, `2024-03-17T09:30:00`, each with a zone or without, of a date in English
    /// words such as `Sunday, March 17th 2024, 9:30 am`, or of seconds or milliseconds since 1970; `nil` if it is none.
    mutating func date(_ text: String) -> Date? {
        // Notion writes "August 16, 2024 → August 19, 2024": the first day.
        let first = text.split(separator: "→", maxSplits: 1).first.map(String.init) ?? text
        let text = first.trimmingCharacters(in: Self.brackets)
        if let date = RFC3339.date(text) ?? Self.sinceEpoch(text) ?? date(digits: text) { return date }
        let (written, offset) = Self.withoutZone(text)
        let numbers = written.utf8.split { !$0.isASCIIDigit }.prefix(6).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? -1
        }
        guard let first = text.utf8.first, first.isASCIIDigit, numbers.count >= 3, let day = Self.day(numbers) else {
            return date(words: text)
        }
        let time = numbers.dropFirst(3) + [0, 0, 0]
        let (hour, minute, second) = (time[3], time[4], time[5])
        guard 0..<24 ~= hour, 0..<60 ~= minute else { return date(of: day, second: 0) }
        return date(of: day, second: hour * 3600 + minute * 60 + max(0, min(second, 59)), offset)
    }

    /// The characters around a date that is a link to a daily note.
    private static let brackets = CharacterSet(charactersIn: "[] ")

    /// Dendron and other programs write milliseconds.
    private static func sinceEpoch(_ text: String) -> Date? {
        guard [10, 13].contains(text.utf8.count), text.utf8.allSatisfy(\.isASCIIDigit), let number = Double(text) else {
            return nil
        }
        let seconds = text.utf8.count == 13 ? number / 1_000 : number
        // Later ones are a day and an hour: 2024031709.
        return seconds < 1_900_000_000 ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// `20240317`, `202403170930`, `20240317093000`, as notes are numbered by.
    private mutating func date(digits text: String) -> Date? {
        let digits = Array(text.utf8)
        guard [8, 12, 14].contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let part = { (start: Int, count: Int) in
            digits.dropFirst(start).prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        let (hour, minute, second) = (part(8, 2), part(10, 2), part(12, 2))
        guard hour < 24, minute < 60, second < 60 else { return nil }
        return Self.day([part(0, 4), part(4, 2), part(6, 2)]).map {
            date(of: $0, second: hour * 3600 + minute * 60 + second)
        }
    }

    /// A text without the zone after its time, and the seconds by which that is ahead of UTC: `+0100`, ` -06:00`, `Z`, `UTC`.
    private static func withoutZone(_ text: String) -> (text: Substring, offset: Int?) {
        guard let colon = text.firstIndex(of: ":") else { return (text[...], nil) }
        if ["Z", "UTC", "GMT"].contains(where: text.hasSuffix) { return (text[...], 0) }
        guard let sign = text[colon...].lastIndex(where: { $0 == "+" || $0 == "-" }) else { return (text[...], nil) }
        let digits = text[text.index(after: sign)...].filter { $0 != ":" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int(digits), number < 1_500
        else { return (text[...], nil) }
        let seconds = number / 100 * 3600 + number % 100 * 60
        return (text[..<sign], text[sign] == "-" ? -seconds : seconds)
    }

    /// A date in English words, of which there is nothing else: `March 17, 2024`, `Sun, 17 Mar 2024 09:30:00 +0100`.
    private mutating func date(words text: String) -> Date? {
        let (written, offset) = Self.withoutZone(text)
        var (day, month, year, time, isAfternoon): (Int?, Int?, Int?, [Int], Bool?) = (nil, nil, nil, [], nil)
        for word in written.lowercased().split(whereSeparator: { $0 == " " || $0 == "," }) {
            let number = Int(word) ?? Self.ordinal(word)
            switch word {
            case "am", "a.m.": isAfternoon = false
            case "pm", "p.m.": isAfternoon = true
            case "at", "utc", "gmt": break
            case _ where word.contains(":") && time.isEmpty:
                let digits = word.prefix { $0.isNumber || $0 == ":" }
                time = digits.split(separator: ":").compactMap { Int($0) }
                let rest = word.dropFirst(digits.count)
                guard rest.isEmpty || rest == "am" || rest == "pm" else { return nil }
                if !rest.isEmpty { isAfternoon = rest == "pm" }
            case _ where Int(word) != nil && word.count == 4 && year == nil: year = number
            case _ where number.map { 1...31 ~= $0 } == true && day == nil: day = number
            case _ where word.count > 2 && Self.weekdays.contains { $0.hasPrefix(word) }: break
            case _ where month == nil && word.count > 2:
                month = Self.months.firstIndex { $0.hasPrefix(word.prefix { $0 != "." }) }.map { $0 + 1 }
                if month == nil { return nil }
            default: return nil
            }
        }
        guard let day, let month, let year, let civil = Self.day([year, month, day]) else { return nil }
        time += [0, 0, 0]
        if let isAfternoon, 1...12 ~= time[0] { time[0] = time[0] % 12 + (isAfternoon ? 12 : 0) }
        guard time[0] < 24, time[1] < 60, time[2] < 61 else { return nil }
        return date(of: civil, second: time[0] * 3600 + time[1] * 60 + min(time[2], 59), offset)
    }

    private static let months = MonthNames.english.map { $0.lowercased() }
    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// `17th`
    private static func ordinal(_ word: Substring) -> Int? {
        ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) } ? Int(word.dropLast(2)) : nil
    }

    /// The day that a file's name begins with: `2024-03-17 Harbour`, `2024_03_17`, `20240317`, `202403170930 Harbour`; or the one
    /// that it is: `March 17th, 2024`.
    mutating func date(fileName: String) -> Date? {
        let digits = fileName.utf8.prefix(while: \.isASCIIDigit)
        if [8, 12, 14].contains(digits.count) { return date(digits: String(fileName.prefix(digits.count))) }
        guard digits.count == 4, let divider = fileName.utf8.dropFirst(4).first, "-_.".utf8.contains(divider) else {
            return date(words: fileName)
        }
        let parts = fileName.utf8.split(separator: divider, maxSplits: 2).map { $0.prefix(while: \.isASCIIDigit) }
        guard parts.count == 3, parts[1].count == 2, parts[2].count == 2 else { return nil }
        return Self.day(parts.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }).map { date(of: $0, second: 0) }
    }

    /// The day that is all that a text's first line says: `2024-03-17`.
    mutating func date(firstLine text: String) -> Date? {
        let line = text.utf8.prefix { $0 != 0x0A }.prefix(Self.longestDay + 1).drop {
            $0 == UInt8(ascii: "#") || $0 == 0x20
        }
        let parts = line.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(\.isASCIIDigit) else { return nil }
        return Self.day(parts.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }).map { date(of: $0, second: 0) }
    }

    /// The bytes of a day with the marks of a heading before it.
    private static let longestDay = 17

    private static func day(_ numbers: [Int]) -> CivilDay? {
        guard 1900...2100 ~= numbers[0] else { return nil }
        return CivilDay(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// - Parameter offset: the seconds by which the clock is ahead of UTC; `nil` if it is that of the zone.
    private mutating func date(of day: CivilDay, second: Int, _ offset: Int? = nil) -> Date {
        if let offset { return Date(timeIntervalSince1970: Double(day.daysSince1970 * 86_400 + second - offset)) }
        return Date(timeIntervalSince1970: Double(clock.instant(showing: day.daysSince1970 * 86_400 + second)))
    }
}
