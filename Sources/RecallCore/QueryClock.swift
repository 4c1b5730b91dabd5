public import Foundation

/// The reference of relative dates: a moment and a time zone.
public struct QueryClock: Hashable, Sendable {
    /// The moment of asking.
    public var now: Date
    /// The user's time zone.
    public var timeZone: TimeZone

    /// A clock; by default the present moment and this machine's time zone.
    public init(now: Date = Date(), timeZone: TimeZone = .current) {
        self.now = now
        self.timeZone = timeZone
    }

    /// The Gregorian calendar of the time zone, with weeks that begin on Monday (ISO 8601).
    public var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.firstWeekday = 2
        return calendar
    }
}
