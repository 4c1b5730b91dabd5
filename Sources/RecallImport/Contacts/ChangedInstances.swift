import RecallCore

/// The days of events that recur on which a calendar tells them otherwise: an instance that was moved, changed or cancelled is an entry
/// of its own (RFC 5545, 3.8.4.4).
struct ChangedInstances {
    private var timesByEvent: [String: [CalendarTime]] = [:]

    private static let most = 100_000

    /// - Complexity: O(*n*) in the file; its entries are read only if it has such an instance.
    init(in file: RegularFile, _ zones: CalendarZones) throws(ImportFailure) {
        guard try Self.hasAny(in: file) else { return }
        var components = ContentLineReader(entriesOf: file)
        var count = 0
        while count < Self.most, let component = try components.next() {
            guard let line = component.first("RECURRENCE-ID"), let event = component.identifier,
                let time = CalendarTime(line, in: zones)
            else { continue }
            timesByEvent[event, default: []].append(time)
            count += 1
        }
        // More are not told.
        timesByEvent = timesByEvent.mapValues { times in
            Array(times.sorted { $0.date < $1.date }.suffix(EventRecurrence.mostExcluded))
        }
    }

    /// The last times of an event.
    func times(of event: String) -> [CalendarTime] { timesByEvent[event] ?? [] }

    private static func hasAny(in file: RegularFile) throws(ImportFailure) -> Bool {
        var lines = ByteLineReader(file: file, longest: ContentLineReader.longestLine)
        while let line = try lines.next() {
            let begins = lines.withBytes(of: line) { $0.starts(with: name) }
            if begins { return true }
        }
        return false
    }

    private static let name = Array("RECURRENCE-ID".utf8)
}

extension ContentLineReader.Component {
    /// The UID; `nil` without one.
    var identifier: String? {
        first("UID").map { CleanText.line($0.text) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
