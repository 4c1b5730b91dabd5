import Foundation
public import RecallCore

extension SourceFormat {
    /// A calendar (iCalendar, RFC 5545): `.ics`.
    public static let calendar = SourceFormat(
        "ics", singular: "calendar", plural: "calendars", isContainer: true)
}

struct CalendarFormat: DocumentFormat {
    let format = SourceFormat.calendar
    let extensions: Set = ["ics", "ical", "ifb"]
    let mediaTypes: Set = ["text/calendar", "application/ics"]
    /// Since 1 events have versions; since 2 several of one UID are several, unless they are versions.
    /// Since 3 times in UTC are told in the calendar's zone. Since 4 all ends, categories, comments and zones of calendars are.
    /// Since 5 times in UTC of a calendar without a zone are told in the reader's. Since 6 days on which what recurs is not are told,
    /// since 7 those on which it was moved, too; since 8 rules are told by all of their parts.
    let revision: Int? = CalendarReader.revision

    func evidence(in file: SniffedFile) -> Evidence? {
        guard !file.isBinary, file.head.firstOccurrence(of: "BEGIN:VCALENDAR") != nil else { return nil }
        return extensions.contains(file.fileExtension) ? .name : .content
    }

    func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { CalendarReader() }

    func mayBegin(_ head: [UInt8]) -> Bool { head.firstOccurrence(of: "BEGIN:VCALENDAR") != nil }

    /// The entries of a calendar that is attached to a mail, such as an invitation.
    func text(of input: DocumentInput, _ launcher: ParserLauncher) async throws -> ExtractedText {
        try CalendarReader().text(of: RegularFile(input.file))
    }
}

/// Reads the events, tasks and journal entries of a calendar, each as an item. One that recurs is one item, at its first time; a
/// changed instance of it is one of its own.
struct CalendarReader: SourceReader {
    /// The zone of times that name none.
    var zone = TimeZone.current

    static let revision = 8

    func read(
        _ unit: SourceUnit, from cursor: SourceCursor, emit: (ImportRecord, SourceCursor) async throws -> Void
    ) async throws {
        let file = try RegularFile(of: unit)
        var components = ContentLineReader(entriesOf: file)
        let context = try CalendarContext(of: file, else: zone)
        var ids = EntryIDs()
        var isEmpty = true
        while let component = try components.next() {
            isEmpty = false
            // Those before the cursor count for which one has an id first.
            let record = record(CalendarEvent(component, context), component, unit, &ids)
            guard component.end > ComponentCursor.offset(cursor) else { continue }
            try await emit(record, ComponentCursor.after(component, revision: Self.revision))
        }
        guard isEmpty, cursor == .start else { return }
        let reason =
            "The calendar has no events, tasks or journal entries: only zones, times that are taken, or nothing."
        try await emit(
            .failure(ImportFailure(.empty, path: unit.path, reason: reason)), .end(of: unit, revision: Self.revision))
    }

    /// All entries of a calendar as one text, as far as the limit allows.
    fileprivate func text(of file: RegularFile) throws -> ExtractedText {
        var components = ContentLineReader(entriesOf: file)
        let context = try CalendarContext(of: file, else: zone)
        var (title, text, defects) = ("", "", Set<Defect>())
        while let component = try components.next() {
            let event = CalendarEvent(component, context)
            guard !component.isCut, !event.isEmpty else { continue }
            if title.isEmpty { title = event.title }
            text += (text.isEmpty ? "" : "\n\n") + event.text
            if component.isShortened { defects.insert(.truncatedText) }
            if text.utf8.count > ImportLimits.textBytes { break }
        }
        let clean = CleanText(text)
        defects.formUnion(clean.defects)
        return ExtractedText(text: clean.text, title: title, defects: defects)
    }

    private func record(
        _ event: CalendarEvent, _ component: ContentLineReader.Component, _ unit: SourceUnit, _ ids: inout EntryIDs
    ) -> ImportRecord {
        guard !component.isCut, !event.isEmpty else {
            let reason =
                component.isCut
                ? "The entry has no end."
                : component.isShortened ? "A line of the entry is too long to be read." : "The entry says nothing."
            return .failure(
                ImportFailure(.malformed, path: unit.path, place: "line \(component.lineNumber)", reason: reason))
        }
        let item = Self.item(event, isShortened: component.isShortened, path: unit.path)
        return .item(ids.entry(item, by: event.organizer?.mailAddress ?? ""))
    }

