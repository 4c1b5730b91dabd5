import Foundation

/// Turns the times that clocks showed in one time zone into instants, asking the zone only when its offset may change.
struct LocalClock {
    private let zone: TimeZone
    private var offset = 0
    /// The instants, in seconds since 1970, at which `offset` holds.
    private var valid: Range<Int> = 0..<0

    /// Clocks in `zone`.
    init(zone: TimeZone) {
        self.zone = zone
    }

    /// The instant, in seconds since 1970, at which local clocks showed `seconds` since the start of 1970.
    ///
    /// In an hour that is repeated when clocks go back, the first instant. A time skipped when they go forward counts
    /// as if it existed.
    mutating func instant(showing seconds: Int) -> Int {
        if valid.contains(seconds - offset) { return seconds - offset }
        look(at: seconds - zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds - 86_400))))
        if !valid.contains(seconds - offset) { look(at: seconds - offset) }
        return seconds - offset
    }

    private mutating func look(at instant: Int) {
        let date = Date(timeIntervalSince1970: Double(instant))
        offset = zone.secondsFromGMT(for: date)
        let change = zone.nextDaylightSavingTimeTransition(after: date).map { Int($0.timeIntervalSince1970) }
        valid = instant..<max(instant + 1, change ?? instant + 86_400 * 30)
    }
}
