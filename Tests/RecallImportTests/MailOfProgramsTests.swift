import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// What mail programs leave in mails: marks of deletion, invitations.
@Suite(.scratch) struct MailOfProgramsTests {
    @Test(arguments: [("0009", false), ("0008", false), ("0001", true), ("10000", true), ("", true), ("zz", true)])
    func `a mail that Thunderbird has marked as deleted is left out`(status: String, isRead: Bool) async throws {
        let items = try await mboxItems(
            """
            From - Mon Mar  4 10:00:00 2024
            X-Account-Key: account1
            X-UIDL: 1a2b
            X-Mozilla-Status: \(status)
            X-Mozilla-Status2: 00000000
            Subject: One

            First.

            From - Mon Mar  4 10:01:00 2024
            Subject: Two
            X-Mozilla-Status: 0009

            X-Mozilla-Status: 0009

            """)
        #expect(items.map(\.title) == (isRead ? ["One", "Two"] : ["Two"]))
    }

    // MARK: Apple Mail

    /// The text of a mail in Apple Mail's file, with the flags after it.
    private static func emlx(_ mail: String) -> String {
        "\(mail.utf8.count)\n\(mail)<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>flags</key></dict></plist>\n"
    }

    /// A mail whose four attachments lie beside it.
    private static let partial = emlx(
        """
        Message-ID: <1@people.example>
        From: Ada Lind <ada@people.example>
        Content-Type: multipart/mixed; boundary=out

        --out
        Content-Type: multipart/related; boundary=in

        --in
        Content-Type: text/plain

        See the plan.
        --in
        Content-Type: image/png; name=boat.png
        Content-Transfer-Encoding: base64
        X-Apple-Content-Length: 9

        --in--
        --out
        Content-Type: text/plain; name=notes.txt
        Content-Disposition: attachment; filename=notes.txt
        Content-Transfer-Encoding: quoted-printable
        X-Apple-Content-Length: 9
        --out
        Content-Type: message/rfc822

        Content-Type: multipart/mixed; boundary=far

        --far
        Content-Type: text/csv; name=far.csv
        Content-Disposition: attachment


        --far--
        --out
        Content-Type: application/pdf; name=gone.pdf
        Content-Transfer-Encoding: base64

        --out--

        """)

    private static func write(_ mail: String, to files: NoteImport, in mailbox: String) throws {
        let folder = "Mail/\(mailbox)/A1/Data/7/"
        try files.write(folder + "Messages/12.partial.emlx", mail)
        let bytes = Array("a = é\r\n--out\n".utf8)
        for (name, content) in [
            "1.2/boat.png": [0x89, 0x50, 0x4E, 0x47, 0, 0xFF, 1, 2, 3], "2/notes.txt": bytes,
            "3.1/far.csv": Array("depth,tide\n4,5".utf8), "9/other.bin": [1],
        ] { try files.write(folder + "Attachments/12/" + name, content) }
        try files.write(folder + "Attachments/13/2/plan.txt", "of a mail that is gone")
    }

    @Test func `attachments that Apple Mail keeps beside a mail are its own, and each other file is read too`()
        async throws
    {
        let files = try NoteImport()
        try Self.write(Self.partial, to: files, in: "Archive.mbox/Boats.mbox")
        let units = try await files.units("Mail")
        #expect(units.map(\.format) == [.text, .emlx] && units[1].furtherFiles.count == 4)
        guard case .item(let imported) = try await files.records(units[1])[0].record else {
            throw ImportFailure(.malformed, path: "", reason: "")
        }
        let mail = imported.item
        #expect(mail.text.hasPrefix("See the plan.") && mail.attachments.map(\.name).contains("boat.png"))
        let sizes = Dictionary(uniqueKeysWithValues: mail.attachments.map { ($0.name, $0.byteCount) })
        // Quoted-printable text has the line ends of the mail.
        #expect(sizes == ["boat.png": 9, "notes.txt": 13, "far.csv": 14, "gone.pdf": 0])
        #expect(imported.attachmentItems.map(\.text).contains { $0.contains("a = é\n--out") })
        #expect(imported.attachmentItems.map(\.text).contains { $0.contains("tide") })
        #expect(try labels(mail) == ["Archive/Boats"])

        let original = OriginalMail(id: mail.id, messageID: mail.externalID)
        let source = try #require(OriginalMail.Source(path: units[1].path, format: .emlx, cursor: .start))
        let number = try #require(mail.attachments.firstIndex { $0.name == "boat.png" })
        #expect(try await original.attachment(number, in: source) == [0x89, 0x50, 0x4E, 0x47, 0, 0xFF, 1, 2, 3])
        let whole = String(decoding: try original.wholeInProcess(in: source), as: UTF8.self)
        #expect(whole.contains(Data([0x89, 0x50, 0x4E, 0x47, 0, 0xFF, 1, 2, 3]).base64EncodedString()))
    }

    private func labels(_ item: Item) throws -> [String] {
        guard case .email(let details) = item.details else { throw CocoaError(.coderInvalidValue) }
        return details.labels
    }

    @Test func `a link among the attachments is not followed, and a mail without any is read as it is`() async throws {
        let files = try NoteImport()
        try files.write("secret.txt", "secret words")
        let folder = "Mail/INBOX.mbox/Messages"
        try files.write(folder + "/12.partial.emlx", Self.partial)
        try files.write(folder + "/13.emlx", Self.emlx("Message-ID: <2@people.example>\n\nHello\n"))
        try files.write("Mail/INBOX.mbox/Attachments/12/2/.hidden", "x")
        try FileManager.default.createSymbolicLink(
            atPath: files.scratch.path + "/Mail/INBOX.mbox/Attachments/12/2/notes.txt",
            withDestinationPath: files.scratch.path + "/secret.txt")
        try files.write("outside/boat.png", "secret picture")
        try FileManager.default.createSymbolicLink(
            atPath: files.scratch.path + "/Mail/INBOX.mbox/Attachments/12/1.2",
            withDestinationPath: files.scratch.path + "/outside")
        let items = try await files.items("Mail")
        #expect(items.map(\.externalID) == ["1@people.example", "2@people.example"])
        #expect(items[0].attachments.allSatisfy { $0.byteCount == 0 })
        #expect(try items.map(labels) == [["INBOX"], ["INBOX"]])
    }

    @Test func `a mail with attachments beside it is read wherever it is cut off`() async throws {
        let files = try NoteImport()
        for count in stride(from: 1, to: Self.partial.count, by: 7) {
            try Self.write(String(Self.partial.prefix(count)), to: files, in: "a.mbox")
            #expect(try await files.found("Mail").count == 2)
        }
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
        let event = try #require(imported.attachedMails.first?.item)
        #expect(event.title == "Regatta" && event.text.contains("Where: Old harbour"))
        #expect(imported.item.text == "Come along.")
    }

    @Test func `an invitation as another form of the mail's text says when and where, and is read`() async throws {
        let imported = try await parsedMail(Self.mail("alternative", "Content-Type: text/calendar; method=REQUEST"))
        #expect(imported.attachedMails.map(\.item.title) == ["Regatta"] && imported.item.attachments.count == 1)
    }
}
