import Foundation
import RecallCore
import RecallImport
import Testing

/// Mails that a server delivered, and those that the owner sent.
struct SentMailTests {
    private static let head = "From: Ada <ada@people.example>\nTo: Eve <eve@evil.example>\nSubject: Plums\n\nYes.\n"
    private static let trace = "Received: from a.example by b.example; Tue, 2 Jan 2024 10:00:00 +0000\n"

    private func wasReceived(_ message: String, at path: String, place: String? = nil) async throws -> Bool {
        let parser = MailParser(extractor: DocumentTextExtractor(), now: { testNow })
        let origin = MailParser.Origin(path: path, place: place)
        return try emailDetails(try await parser.parse(Array(message.utf8), from: origin).item).wasReceived
    }

    @Test(arguments: [
        ("/mail/Inbox.mbox", "byte 0", true), ("/mail/Sent.mbox", "byte 0", false), ("/mail/Sent", "byte 0", false),
        ("/Mail/.Sent/cur/1:2,S", nil, false), ("/Mail/.INBOX.Sent Items/cur/1:2,S", nil, false),
        ("/Mail/.Gesendete Objekte/cur/1:2,S", nil, false), ("/Mail/Sent Messages.mbox/A/Messages/1.emlx", nil, false),
        ("/maildir/ada/_sent_mail/1.", nil, false), ("/Mail/Envoy\u{E9}s/1.eml", nil, false),
        // A sender chooses the subject, by which programs name files.
        ("/Mail/Inbox/Sent.eml", nil, true), ("/Mail/Presentations/1.eml", nil, true),
    ])
    func `what a server delivered was received, unless it lies among the sent mails`(
        path: String, place: String?, expected: Bool
    ) async throws {
        #expect(try await wasReceived(Self.trace + Self.head, at: path, place: place) == expected)
        #expect(try await !wasReceived(Self.head, at: path, place: place))
    }

    @Test(arguments: [("Archived,Sent", false), ("Inbox,Unread", true), ("Gesendet", false)])
    func `Gmail's own label counts, one that the sender wrote does not`(labels: String, expected: Bool) async throws {
        let field = "X-Gmail-Labels: \(labels)\n"
        let path = "/Takeout/Mail/All mail.mbox"
        #expect(try await wasReceived(field + Self.trace + Self.head, at: path, place: "byte 0") == expected)
        #expect(try await wasReceived(Self.trace + field + Self.head, at: path, place: "byte 0"))
    }

    @Test(arguments: [
        ("/mail/Inbox.mbox", "byte 0", "", false), ("/mail/Junk", "byte 0", "", true),
        ("/Takeout/Mail/Spam.mbox", "byte 0", "", true), ("/Mail/.INBOX.Junk E-mail/cur/1:2,S", nil, "", true),
        ("/Mail/Correo no deseado/1.eml", nil, "", true), ("/Takeout/All mail.mbox", "byte 0", "Unread,Spam", true),
        ("/Takeout/All mail.mbox", "byte 0", "Spamalot", false),
        // A disk of that name, and a subject.
        ("/Mail/Trash", "byte 0", "", true), ("/srv/bin/a.mbox", "byte 0", "", false),
        ("/Takeout/All mail.mbox", "byte 0", "Bin", true), ("/mnt/junk/backup/2024/mail/a.mbox", "byte 0", "", false),
        ("/Mail/Inbox/Spam.eml", nil, "", false),
    ])
    func `what lies among the junk or is labelled so is junk`(
        path: String, place: String?, labels: String, expected: Bool
    ) async throws {
        let parser = MailParser(extractor: DocumentTextExtractor(), now: { testNow })
        let message = "X-Gmail-Labels: \(labels)\n" + Self.trace + Self.head
        let parsed = try await parser.parse(Array(message.utf8), from: MailParser.Origin(path: path, place: place))
        #expect(try emailDetails(parsed.item).isJunk == expected)
    }

