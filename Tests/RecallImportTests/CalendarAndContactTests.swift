import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct CalendarAndContactTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func records(_ name: String, _ text: String) async throws -> [ImportRecord] {
        try scratch.write(name, text)
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        var found: [ImportRecord] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
            record, _ in found.append(record)
        }
        return found
    }

    /// A time in UTC as a calendar without a zone tells it on this machine.
    private static func here(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { $0 ?? 0 }
        let written = zip(["", "-", "-", " ", ":"], numbers).map { $0 + ($1 < 10 ? "0" : "") + String($1) }.joined()
        let zone = TimeZone.current.identifier
        return "\(written) (\(["GMT", "UTC", "Etc/UTC"].contains(zone) ? "UTC" : zone))"
    }

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try await records(name, text).compactMap(\.item)
    }

    @Test func `an event that recurs says on which days it does not, and which ones were moved or cancelled`()
        async throws
    {
        let event = "DTSTART;TZID=America/New_York:20240304T200000\nRRULE:FREQ=WEEKLY\nSUMMARY:Choir\n"
        let long = "choir" + String(repeating: "x", count: 100)
        func entry(_ lines: String) -> String {
            "BEGIN:VEVENT\nUID:\(long.prefix(60))\n \(long.dropFirst(60))\n\(lines)END:VEVENT\n"
        }
        let text = [
            // At eight in the evening of the day before by its clocks.
            event + "EXDATE:20240312T000000Z,20240319T000000Z\nEXDATE;TZID=America/New_York:20240401T200000\n",
            "RECURRENCE-ID:20240409T000000Z\nDTSTART;TZID=America/New_York:20240411T200000\nSUMMARY:Choir\n",
            "RECURRENCE-ID;VALUE=DATE:20240415\nDTSTART;TZID=America/New_York:20240415T200000\nSTATUS:CANCELLED\nSUMMARY:Choir\n",
        ].map(entry).joined()
        let calendar = "BEGIN:VCALENDAR\nX-WR-TIMEZONE:America/New_York\n\(text)END:VCALENDAR\n"
        let choir = try await items("a.ics", calendar)
        let days = "2024-03-11, 2024-03-18, 2024-04-01, 2024-04-08, 2024-04-15"
        #expect(choir.count == 3)
        #expect(choir[0].text == "Choir\nWhen: 2024-03-04 20:00 (America/New_York), every week, not on \(days)")
        #expect(choir[1].text.contains("2024-04-11 20:00") && !choir[1].text.contains("not on"))
    }

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        X-WR-CALNAME:Home
        BEGIN:VTIMEZONE
        TZID:Europe/Berlin
        BEGIN:STANDARD
        DTSTART:19701025T030000
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:1@made-up
        DTSTART;TZID="/mozilla.org/20050126_1/Europe/Berlin":20240304T100000
        DTEND;TZID=Europe/Berlin:20240304T113000
        RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
        SUMMARY:Rehearsal\\, with
          brass
        LOCATION:Town hall\\; room 2
        ORGANIZER;CN="Lind, Ada":mailto:ada@people.example
        ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Ben:MAILTO:ben@people.example
        ATTENDEE;CN=cleo@people.example:mailto:cleo@people.example
        DESCRIPTION:Bring the score.\\nAnd a stand.
        BEGIN:VALARM
        DESCRIPTION:Alarm
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        UID:1@made-up
        RECURRENCE-ID:20240318T090000Z
        DTSTART:20240318T100000Z
        SUMMARY:Rehearsal
        STATUS:CANCELLED
        END:VEVENT
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20240501
        DTEND;VALUE=DATE:20240504
        SUMMARY:Cabin
        END:VEVENT
        BEGIN:VTODO
        UID:2@made-up
        DUE;VALUE=DATE:20240601
        SUMMARY:Renew the passport
        STATUS:COMPLETED
        END:VTODO
        BEGIN:VEVENT
        UID:3@made-up
        END:VEVENT
        BEGIN:VEVENT
        UID:4@made-up
        SUMMARY:Cut
        """

    @Test(arguments: ["\n", "\r\n"])
    func `events have their time, place and people, and are one however often they recur`(lineEnd: String) async throws
    {
        let all = try await records("a.ics", Self.calendar.replacing("\n", with: lineEnd))
        let found = all.compactMap(\.item)
        #expect(
            found.map(\.text) == [
                """
                Rehearsal, with brass
                When: 2024-03-04 10:00 (Europe/Berlin) to 11:30, every 2 weeks on Monday, not on 2024-03-18
                Where: Town hall; room 2
                With: Lind, Ada, Ben, cleo@people.example

                Bring the score.
                And a stand.
                """, "Rehearsal\nWhen: \(Self.here(Date(timeIntervalSince1970: 1_710_756_000)))\nStatus: cancelled",
                "Cabin\nWhen: 2024-05-01 to 2024-05-03", "Renew the passport\nWhen: 2024-06-01\nStatus: done",
            ])
        #expect(found[0].date == Date(timeIntervalSince1970: 1_709_542_800))
        #expect(found[0].sender == Participant(name: "Lind, Ada", address: "ada@people.example"))
        #expect(found[0].recipients.map(\.participant.displayName) == ["Ben", "cleo@people.example"])
        #expect(Set(found.map(\.id)).count == 4)
        let places = all.compactMap { record -> String? in
            if case .failure(let failure) = record { failure.place } else { nil }
        }
        #expect(places == ["line 44", "line 47"])
    }

    @Test func `times in UTC are told in the zone of the calendar, and are the same instants`() async throws {
        let text = """
            BEGIN:VCALENDAR
            X-WR-TIMEZONE:Europe/Berlin
            BEGIN:VEVENT
            UID:1@made-up
            SUMMARY:Inspection
            DTSTART:20240702T220000Z
            DTEND:20240702T230000Z
            END:VEVENT
            END:VCALENDAR
            """
        let found = try await records("a.ics", text).compactMap(\.item)
        #expect(found.map(\.text) == ["Inspection\nWhen: 2024-07-03 00:00 (Europe/Berlin) to 01:00"])
        #expect(found[0].date == Date(timeIntervalSince1970: 1_719_957_600))
    }

    @Test func `an event without an end, a name or a time is told by what it has`() async throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nLOCATION:Quay\nDTSTART:2024\nEND:VEVENT\nEND:VCALENDAR\n"
        let found = try await items("a.ics", text)
        #expect(found.map(\.text) == ["Where: Quay"] && found[0].date == nil)
    }

    @Test func `an event has its version, and calendars that were read without versions are read again`() async throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:1
            DTSTAMP:20240301T090000Z
            LAST-MODIFIED:20200301T090000Z
            SEQUENCE:3
            SUMMARY:Rehearsal
            END:VEVENT
            BEGIN:VEVENT
            UID:2
            DTSTAMP:99999999999999999999
            SEQUENCE:99999999999999999999
            SUMMARY:Cabin
            END:VEVENT
            END:VCALENDAR
            """
        let stamp = Date(timeIntervalSince1970: 1_709_283_600)
        let found = try await items("a.ics", text)
        #expect(found.map(\.details.event) == [EventVersion(sequence: 3, stamp: stamp), EventVersion()])
        let formats = ImportFormats.all
        #expect(formats.isCurrent("8 300", of: .calendar) && !formats.isCurrent("300", of: .calendar))
        #expect(!formats.isCurrent("11 300", of: .calendar) && !formats.isCurrent("4 300", of: .calendar))
    }

    @Test func `a line that is too long is cut, or said to be the reason for which there is nothing`() async throws {
        let long = String(repeating: "x", count: 2 << 20)
        let folded = String(repeating: "\n y" + String(repeating: "y", count: 70), count: 20_000)
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            SUMMARY:\(long)
            END:VEVENT
            BEGIN:VEVENT
            SUMMARY:Rehearsal
            DESCRIPTION:Bring the score\(folded)
            LOCATION:Quay
            END:VEVENT
            END:VCALENDAR
            """
        let found = try await records("a.ics", text)
        guard case .failure(let failure)? = found.first else { throw CocoaError(.coderValueNotFound) }
        #expect(failure.reason == "A line of the entry is too long to be read." && failure.place == "line 2")
        let item = try #require(found.last?.item)
        #expect(item.text.hasPrefix("Rehearsal\nWhere: Quay\n\nBring the score") && item.text.utf8.count > 1_000_000)
        #expect(item.defects.contains(.truncatedText))
    }

    private static let damaged: [(String, [UInt8], String)] = [
        ("hello.ics", Array("Hello there.\n".utf8), "no BEGIN:VCALENDAR"),
        ("event.ics", Array("BEGIN:VEVENT\nSUMMARY:Cabin\nEND:VEVENT\n".utf8), "no BEGIN:VCALENDAR"),
        ("blank.ics", [UInt8](repeating: 0x0A, count: 40_000) + Array("BEGIN:VCALENDAR\n".utf8), "no BEGIN:VCALENDAR"),
        ("binary.ics", Array("BEGIN:VCALENDAR\n".utf8) + [UInt8](repeating: 0, count: 64), "no text in UTF-8"),
        ("wide.ics", "BEGIN:VCALENDAR\n".utf8.flatMap { [$0, 0] }, "no BEGIN:VCALENDAR"),
        ("hello.vcf", Array("Hello there.\n".utf8), "no BEGIN:VCARD"),
        ("result.json", Array("{\"name\": \"Ada\",\n \"ty".utf8), "ends in the middle"),
        ("conversations.json", Array("[{\"id\": \"1".utf8), "ends in the middle"),
    ]

    @Test(arguments: damaged)
    func `what has the name of an export and cannot be read is a failure with its reason`(
        name: String, bytes: [UInt8], reason: String
    ) throws {
        try scratch.write("in/" + name, bytes)
        for path in [scratch.path + "/in", scratch.path + "/in/" + name] {
            let entries = Array(SourceWalker(path: path))
            guard case .failure(let failure)? = entries.first, entries.count == 1 else {
                Issue.record("\(entries)")
                continue
            }
            #expect(failure.code == .malformed && failure.place != nil && failure.path.hasSuffix(name))
            #expect(failure.reason.contains(reason) && !failure.reason.contains("Ada"))
        }
    }

    @Test(arguments: ["{\"total\": 3}", "[1, 2]\n", "3"])
    func `a whole file of another program with the name of an export is left out`(text: String) throws {
        try scratch.write("in/result.json", text)
        let entries = Array(SourceWalker(path: scratch.path + "/in"))
        let path = scratch.path + "/in/result.json"
        #expect(entries == [.skipped(path: path, reason: .otherType(fileExtension: "json"))])
    }

    @Test func `contacts of all versions have their names, addresses and numbers`() async throws {
        let text = """
            BEGIN:VCARD
            VERSION:4.0
            UID:urn:uuid:1
            FN:Ada Lind
            N:Lind;Ada;;Dr.;
            NICKNAME:Addie,Al
            item1.EMAIL;TYPE=work:ada@people.example
            EMAIL:mailto:al@home.example
            TEL;VALUE=uri:tel:+49-30-1234567
            ORG:Quay\\, Works;Brass
            ADR;TYPE=home:;;Quarry Lane 4;Leipzig;;04103;Germany
            BDAY:19850412
            NOTE:Met in Bergen.\\nPlays the horn.
            PHOTO;ENCODING=b;TYPE=JPEG:\(String(repeating: "QUJD", count: 30))
             \(String(repeating: "QUJD", count: 30))
            END:VCARD
            BEGIN:VCARD
            VERSION:2.1
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;
            TEL;CELL:0151 2345678
            NOTE;ENCODING=QUOTED-PRINTABLE:a long note that =
            goes on
            END:VCARD
            BEGIN:VCARD
            END:VCARD
            """
        let all = try await records("a.vcf", text)
        let found = all.compactMap(\.item)
        #expect(
            found.map(\.text) == [
                """
                Ada Lind
                Nickname: Addie,Al
                Company: Quay, Works, Brass
                Email (work): ada@people.example
                Email: al@home.example
                Phone: +49-30-1234567
                Address (home): Quarry Lane 4, Leipzig, 04103, Germany
                Birthday: 12 April 1985
                Note: Met in Bergen.
                  Plays the horn.
                """, "Jörg Müller\nPhone (mobile): 0151 2345678\nNote: a long note that goes on",
            ])
        #expect(
            found[0].recipients.map(\.participant.address) == [
                "ada@people.example", "al@home.example", "+49-30-1234567",
            ])
        #expect(found.map(\.title) == ["Ada Lind", "Jörg Müller"] && all.count == 3)
        #expect(found.map(nicknames) == [["Addie", "Al"], []])
    }

    private func nicknames(_ item: Item) -> [String] {
        if case .document(let document) = item.details { document.nicknames } else { [] }
    }

    @Test func `contacts that were read without nicknames are read again`() {
        let formats = ImportFormats.all
        #expect(formats.isCurrent("4 300", of: .contacts) && !formats.isCurrent("300", of: .contacts))
    }

    @Test func `garbage at any byte of a calendar or contact is no crash, and loses no other entry`() async throws {
        let bytes = Array(Self.calendar.utf8)
        for start in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            for index in start..<min(bytes.count, start + 3) { damaged[index] = UInt8(truncatingIfNeeded: index &* 37) }
            try scratch.write("a.ics", damaged)
            let unit = try scratch.unit("a.ics", .calendar)
            var count = 0
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                _, _ in count += 1
            }
            #expect(count >= 4)
        }
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "2024-07-01T10:00:00Z"), ("\"Pacific Standard Time\"", "2024-07-01T19:00:00Z"),
        ("Europe/Berlin", "2024-07-01T10:00:00Z"),
    ])
    func `times in zones by the names of Windows are instants`(zone: String, instant: String) async throws {
        let found = try await items(
            "a.ics",
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:1
            SUMMARY:x
            DTSTART;TZID=\(zone):20240701T120000
            END:VEVENT
            END:VCALENDAR

            """)
        #expect(found.map(\.date) == [try Date(instant, strategy: .iso8601)])
    }
}
