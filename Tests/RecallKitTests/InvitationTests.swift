import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Events that mails invite to, change and cancel.
@Suite(.scratch) struct InvitationTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    /// A mail with a calendar: the title and the hour of an event in its version.
    private static func mail(
        _ title: String, hour: Int, sequence: Int, method: String = "REQUEST",
        from sender: String = "ada@people.example", organizer: String = "ada@people.example"
    ) -> String {
        """
        From \(sender) Sun Mar 17 09:30:00 2024
        From: \(sender)
        Message-ID: <\(title.count)-\(hour)-\(sequence)-\(method)-\(sender)>
        Subject: \(title)
        Date: Sun, 17 Mar 2024 09:30:00 +0000
        Content-Type: multipart/alternative; boundary=b

        --b
        Content-Type: text/plain

        See the event.
        --b
        Content-Type: text/calendar; method=\(method)

        BEGIN:VCALENDAR
        METHOD:\(method)
        BEGIN:VEVENT
        UID:u1
        SUMMARY:\(title)
        DTSTART:20240501T\(hour)0000Z
        DTSTAMP:202403\(10 + sequence)T000000Z
        SEQUENCE:\(sequence)
        ORGANIZER:mailto:\(organizer)
        ATTENDEE:mailto:bo@people.example
        END:VEVENT
        END:VCALENDAR
        --b--


        """
    }

    private var events: [Item] {
        get throws { try library.store.allItems().filter { $0.kind == .document }.sorted { $0.title < $1.title } }
    }

    private static let versions = [
        mail("Regatta", hour: 10, sequence: 0), mail("Regatta", hour: 11, sequence: 1),
        mail("Regatta", hour: 12, sequence: 2),
    ]

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]], [true, false])
    func `an event is there once, in its last version, with its own date`(order: [Int], isOneFile: Bool) async throws {
        let mails = order.map { Self.versions[$0] }
        for (number, text) in (isOneFile ? [mails.joined()] : mails).enumerated() {
            _ = try await library.importFiles(at: [try scratch.write("\(number).mbox", text)])
        }
        let all = try library.store.allItems()
        #expect(all.count { $0.kind == .email } == 3)
        let event = try #require(try events.first)
        #expect(try events.count == 1 && event.text.contains("12:00") && event.parent == nil)
        #expect(event.date == Date(timeIntervalSince1970: 1_714_564_800))
        #expect(event.sender?.address == "ada@people.example")
        #expect(all.filter { $0.kind == .email }.allSatisfy { $0.attachments.map(\.item) == [event.id] })
        #expect(try await library.importFiles(at: [scratch.path + "/0.mbox"]).updated == 0)
    }

    @Test(arguments: [true, false])
    func `an event goes with the last mail that invites to it, and comes with none that was deleted`(
        isThread: Bool
    ) async throws {
        let path = try scratch.write("a.mbox", Self.versions.joined())
        _ = try await library.importFiles(at: [path])
        let mails = try library.store.allItems().filter { $0.kind == .email }
        if isThread {
            for mail in mails { _ = try library.deleteThread(of: mail.id) }
        } else {
            for mail in mails.dropLast() { _ = try library.deleteItem(mail.id) }
            #expect(try events.map(\.title) == ["Regatta"])
            _ = try library.deleteItem(mails[2].id)
        }
        #expect(try library.store.allItems().isEmpty)
        #expect(try library.search("regatta").results.isEmpty)
        _ = try await library.importFiles(at: [try scratch.write("b.mbox", Self.versions.joined())])
        #expect(try library.store.allItems().isEmpty)
        // What is said of it later is no mail that was deleted.
        let later = Self.mail("Regatta", hour: 13, sequence: 3)
        _ = try await library.importFiles(at: [try scratch.write("c.mbox", later)])
        #expect(try events.map(\.title) == ["Regatta"])
    }

    @Test func `an event of a calendar, and of another sender, stays when a mail is deleted`() async throws {
        let other = Self.mail("Keys", hour: 18, sequence: 9, from: "eve@people.example")
        let party = Self.mail("Party", hour: 5, sequence: 1).replacing("UID:u1", with: "UID:u2")
        let mails = [Self.versions[0], other, party]
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", mails.joined())])
        let event = "BEGIN:VEVENT\nUID:u1\nSUMMARY:Mine\nDTSTART:20240501T100000Z\nEND:VEVENT"
        let calendar = "BEGIN:VCALENDAR\n\(event)\nEND:VCALENDAR"
        _ = try await library.importFiles(at: [try scratch.write("mine.ics", calendar)])
        let mail = try #require(try library.store.allItems().first { $0.kind == .email && $0.title == "Regatta" })
        #expect(try library.deleteItem(mail.id)?.items == 2)
        #expect(try events.map(\.title) == ["Keys", "Mine", "Party"])
    }

    @Test func `a cancelled event says so, and an answer changes nothing`() async throws {
        let mails = [
            Self.versions[0], Self.mail("Regatta", hour: 10, sequence: 1, method: "CANCEL"),
            Self.mail("Regatta", hour: 10, sequence: 5, method: "REPLY", from: "bo@people.example"),
        ]
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", mails.joined())])
        let alone = try events.filter { $0.parent == nil }
        #expect(alone.count == 1 && alone[0].text.contains("Status: cancelled"))
        #expect(try events.filter { $0.parent != nil }.map { $0.text.contains("cancelled") } == [false])
    }

    @Test(arguments: [true, false], ["eve@evil.example", "ada@people.example"])
    func `what somebody else sends under an event's UID is an event of theirs`(
        isFirst: Bool, organizer: String
    ) async throws {
        let forged = Self.mail("Keys", hour: 18, sequence: 9, from: "eve@evil.example", organizer: organizer)
        let mails = isFirst ? [forged, Self.versions[0]] : [Self.versions[0], forged]
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", mails.joined())])
        #expect(try events.map(\.title) == ["Keys", "Regatta"])
        #expect(try events.map { $0.sender?.address } == ["eve@evil.example", "ada@people.example"])
        let linked = try library.store.allItems().filter { $0.kind == .email }.map {
            ($0.title, $0.attachments.map(\.item))
        }
        #expect(try linked.allSatisfy { title, items in try items == events.filter { $0.title == title }.map(\.id) })
    }

    @Test func `no mail changes an event of a calendar, and none that was deleted keeps it out`() async throws {
        let calendar = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:u1
            SUMMARY:Regatta
            DTSTART:20240501T100000Z
            ORGANIZER:mailto:ada@people.example
            END:VEVENT
            END:VCALENDAR
            """
        let forged = Self.mail("Keys", hour: 18, sequence: 9, from: "eve@evil.example")
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", forged)])
        let theirs = try #require(try events.first)
        _ = try library.deleteItem(theirs.id)
        _ = try await library.importFiles(at: [try scratch.write("mine.ics", calendar)])
        _ = try await library.importFiles(at: [try scratch.write("b.mbox", Self.mail("Party", hour: 5, sequence: 50))])
        #expect(try events.map(\.title) == ["Party", "Regatta"])
    }

    @Test func `an invitation in a mail that is attached to another one is a part of it`() async throws {
        let inner = Self.versions[0].split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            .joined(separator: "\n")
        let outer = """
            From eve@evil.example Sun Mar 17 09:30:00 2024
            From: eve@evil.example
            Message-ID: <outer@evil.example>
            Subject: See below
            Content-Type: multipart/mixed; boundary=o

            --o
            Content-Type: message/rfc822

            \(inner)
            --o--

            """
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", outer)])
        #expect(try events.map { $0.parent != nil } == [true])
    }

    @Test func `an invitation among the junk is a part of its mail`() async throws {
        _ = try await library.importFiles(at: [try scratch.write("Junk", Self.versions[0])])
        #expect(try events.map { $0.parent != nil } == [true])
    }

    @Test func `a calendar of several events is a text of its mail`() async throws {
        let second = "END:VEVENT\nBEGIN:VEVENT\nUID:u2\nSUMMARY:Dinner\nDTSTART:20240502T100000Z\nEND:VEVENT\nEND:VCAL"
        let text = Self.versions[0].replacing("END:VEVENT\nEND:VCAL", with: second)
        _ = try await library.importFiles(at: [try scratch.write("a.mbox", text)])
        #expect(try events.map { $0.parent != nil } == [true])
        #expect(try events.first?.text.contains("Dinner") == true)
    }
}