    @Test(arguments: [
        ("/mail/Inbox.mbox", "byte 0", "", false), ("/mail/Drafts", "byte 0", "", true),
        ("/Mail/.Entw\u{FC}rfe/cur/1:2,S", nil, "", true), ("/Mail/cur/1:2,DS", nil, "", true),
        ("/Mail/cur/1:2,S", nil, "", false), ("/Mail/Sent/cur/1:2,DS", nil, "", false),
        ("/Mail/Inbox/Drafts.eml", nil, "", false),
        ("/mail/a.mbox", "byte 0", "X-Mozilla-Draft-Info: internal\n", true),
        ("/mail/a.eml", nil, "X-Unsent: 1\n", true), ("/mail/a.eml", nil, "X-Unsent: 0\n", false),
        ("/mail/a.mbox", "byte 0", "X-Status: T\n", true), ("/mail/a.mbox", "byte 0", "X-Status: AF\n", false),
        ("/mail/a.eml", nil, "X-Uniform-Type-Identifier: com.apple.mail-draft\n", true),
        ("/Takeout/All mail.mbox", "byte 0", "X-Gmail-Labels: Entw\u{FC}rfe,Wichtig\n", true),
        ("/Takeout/All mail.mbox", "byte 0", "X-Gmail-Labels: Gesendet\n", false),
    ])
    func `a mail among the drafts or marked as one is labelled so`(
        path: String, place: String?, field: String, expected: Bool
    ) async throws {
        let parser = MailParser(extractor: DocumentTextExtractor(), now: { testNow })
        let origin = MailParser.Origin(path: path, place: place)
        let draft = try await parser.parse(Array((field + Self.head).utf8), from: origin).item
        #expect(try emailDetails(draft).isDraft == expected)
        #expect(try emailDetails(draft).labels.contains("Drafts") == expected)
        // Whatever a sender writes, what a server delivered was sent.
        let received = try await parser.parse(Array((Self.trace + field + Self.head).utf8), from: origin).item
        #expect(try !emailDetails(received).isDraft && !emailDetails(received).labels.contains("Drafts"))
    }

    @Test(arguments: [(0x40, true), (8_623_489_089, true), (1, false)])
    func `Apple Mail's flags say what a draft is`(flags: Int, expected: Bool) async throws {
        let list = "<plist><dict><key>flags</key>\n<integer>\(flags)</integer></dict></plist>\n"
        let sample = try MailSample(
            "\(Self.head.utf8.count)\n\(Self.head)\(list)", name: "1.emlx", format: .emlx)
        var items: [Item] = []
        try await MailFileReader(extractor: DocumentTextExtractor()).read(sample.unit, from: .start) { record, _ in
            if case .item(let imported) = record { items.append(imported.item) }
        }
        #expect(try items.map { try emailDetails($0).isDraft } == [expected])
    }

    @Test func `what was sent is no draft, though a copy is among the drafts`() {
        var (draft, sent) = (EmailDetails(), EmailDetails())
        draft.labels = ["Drafts", "Work"]
        sent.labels = ["Home"]
        for (first, second) in [(draft, sent), (sent, draft)] {
            var merged = first
            merged.mergeLabels(with: second)
            #expect(merged.labels == ["Home", "Work"] && !merged.isDraft)
        }
        var both = draft
        both.mergeLabels(with: draft)
        #expect(both.isDraft)
    }

    @Test func `a mail within another one came with it`() async throws {
        let outer = """
            From: Eve <eve@evil.example>
            Content-Type: multipart/mixed; boundary=b

            --b
            Content-Type: message/rfc822
            Content-Disposition: attachment; filename="k.eml"

            Date: Tue, 2 Jan 2024 10:00:00 +0000
            \(Self.head)
            --b--
            """
        let attached = try #require(try await parsedMail(Array(outer.utf8)).attachedMails.first)
        #expect(try emailDetails(attached.item).wasReceived)
    }
}
