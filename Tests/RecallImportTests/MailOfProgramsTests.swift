import Foundation
import RecallCore
import RecallImport
import Testing

/// What mail programs leave in mails: marks of deletion, invitations.
struct MailOfProgramsTests {
    @Test(arguments: [("0009", false), ("0008", false), ("0001", true), ("10000", true), ("", true), ("zz", true)])
    func `a mail that Thunderbird has marked as deleted is left out`(status: String, isRead: Bool) async throws {
        let items = try await mboxItems(
            """
            From - Mon Mar  4 10:00:00 2024
            X-Mozilla-Status: \(status)
            X-Mozilla-Status2: 00000000
            Subject: One

            First.

            From - Mon Mar  4 10:01:00 2024
            Subject: Two

            X-Mozilla-Status: 0009

            """)
        #expect(items.map(\.title) == (isRead ? ["One", "Two"] : ["Two"]))
    }

    private static let event = """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        UID:1
        SUMMARY:Regatta
        DTSTART:20240301T090000Z
        LOCATION:Old harbour
        END:VEVENT
        END:VCALENDAR
        """

    private static func mail(_ subtype: String, _ part: String) -> [UInt8] {
        Array(
            """
            From: Ada Lind <ada@people.example>
            Subject: Invitation
            Content-Type: multipart/\(subtype); boundary=b

            --b
            Content-Type: text/plain

            Come along.
            --b
            \(part)

            \(event)
            --b--
            """.utf8)
    }

    @Test(arguments: [
        "Content-Type: application/ics; name=invite.ics", "Content-Type: application/octet-stream; name=invite.ics",
        "Content-Type: text/calendar; method=REQUEST\nContent-Disposition: attachment; filename=invite.ics",
    ])
    func `a calendar that is attached is read`(part: String) async throws {
        let imported = try await parsedMail(Self.mail("mixed", part))
        let event = try #require(imported.attachmentItems.first)
        #expect(event.title == "Regatta" && event.text.contains("Where: Old harbour"))
        #expect(imported.item.text == "Come along.")
    }

    @Test func `an invitation as another form of the mail's text is not read twice`() async throws {
        let imported = try await parsedMail(Self.mail("alternative", "Content-Type: text/calendar; method=REQUEST"))
        #expect(imported.attachmentItems.isEmpty && imported.item.attachments.count == 1)
    }
}
