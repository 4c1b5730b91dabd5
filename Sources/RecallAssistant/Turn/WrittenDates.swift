import Foundation
import RecallCore

extension QueryClock {
    /// A formatter for dates that a model reads: in English, in the clock's time zone.
    func formatter(_ format: String) -> DateFormatter {
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_GB")
        dates.timeZone = timeZone
        dates.dateFormat = format
        return dates
    }
}
