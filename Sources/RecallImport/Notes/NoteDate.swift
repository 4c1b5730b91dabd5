import Foundation
import RecallText

/// The dates that notes carry: in front matter, and in the names of daily notes.
struct NoteDate {
    private var clock: LocalClock

    /// Dates without a zone are those of `zone`.
    init(zone: TimeZone) {
        clock = LocalClock(zone: zone)
    }

    /// The instant of `2024-03-17`, `2024-03-17 09:30`, `2024-03-17T09:30:00` or an RFC 3339 date; `nil` if it is none.
    mutating func date(_ text: String) -> Date? {
        if let date = RFC3339.date(text) { return date }
        let numbers = text.utf8.split { !$0.isASCIIDigit }.prefix(6).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? -1
        }
        guard let first = text.utf8.first, first.isASCIIDigit, numbers.count >= 3, let day = Self.day(numbers) else {
            return nil
        }
        let time = numbers.dropFirst(3) + [0, 0, 0]
        let (hour, minute, second) = (time[3], time[4], time[5])
        guard 0..<24 ~= hour, 0..<60 ~= minute else { return date(of: day, second: 0) }
        return date(of: day, second: hour * 3600 + minute * 60 + max(0, min(second, 59)))
    }

    /// The day that a file's name begins with: `2024-03-17 Harbour`, `2024_03_17`, `20240317`.
    mutating func date(fileName: String) -> Date? {
        let digits = fileName.utf8.prefix(while: \.isASCIIDigit)
        if digits.count == 8, let number = Int(String(decoding: digits, as: UTF8.self)) {
            return Self.day([number / 10_000, number / 100 % 100, number % 100]).map { date(of: $0, second: 0) }
        }
        guard digits.count == 4, let divider = fileName.utf8.dropFirst(4).first, "-_.".utf8.contains(divider) else {
            return nil
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

    private mutating func date(of day: CivilDay, second: Int) -> Date {
        Date(timeIntervalSince1970: Double(clock.instant(showing: day.daysSince1970 * 86_400 + second)))
    }
}
