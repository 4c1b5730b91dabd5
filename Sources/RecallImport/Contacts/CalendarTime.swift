import Foundation

/// The zones in which the times of a calendar are.
struct CalendarZones {
    /// That of times that name none.
    let zone: TimeZone
    /// The calendar's own, if it has one: times in UTC are told in it, else in `zone`.
    let shown: TimeZone?
    /// Those that the calendar defines itself, by name.
    let defined: [String: DefinedZone]

    init(of file: RegularFile, else zone: TimeZone) throws {
        self.zone = zone
        shown = try CalendarZone.ofCalendar(file)
        defined = try DefinedZone.all(in: file)
    }
}

/// A date, or a time in a zone (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime {
    /// The time as it is written.
    let written: String
    private(set) var date: Date
    private var clock: DateComponents
    private let hasTime: Bool
    private var zoneName: String?
    /// That in which it is shown.
    private let zone: TimeZone

    /// The first time in a line; `nil` if it is none.
    init?(_ line: ContentLine, in zones: CalendarZones) {
        self.init(line.value, line, in: zones)
    }

    /// The times in lines, between commas: the last `most` of them, as each takes some work.
    static func last(_ most: Int, in lines: [ContentLine], _ zones: CalendarZones) -> [CalendarTime] {
        let written = lines.suffix(most).flatMap { line in
            line.value.utf8.split(separator: UInt8(ascii: ",")).suffix(most).map { (line: line, value: $0) }
        }
        return written.suffix(most).compactMap { CalendarTime(String(Substring($0.value)), $0.line, in: zones) }
    }

    private init?(_ value: String, _ line: ContentLine, in zones: CalendarZones) {
        written = value
        let digits = Array(value.utf8)
        guard digits.count >= 8, let year = Self.number(digits[0..<4]), let month = Self.number(digits[4..<6]),
            let day = Self.number(digits[6..<8]), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        clock = DateComponents(year: year, month: month, day: day)
        hasTime = digits.count >= 15 && digits[8] == UInt8(ascii: "T")
        let isUTC = digits.last == UInt8(ascii: "Z")
        let name = line.parameters["TZID"]?.first ?? ""
        let stated = CalendarZone.named(name)
        let own = stated == nil ? zones.defined[name] : nil
        // A calendar's zone is also that of its times that name none.
        let calendars = hasTime && !isUTC && name.isEmpty ? zones.shown : nil
        let named = stated ?? own?.location ?? calendars
        let shown = isUTC ? zones.shown ?? (CalendarZone.isUTC(zones.zone) ? nil : zones.zone) : nil
        let known = shown?.identifier ?? (isUTC ? "UTC" : named?.identifier ?? own.map { _ in name })
        zoneName = hasTime ? known : nil
        if hasTime {
            guard let hour = Self.number(digits[9..<11]), let minute = Self.number(digits[11..<13]),
                let second = Self.number(digits[13..<15]), hour < 24, minute < 60, second < 61
            else { return nil }
            (clock.hour, clock.minute, clock.second) = (hour, minute, second)
        }
        zone = shown ?? (isUTC ? .gmt : named ?? zones.zone)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = isUTC ? .gmt : named ?? zones.zone
        guard var date = calendar.date(from: clock) else { return nil }
        if hasTime, !isUTC, named == nil, let own, let offset = own.offset(showing: clock) {
            calendar.timeZone = .gmt
            date = (calendar.date(from: clock) ?? date).addingTimeInterval(Double(-offset))
            // "Customized Time Zone" tells nobody the time.
            zoneName = Self.zoneName(offset)
        }
        self.date = date
        guard let shown, hasTime else { return }
        calendar.timeZone = shown
        clock = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { number, digit in
            digit &- 0x30 < 10 ? number.map { $0 * 10 + Int(digit &- 0x30) } : nil
        }
    }

    /// The date and the time that the calendar shows.
    var inWords: String {
        let zone = zoneName.map { " (\($0))" } ?? ""
        return hasTime ? "\(day) \(time)\(zone)" : day
    }

    /// The end of what began at `start`: only the time, if it is on the same day. All-day events end before their last date.
    func inWords(after start: CalendarTime) -> String? {
        if hasTime { return day == start.day ? (time == start.time ? nil : time) : inWords }
        let last = date.addingTimeInterval(-43_200)
        guard last.timeIntervalSince(start.date) > 43_200 else { return nil }
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: last)
        return Self.day(parts)
    }

    /// The time after a duration such as `PT1H30M` or `P3D` (RFC 5545, 3.3.6); `nil` if it is none.
    func after(_ duration: String) -> CalendarTime? {
        var (seconds, number) = (0, 0)
        for byte in duration.utf8.drop(while: { $0 == UInt8(ascii: "+") }).dropFirst() {
            switch byte {
            case 0x30...0x39 where number < 1_000_000: number = number * 10 + Int(byte - 0x30)
            case UInt8(ascii: "T"): break
            default:
                guard let unit = Self.units[byte], seconds <= Self.longest else { return nil }
                seconds += number * unit
                number = 0
            }
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard duration.contains("P"), 1...Self.longest ~= seconds, let shown = calendar.date(from: clock) else {
            return nil
        }
        var end = self
        end.date = date.addingTimeInterval(Double(seconds))
        end.clock = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: shown.addingTimeInterval(Double(seconds)))
        return end
    }

    /// The seconds of ten years: what is longer is no duration of an event.
    private static let longest = 315_360_000
    private static let units: [UInt8: Int] = [
        UInt8(ascii: "W"): 604_800, UInt8(ascii: "D"): 86_400, UInt8(ascii: "H"): 3_600, UInt8(ascii: "M"): 60,
        UInt8(ascii: "S"): 1,
    ]

    /// `UTC+10`, `UTC-03:30`
    private static func zoneName(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        let rest = minutes % 60 == 0 ? "" : ":" + padded(minutes % 60, 2)
        return "UTC" + (offset < 0 ? "-" : "+") + String(minutes / 60) + rest
    }

    /// The day that the calendar shows: "2026-12-24".
    var day: String { Self.day(clock) }

    /// The day of it in the zone of another time.
    func day(asOf other: CalendarTime) -> String {
        guard hasTime, other.hasTime, zone != other.zone else { return day }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = other.zone
        return Self.day(calendar.dateComponents([.year, .month, .day], from: date))
    }

    private var time: String { Self.padded(clock.hour ?? 0, 2) + ":" + Self.padded(clock.minute ?? 0, 2) }

    private static func day(_ parts: DateComponents) -> String {
        [padded(parts.year ?? 0, 4), padded(parts.month ?? 0, 2), padded(parts.day ?? 0, 2)].joined(separator: "-")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
