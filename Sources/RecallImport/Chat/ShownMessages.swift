import Foundation
import RecallCore

/// The ids and dates of messages in exports that tell what the clock of a device showed, and not its zone.
struct ShownMessages {
    private var clock: LocalClock
    private var occurrences = Occurrences(minutes: 240)

    init(zone: TimeZone) {
        clock = LocalClock(zone: zone)
    }

    /// Those of the next message. An id is made of what the file shows, as WhatsApp's are: not of the instant, which depends on this
    /// machine's zone.
    ///
    /// - Parameters:
    ///   - second: of the day.
    ///   - text: as the file has it.
    mutating func next(
        on day: CivilDay, second: Int, by sender: Participant?, _ text: String
    ) -> (id: String, date: Date) {
        let shown = day.daysSince1970 * 86_400 + second
        let names = [sender?.displayName ?? "", text]
        let occurrence = occurrences.next(of: names, minute: shown / 60)
        return (
            ([String(shown / 60), String(occurrence)] + names).joined(separator: "\n"),
            Date(timeIntervalSince1970: Double(clock.instant(showing: shown)))
        )
    }
}