    private static func item(_ event: CalendarEvent, isShortened: Bool, path: String) -> Item {
        let text = CleanText(event.text)
        let defects = isShortened ? text.defects.union([.truncatedText]) : text.defects
        var details = DocumentDetails(format: SourceFormat.calendar.identifier, path: path)
        details.event = event.version
        return Item(
            id: ItemID(identifying: ["ics"] + event.identity),
            details: .document(details),
            title: event.title, sender: event.organizer,
            recipients: event.attendees.map { Recipient($0) }, date: event.start?.date, text: text.text,
            externalID: event.identifier, url: event.url, defects: defects)
    }

    // MARK: In mails

    /// The event that a calendar attached to a mail tells of, with instances of it that are changed: an invitation, a new version or
    /// a cancellation. None where that is an answer, or there are several events: these are a text of the mail.
    ///
    /// It is by whoever sent the mail, and an event of that sender alone: whoever is invited knows the UID, and may write any organizer.
    ///
    /// - Parameter name: the attachment's file name.
    func event(in file: RegularFile, named name: String, from sender: Participant) throws -> [Item] {
        var components = ContentLineReader(entriesOf: file)
        let context = try CalendarContext(of: file, else: zone)
        var items: [Item] = []
        while let component = try components.next() {
            let method = components.outside.first { $0.name == "METHOD" }?.value.uppercased() ?? "PUBLISH"
            let event = CalendarEvent(component, context, isCancelled: method == "CANCEL")
            guard Self.methods.contains(method), items.count < Self.mostInstances, !component.isCut,
                let identifier = event.identifier, event.start != nil, !event.title.isEmpty,
                items.allSatisfy({ $0.externalID == identifier })
            else { return [] }
            var item = Self.item(event, isShortened: component.isShortened, path: name)
            item.id = ItemID(identifying: ["ics", "mail", sender.address] + event.identity)
            item.sender = sender
            items.append(item)
        }
        return items
    }

    /// Those that say what an event is (RFC 5546, 1.4).
    private static let methods: Set = ["PUBLISH", "REQUEST", "CANCEL"]
    private static let mostInstances = 100
}

/// The zones of a calendar, and its instances that are changed: what an entry means depends on them.
private struct CalendarContext {
    let zones: CalendarZones
    let changed: ChangedInstances

    init(of file: RegularFile, else zone: TimeZone) throws {
        zones = try CalendarZones(of: file, else: zone)
        changed = try ChangedInstances(in: file, zones)
    }
}

/// An event, a task or a journal entry.
private struct CalendarEvent {
    let title: String
    let start: CalendarTime?
    let organizer: Participant?
    let attendees: [Participant]
    let identifier: String?
    let url: String?
    let version: EventVersion
    private let end: CalendarTime?
    private let due: CalendarTime?
    private let recurrence: String?
    private let instance: String?
    private let place: String
    private let categories: [String]
    private let description: String
    private let status: String?

    /// The days on which it does not recur that are read, of which the last ones are told.
    private static let mostExcluded = 200

    /// - Parameter isCancelled: true if the calendar cancels what is in it.
    init(
        _ component: ContentLineReader.Component, _ context: CalendarContext, isCancelled: Bool = false
    ) {
        func time(_ name: String) -> CalendarTime? {
            component.first(name).flatMap { CalendarTime($0, in: context.zones) }
        }
        title = CleanText.line(component.first("SUMMARY")?.text ?? "")
        (start, due) = (time("DTSTART") ?? time("DUE"), time("DUE"))
        let duration = component.first("DURATION")?.value
        end = time("DTEND") ?? duration.flatMap { length in time("DTSTART")?.after(length) }
        organizer = component.first("ORGANIZER").flatMap(Self.participant)
        attendees = component.all("ATTENDEE").prefix(ImportLimits.addresses).compactMap(Self.participant)
        identifier = component.identifier
        url = component.first("URL").map { CleanText.line($0.value) }
        let sequence = component.first("SEQUENCE").flatMap { Int($0.value) } ?? 0
        version = EventVersion(sequence: max(0, sequence), stamp: (time("DTSTAMP") ?? time("LAST-MODIFIED"))?.date)
        let excluded = CalendarTime.last(Self.mostExcluded, in: component.all("EXDATE"), context.zones)
        let others = identifier.map(context.changed.times(of:)) ?? []
        // A time in UTC is on the day that the event's own zone has then.
        let first = start
        let days = (excluded + others).map { time in first.map(time.day(asOf:)) ?? time.day }
        recurrence = component.first("RRULE").map { EventRecurrence.inWords($0.value, excluding: days) }
        instance = component.first("RECURRENCE-ID")?.value
        place = CleanText.line(component.first("LOCATION")?.text ?? "")
        categories = component.all("CATEGORIES").flatMap(\.list).map(CleanText.line).filter { !$0.isEmpty }
        description = Self.description(component)
        let stated = isCancelled ? "CANCELLED" : component.first("STATUS")?.value.uppercased()
        status = stated != "CANCELLED" && component.first("COMPLETED") != nil ? "COMPLETED" : stated
    }

