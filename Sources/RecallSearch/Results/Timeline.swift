import Foundation
import RecallCore

/// Counts items by the month in which they were written.
struct Timeline {
    private let calendar: Calendar

    init(_ clock: QueryClock) {
        calendar = clock.calendar
    }

    /// The months of the dates, ascending.
    ///
    /// - Parameter dates: sorted in either direction, so that the calendar computes each month only once.
    func months(ofSorted dates: some Sequence<Date>) -> [TimelineMonth] {
        var months: [TimelineMonth] = []
        var current: DateInterval?
        for date in dates {
            if let current, current.start <= date, date < current.end {
                months[months.count - 1].items += 1
            } else {
                current = calendar.dateInterval(of: .month, for: date)
                months.append(TimelineMonth(month: name(of: date), items: 1))
            }
        }
        return months.sorted { $0.month < $1.month }
    }

    private func name(of date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month], from: date)
        return "\(Self.padded(parts.year ?? 0, to: 4))-\(Self.padded(parts.month ?? 0, to: 2))"
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
