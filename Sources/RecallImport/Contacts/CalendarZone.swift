import Foundation
import RecallFiles

/// The zones that calendars name.
enum CalendarZone {
    /// The zone of a name: `Europe/Berlin`, also at the end of a longer one (`/mozilla.org/20050126_1/Europe/Berlin`), or the name
    /// that Windows has for it; `nil` if none is called so.
    static func named(_ name: String) -> TimeZone? {
        // Exchange writes `tzone://Microsoft/Utc`.
        if name.lowercased() == "tzone://microsoft/utc" { return TimeZone(identifier: "Etc/UTC") }
        if let known = WindowsZone.identifier(of: name) { return TimeZone(identifier: known) }
        let parts = name.split(separator: "/")
        return [parts.count, 3, 2, 1].lazy.filter { $0 > 0 && $0 <= parts.count }
            .compactMap { TimeZone(identifier: parts.suffix($0).joined(separator: "/")) }.first
    }

    /// The zone in which a calendar is shown, which Google and Apple say before its first entry; `nil` if it names none.
    static func ofCalendar(_ file: RegularFile) throws -> TimeZone? {
        let head = String(decoding: try file.bytes(limit: headBytes), as: UTF8.self)
        for line in head.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("BEGIN:VEVENT") { return nil }
            if line.hasPrefix("X-WR-TIMEZONE:") { return named(String(line.dropFirst(14))) }
        }
        return nil
    }

    /// True for the zone of machines that have none.
    static func isUTC(_ zone: TimeZone) -> Bool { ["GMT", "UTC", "Etc/UTC", "Etc/GMT"].contains(zone.identifier) }

    private static let headBytes = 16 << 10
}
