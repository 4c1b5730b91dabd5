import Foundation

/// Dates of chat exports.
enum ChatDate {
    /// The end of the year 2199: what is later is no date of a message.
    private static let last = 7_258_118_400.0

    /// The instant so many seconds after the start of 1970; `nil` if it is not within the years of computers.
    static func since1970(_ seconds: Double?) -> Date? {
        guard let seconds, seconds > 0, seconds < last else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }

    /// The instant at which clocks here show `2024-01-15T10:30:00`.
    static func local(_ text: String, zone: TimeZone = .current) -> Date? {
        guard let utc = RFC3339.date(text + "Z") else { return RFC3339.date(text) }
        var clock = LocalClock(zone: zone)
        return Date(timeIntervalSince1970: Double(clock.instant(showing: Int(utc.timeIntervalSince1970))))
    }
}
