import Foundation

/// A zone that a calendar defines itself (RFC 5545, 3.6.5), such as Outlook's "Customized Time Zone".
struct DefinedZone {
    /// A time at which clocks are set, and how many seconds they are ahead of UTC from then on.
    private struct Observance {
        var start = "", rule = "", offset = 0
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
            let value = String(parts[1])
            switch (parts[0].prefix { $0 != ";" }, value) {
            case ("BEGIN", "VTIMEZONE"): (zone, name) = (DefinedZone(), "")
            case ("BEGIN", "STANDARD"), ("BEGIN", "DAYLIGHT"): observance = Observance()
            case ("END", "STANDARD"), ("END", "DAYLIGHT"):
                if zone.observances.count < most { zone.observances.append(observance) }
            case ("END", "VTIMEZONE"): zones[name] = zone
            case ("TZID", _): name = value
            case ("X-LIC-LOCATION", _): zone.location = CalendarZone.named(value)
            case ("DTSTART", _): observance.start = value
            case ("RRULE", _): observance.rule = value
            case ("TZOFFSETTO", _): observance.offset = seconds(value)
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
            [year - 1, year].compactMap { Self.onset(of: observance, in: $0) }.filter { $0 <= now }
                .map { (onset: $0, offset: observance.offset) }
        }
        return begun.max { $0.onset < $1.onset }?.offset ?? observances.first?.offset
    }

    /// The time at which an observance begins in a year, in seconds since 1970 by its clocks: `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`.
    private static func onset(of observance: Observance, in year: Int) -> Int? {
        let digits = observance.start.filter(\.isNumber)
        guard digits.count >= 8 else { return nil }
        let number = { (start: Int, count: Int) in Int(digits.dropFirst(start).prefix(count)) ?? 0 }
        let time = number(8, 2) * 3_600 + number(10, 2) * 60
        let parts = observance.rule.split(separator: ";").map { $0.split(separator: "=") }
        let value = { (name: Substring) in parts.first { $0.count == 2 && $0[0] == name }?[1] }
        guard year >= number(0, 4), value("UNTIL").flatMap({ Int($0.prefix(4)) }).map({ year <= $0 }) ?? true else {
            return nil
        }
        guard let month = value("BYMONTH").flatMap({ Int($0) }), let byDay = value("BYDAY"),
            let weekday = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].firstIndex(of: String(byDay.suffix(2))),
            let first = CivilDay(year: year, month: month, day: 1)?.daysSince1970,
            let next = CivilDay(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)?.daysSince1970
        else {
            return CivilDay(year: number(0, 4), month: number(4, 2), day: number(6, 2)).map {
                $0.daysSince1970 * 86_400 + time
            }
        }
        // The first of January 1970 was a Thursday.
        let days = (first..<next).filter { (($0 + 4) % 7 + 7) % 7 == weekday }
        let place = Int(byDay.dropLast(2)) ?? 1
        let index = place < 0 ? days.count + place : place - 1
        return days.indices.contains(index) ? days[index] * 86_400 + time : nil
    }

    /// `-0330` or `+005328`
    private static func seconds(_ offset: String) -> Int {
        let digits = offset.filter(\.isNumber)
        let number = { (start: Int) in Int(digits.dropFirst(start).prefix(2)) ?? 0 }
        return (number(0) * 3_600 + number(2) * 60 + number(4)) * (offset.hasPrefix("-") ? -1 : 1)
    }
}