    /// True if nothing in it could be found or shown.
    var isEmpty: Bool { title.isEmpty && description.isEmpty && place.isEmpty && attendees.isEmpty }

    /// The strings that make it the same event in another export.
    var identity: [String] {
        if let identifier { return [identifier, instance ?? ""] }
        return ["", start?.written ?? "", title, description]
    }

    /// The event as lines for people to read.
    var text: String {
        let people = ([organizer].compactMap(\.self) + attendees).map(\.displayName)
        var seen: Set<String> = []
        let lines: [(String, String)] = [
            ("", title), ("When", when), ("Where", place),
            ("With", people.filter { seen.insert($0).inserted }.joined(separator: ", ")),
            ("Categories", categories.joined(separator: ", ")),
            ("Status", status == "CANCELLED" ? "cancelled" : status == "COMPLETED" ? "done" : ""),
        ]
        let head = lines.filter { !$0.1.isEmpty }.map { $0.0.isEmpty ? $0.1 : "\($0.0): \($0.1)" }
        return (head + (description.isEmpty ? [] : ["", description])).joined(separator: "\n")
    }

    private var when: String {
        var words = start?.inWords ?? ""
        if let start, let last = end?.inWords(after: start) { words += " to \(last)" }
        if let due, due.date != start?.date { words += words.isEmpty ? "due \(due.inWords)" : ", due \(due.inWords)" }
        return ([words] + [recurrence].compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The text of it, of a journal in several pieces, and comments. Google and others write HTML; Outlook writes it
    /// beside the text, or alone.
    private static func description(_ component: ContentLineReader.Component) -> String {
        func texts(_ name: String) -> [String] {
            component.all(name).map { plain($0.text) }.filter { $0.contains { !$0.isWhitespace } }
        }
        let texts = texts("DESCRIPTION") + texts("COMMENT")
        if !texts.isEmpty { return texts.joined(separator: "\n\n") }
        return component.first("X-ALT-DESC").map { html($0.text) } ?? ""
    }

    private static func plain(_ text: String) -> String {
        guard text.contains("<") else { return text }
        let lower = text.lowercased()
        let isPage = ["<br", "</p>", "</div>", "</li>", "<html"].contains(where: lower.contains)
        guard isPage || ["</a>", "</b>", "</i>", "</u>", "</span>", "</strong>"].contains(where: lower.contains) else {
            return text
        }
        return html(isPage ? text : text.replacing("\n", with: "<br>"))
    }

    private static func html(_ text: String) -> String {
        HTMLText.extract(Array(text.utf8), charset: "utf-8", writesAddresses: true).text
    }

    /// The person in a line whose value is an address and whose `CN` is a name (RFC 5545, 3.2.2). Apple's values are those of
    /// an account, with the address as `EMAIL`; those of vCalendar 1.0 are a name and an address.
    private static func participant(_ line: ContentLine) -> Participant? {
        var address = line.value.lowercased().hasPrefix("mailto:") ? String(line.value.dropFirst(7)) : ""
        var name = CleanText.line(line.parameters["CN"]?.first ?? "")
        if address.isEmpty { address = line.parameters["EMAIL"]?.first ?? "" }
        if address.isEmpty, line.value.contains("@"), !line.value.contains(":") {
            let parts = line.value.split(separator: "<", maxSplits: 1)
            address = CleanText.line(String(parts.last ?? "").replacing(">", with: ""))
            if parts.count == 2, name.isEmpty { name = CleanText.line(String(parts[0])) }
        }
        let isAddress = name.lowercased() == address.lowercased()
        guard !name.isEmpty || !address.isEmpty else { return nil }
        return Participant(name: isAddress ? "" : name, address: CleanText.line(address))
    }
}
