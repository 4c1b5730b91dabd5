import Foundation
import RecallText

/// A date as mail programs write it: RFC 5322, RFC 850, asctime, ISO 8601, and what is nearly one of them.
struct MailDate {
    private var day: Int?, month: Int?, year: Int?
    private var time: (hour: Int, minute: Int, second: Int)?
    private var zone: Int?
    private var isAfternoon: Bool?

    /// The date in `bytes` in seconds since 1970; `nil` if it is not a valid day between 1970 and 2100. Without a
    /// zone it is taken as UTC.
    ///
    /// - Complexity: O(*n*), and at most 128 bytes are read.
    static func parse(_ bytes: Bytes) -> Date? {
        MailDate(bytes.slice((0..<bytes.count).prefixRange(128)))?.date
    }

    /// True if `bytes` have a day, a month, a time and a year, as after the sender in an mbox marker line.
    static func isComplete(_ bytes: Bytes) -> Bool {
        guard let date = MailDate(bytes.slice((0..<bytes.count).prefixRange(256))) else { return false }
        return date.time != nil && date.year != nil && date.month != nil && date.day != nil
    }

    private init?(_ bytes: Bytes) {
        var i = 0
        while i < bytes.count {
            let byte = bytes[i]
            if byte == UInt8(ascii: "(") {
                i = (bytes.firstIndex(of: UInt8(ascii: ")"), from: i) ?? bytes.count - 1) + 1
            } else if byte.isASCIILetter || byte.isASCIIDigit || Self.isSign(byte) || byte >= 0x80 {
                let end = Self.tokenEnd(bytes, i)
                take(bytes.slice(i..<end))
                i = end
            } else {
                i += 1
            }
        }
    }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    /// A token is a word, a number with `:` and `.` inside it, or a sign with a number.
    private static func tokenEnd(_ bytes: Bytes, _ start: Int) -> Int {
        var end = start + 1
        if bytes[start].isASCIILetter || bytes[start] >= 0x80 {
            while end < bytes.count, bytes[end].isASCIILetter || bytes[end] >= 0x80 { end += 1 }
            return end
        }
        while end < bytes.count, bytes[end].isASCIIDigit || bytes[end] == 58 || bytes[end] == 46 { end += 1 }
        return end
    }

    private mutating func take(_ token: Bytes) {
        if token[0].isASCIILetter || token[0] >= 0x80 {
            takeWord(token)
        } else if Self.isSign(token[0]), time != nil, zone == nil || zone == 0,
            token.count >= 4 || zone == 0 && token.count > 1
        {
            zone = Self.offset(token)
        } else if token.contains(58)
            || time == nil && token.count(where: { $0 == 46 }) == 2 && token.count == 8 && day != nil
        {
            takeTime(token)
        } else if let number = Self.number(token[0] == 45 ? token.slice(1..<token.count) : token) {
            takeNumber(number, digits: token.count - (token[0] == 45 ? 1 : 0))
        }
    }

    private mutating func takeWord(_ word: Bytes) {
        if month == nil, let number = MonthNames.number(beginning: word) {
            month = number
        } else if word.equalsIgnoringCase("pm") {
            isAfternoon = true
        } else if word.equalsIgnoringCase("am") {
            isAfternoon = false
        } else if time != nil, zone == nil, let known = Self.zones.first(where: { word.equalsIgnoringCase($0.name) }) {
            zone = known.hours * 3600
        }
    }

    private mutating func takeTime(_ token: Bytes) {
        guard time == nil else { return }
        let fields = token.split(whereSeparator: { $0 == 58 || $0 == 46 }).map {
            Self.number(Bytes(rebasing: $0)) ?? 99
        }
        guard fields.count >= 2 else { return }
        time = (fields[0], fields[1], fields.count > 2 ? fields[2] : 0)
    }

    private mutating func takeNumber(_ number: Int, digits: Int) {
        if digits >= 3 || day != nil && month != nil {
            if year == nil { year = Self.fullYear(number, digits) }
        } else if year != nil, month == nil {
            month = number
        } else if day == nil {
            day = number
        } else if month == nil {
            // 5/22/2015: a month above 12 is the day.
            (month, day) = number > 12 ? (day, number) : (number, day)
        }
    }

    /// RFC 5322, 4.3: two digits mean 1950 to 2049, three count from 1900.
    private static func fullYear(_ number: Int, _ digits: Int) -> Int {
        digits >= 4 ? number : digits == 3 || number >= 50 ? 1900 + number : 2000 + number
    }

    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.count <= 8, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// `+hhmm`, `+hh:mm`; `nil` if there is no such zone.
    private static func offset(_ token: Bytes) -> Int? {
        var digits = token.filter(\.isASCIIDigit).prefix(4).map { Int($0 - 48) }
        // `GMT+1`, `+100`.
        if digits.count % 2 == 1 { digits.insert(0, at: 0) }
        if digits.count == 2 { digits += [0, 0] }
        guard digits.count == 4 else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hours <= 14, minutes < 60 else { return nil }
        return (token[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private var date: Date? {
        guard let day, let month, let year, (1970...2100).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year)).contains(day)
        else { return nil }
        var (hour, minute, second) = time ?? (0, 0, 0)
        if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let seconds = Self.days(day, month, year) * 86400 + hour * 3600 + minute * 60 + second - (zone ?? 0)
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970-01-01 in the Gregorian calendar; the year is counted from March.
    private static func days(_ day: Int, _ month: Int, _ year: Int) -> Int {
        let y = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * y + y / 4 - y / 100 + y / 400 + dayOfYear - 719_468
    }

    private static let zones: [(name: StaticString, hours: Int)] = [
        ("gmt", 0), ("utc", 0), ("ut", 0), ("z", 0), ("est", -5), ("edt", -4), ("cst", -6), ("cdt", -5), ("mst", -7),
        ("mdt", -6), ("pst", -8), ("pdt", -7), ("cet", 1), ("cest", 2), ("met", 1), ("mest", 2), ("eet", 2),
        ("eest", 3), ("wet", 0), ("west", 1), ("bst", 1), ("msk", 3), ("jst", 9), ("kst", 9), ("hkt", 8),
        ("aest", 10), ("aedt", 11), ("nzst", 12), ("nzdt", 13),
    ]
}
