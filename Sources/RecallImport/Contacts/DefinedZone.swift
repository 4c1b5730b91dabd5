import Foundation
import RecallCore

/// A zone that a calendar defines itself (RFC 5545, 3.6.5), such as Outlook's "Customized Time Zone".
struct DefinedZone {
    /// A time at which clocks are set, and how many seconds they are ahead of UTC from then on.
    private struct Observance {
        /// The first day, and the seconds in it.
        var start: CivilDay?, time = 0
        /// The last year.
        var last = 9_999
        /// The day of each year: `-1` is the last one of its name in the month. `nil` if it is that of the start alone.
        var yearly: (month: Int, weekday: Int, place: Int)?
        var offset = 0

        /// The time at which it begins in a year, in seconds since 1970 by its clocks.
        func onset(in year: Int) -> Int? {
            guard let start, year >= start.year, year <= last else { return nil }
            guard let yearly else { return start.daysSince1970 * 86_400 + time }
            guard let start = CivilDay(year: year, month: yearly.month, day: 1) else { return nil }
            let first = start.daysSince1970
            // Sunday is the first here.
            let weekday = (start.weekday + 1) % 7
            let days = (0..<5).map { first + (yearly.weekday - weekday + 7) % 7 + 7 * $0 }.filter { day in
                CivilDay(year: year, month: yearly.month, day: day - first + 1) != nil
            }
            let index = yearly.place < 0 ? days.count + yearly.place : yearly.place - 1
            return days.indices.contains(index) ? days[index] * 86_400 + time : nil
        }

        mutating func takeStart(_ text: Substring) {
            let digits = text.prefix(20).filter(\.isNumber)
            let number = { (start: Int, count: Int) in Int(digits.dropFirst(start).prefix(count)) ?? 0 }
            start = CivilDay(year: number(0, 4), month: number(4, 2), day: number(6, 2))
            time = number(8, 2) * 3_600 + number(10, 2) * 60
        }

        /// `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`
        mutating func takeRule(_ text: Substring) {
            let parts = text.prefix(200).split(separator: ";").map { $0.split(separator: "=") }
            let value = { (name: Substring) in parts.first { $0.count == 2 && $0[0] == name }?[1] }
            last = value("UNTIL").flatMap { Int($0.prefix(4)) } ?? last
            guard let month = value("BYMONTH").flatMap({ Int($0) }), let day = value("BYDAY"),
                let weekday = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].firstIndex(of: String(day.suffix(2)))
            else { return }
            let place = Int(day.dropLast(2)) ?? 1
            yearly = (month, weekday, max(-5, min(place, 5)))
        }
    }

    /// The zone of the calendar's name for it, if that is known.
    private(set) var location: TimeZone?
    private var observances: [Observance] = []
    private static let headBytes = 64 << 10
    /// Each is looked at for each time in the zone.
    private static let most = 50

    /// The zones in the first bytes of a calendar, by name.
    static func all(in file: RegularFile) throws -> [String: DefinedZone] {
        let head = String(decoding: try file.bytes(limit: headBytes), as: UTF8.self)
        var (zones, zone, name, observance) = ([String: DefinedZone](), DefinedZone(), "", Observance())
        for line in head.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            switch (parts[0].prefix { $0 != ";" }, parts[1]) {
            case ("BEGIN", "VTIMEZONE"): (zone, name) = (DefinedZone(), "")
            case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): observance = Observance()
            case ("END", "STANDARD"), ("END", "DAYLIGHT"):
                if zone.observances.count < most { zone.observances.append(observance) }
            case ("END", "VTIMEZONE"): zones[name] = zone
            case ("TZID", _): name = String(parts[1])
            case ("X-LIC-LOCATION", _): zone.location = CalendarZone.named(String(parts[1]))
            case ("DTSTART", _): observance.takeStart(parts[1])
            case ("RRULE", _): observance.takeRule(parts[1])
            case ("TZOFFSETTO", _): observance.offset = seconds(parts[1].prefix(10))
            default: break
            }
        }
        return zones
    }

    /// The seconds by which clocks that show a time are ahead of UTC; `nil` if the calendar does not say.
    func offset(showing clock: DateComponents) -> Int? {
        guard let year = clock.year, let day = CivilDay(year: year, month: clock.month ?? 1, day: clock.day ?? 1) else {
            return nil
        }
        let now = day.daysSince1970 * 86_400 + (clock.hour ?? 0) * 3_600 + (clock.minute ?? 0) * 60
        let begun = observances.flatMap { observance in
            [year - 1, year].compactMap(observance.onset).filter { $0 <= now }
                .map { (onset: $0, offset: observance.offset) }
        }
        return begun.max { $0.onset < $1.onset }?.offset ?? observances.first?.offset
    }

    /// `-0330` or `+005328`
    private static func seconds(_ offset: Substring) -> Int {
        let digits = offset.filter(\.isNumber)
        let number = { (start: Int) in Int(digits.dropFirst(start).prefix(2)) ?? 0 }
        return (number(0) * 3_600 + number(2) * 60 + number(4)) * (offset.hasPrefix("-") ? -1 : 1)
    }
}
