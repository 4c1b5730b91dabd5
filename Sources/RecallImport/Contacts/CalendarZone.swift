import Foundation
import RecallFiles

/// The zone that a calendar names: `Europe/Berlin`, also at the end of a longer name (`/mozilla.org/20050126_1/Europe/Berlin`), or
/// by the name that Windows has for it.
struct CalendarZone {
    let zone: TimeZone

    /// The zone of a name; `nil` if none is called so.
    init?(_ name: String) {
        let parts = name.split(separator: "/")
        let known = WindowsZone.identifier(of: name).map { [$0] }
        let names =
            known
            ?? [parts.count, 3, 2, 1].filter { $0 > 0 && $0 <= parts.count }.map {
                parts.suffix($0).joined(separator: "/")
            }
        guard let zone = names.lazy.compactMap({ TimeZone(identifier: $0) }).first else { return nil }
        self.zone = zone
    }

    /// The zone in which a calendar is shown, which Google and Apple say before its first entry; `nil` if it names none.
    static func ofCalendar(_ file: RegularFile) throws -> TimeZone? {
        let head = String(decoding: try file.bytes(limit: headBytes), as: UTF8.self)
        for line in head.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("BEGIN:VEVENT") { return nil }
            if line.hasPrefix("X-WR-TIMEZONE:") { return CalendarZone(String(line.dropFirst(14)))?.zone }
        }
        return nil
    }

    private static let headBytes = 16 << 10
}
