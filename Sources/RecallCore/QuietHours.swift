public import Foundation

/// The hours of every day in which watched folders are left alone, in local time: `09:00-17:00`, or `22:00-07:00` over midnight.
public struct QuietHours: Hashable, Sendable, LosslessStringConvertible {
    /// Minutes since midnight.
    private let start: Int, end: Int

    /// The hours that `text` says: `9-17`, `22:30-7:15`; `nil` if it says none, or an empty time.
    public init?(_ text: String) {
        let times = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }.map(Self.minutes)
        guard times.count == 2, let start = times[0], let end = times[1], start != end else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The minutes since midnight of `7`, `07:30` or `24:00`.
    private static func minutes(_ text: Substring) -> Int? {
        let numbers = text.trimmingCharacters(in: .whitespaces).split(separator: ":", omittingEmptySubsequences: false)
        guard numbers.count <= 2, numbers.allSatisfy(Self.isNumber), let hour = UInt8(numbers[0]),
            let minute = numbers.count == 2 ? UInt8(numbers[1]) : 0, minute < 60,
            hour < 24 || (hour == 24 && minute == 0)
        else { return nil }
        return Int(hour % 24) * 60 + Int(minute)
    }

    private static func isNumber(_ text: Substring) -> Bool {
        (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// `09:00-17:00`.
    public var description: String { Self.time(start) + "-" + Self.time(end) }

    private static func time(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// True if `date` is within them.
    public func contains(_ date: Date, in calendar: Calendar = .current) -> Bool {
        let time = calendar.dateComponents([.hour, .minute], from: date)
        let minutes = (time.hour ?? 0) * 60 + (time.minute ?? 0)
        return start < end ? start..<end ~= minutes : !(end..<start ~= minutes)
    }
}
