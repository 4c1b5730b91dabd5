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
        return String(format: "%04d-%02d", parts.year ?? 0, parts.month ?? 0)
    }
}
