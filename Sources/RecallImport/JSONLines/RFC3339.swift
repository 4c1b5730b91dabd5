import Foundation
import RecallCore
import RecallText

/// Dates as RFC 3339 writes them: `2024-03-17T09:30:00Z`, `2024-03-17T09:30:00.25+01:00`.
enum RFC3339 {
    /// The instant that `text` names, or `nil` if it is not an RFC 3339 date with time and zone.
    static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { date($0) }
    }

    /// The date in UTC, with milliseconds if it has any; `nil` if its year does not have four digits.
    static func text(_ date: Date) -> String? {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded())
        guard fourDigitYears ~= milliseconds else { return nil }
        // Foundation cuts the fraction off, and .371 is a little less in binary.
        let fraction = ((milliseconds % 1_000) + 1_000) % 1_000
        let text = Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1_000)).formatted(.iso8601)
        return fraction == 0 ? text : text.dropLast() + "." + String(1_000 + fraction).dropFirst() + "Z"
    }

    /// The milliseconds of the years 1 to 9999.
    private static let fourDigitYears = -62_135_596_800_000...253_402_300_799_999

    private static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
        guard text.count >= 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] | 0x20 == UInt8(ascii: "t") || text[10] == UInt8(ascii: " "),
            text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            let year = number(text[0..<4]), let month = number(text[5..<7]), let day = number(text[8..<10]),
            let hour = number(text[11..<13]), let minute = number(text[14..<16]), let second = number(text[17..<19]),
            let days = CivilDay(year: year, month: month, day: day)?.daysSince1970,
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = text[19...]
        guard let fraction = fraction(&rest), let zone = zoneOffset(rest) else { return nil }
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + min(second, 59) - zone
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func fraction(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(1 + digits.count)
        return digits.reversed().reduce(0) { ($0 + Double($1 - 0x30)) / 10 }
    }

    private static func zoneOffset(_ zone: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let sign = zone.first else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return zone.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), zone.count == 6,
            zone[zone.startIndex + 3] == UInt8(ascii: ":"),
            let hours = number(zone.dropFirst().prefix(2)), let minutes = number(zone.suffix(2)),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var value = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}
