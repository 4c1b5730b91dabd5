import Foundation
import RecallCore
import RecallImport
import Testing

/// Mails within mails: those that somebody sent are items of their own.
struct AttachedMailTests {
    private static let inner = """
        From: Eve Moor <eve@people.example>
        To: Ada Lind <ada@people.example>
        Subject: The keys
        Message-ID: <keys@made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000

        They hang behind the door.
        """

    private static func outer(_ parts: [String], subject: String = "Fwd: The keys", type: String = "mixed") -> String {
        """
        From: Ada Lind <ada@people.example>
        Subject: \(subject)
        Message-ID: <outer@made-up.example>
        Date: Tue, 05 Mar 2024 10:00:00 +0000
        Content-Type: multipart/\(type); boundary=outer


        """ + parts.map { "--outer\n\($0)\n" }.joined() + "--outer--\n"
    }

    private static func parsed(_ message: String) async throws -> ImportedItem {
        try await parsedMail(Array(message.utf8))
    }

    @Test func `a forwarded mail is an item of its own, to which the attachment leads`() async throws {
        let imported = try await Self.parsed(
            Self.outer(["\nSee below.", "Content-Type: message/rfc822\n\n\(Self.inner)", "\nBye."]))
        #expect(imported.item.text == "See below.\n\nBye.")
        #expect(imported.item.embeddableText == "See below.\nBye.")
        let mail = try #require(imported.attachedMails.first?.item)
        #expect(mail.id == (try await parsedMail(Array(Self.inner.utf8))).item.id)
        #expect((mail.title, mail.text) == ("The keys", "They hang behind the door."))
        #expect(mail.sender?.address == "eve@people.example" && mail.parent == nil)
        #expect(imported.item.attachments.map(\.name) == ["The keys.eml"])
        #expect(imported.item.attachments.map(\.item) == [mail.id])
    }

    @Test func `a mail keeps the identity that it had when what it forwards was part of its text`() async throws {
        let attached = try await Self.parsed(
            Self.outer(["\nSee below.", "Content-Type: message/rfc822\n\n\(Self.inner)"]))
        let lines =
            "From: Eve Moor <eve@people.example>\nDate: Mon, 04 Mar 2024 10:00:00 +0000\nSubject: The keys\n"
            + "To: Ada Lind <ada@people.example>\n\nThey hang behind the door."
        let whole = try await Self.parsed(Self.outer(["\nSee below.", "\n\(lines)"]))
        #expect(attached.item.id == whole.item.id && attached.item.text != whole.item.text)
    }

    @Test(arguments: [
        "Content-Type: message/rfc822; name=\"k.eml\"\nContent-Disposition: attachment\n\n" + inner,
        "Content-Type: message/rfc822; name=\"k.eml\"\nContent-Transfer-Encoding: base64\n\n"
            + Data(inner.utf8).base64EncodedString(),
        "Content-Type: application/octet-stream; name=\"k.eml\"\nContent-Transfer-Encoding: base64\n\n"
            + Data(inner.utf8).base64EncodedString(),
    ])
    func `a mail that is attached as a file is one however it is encoded`(part: String) async throws {
        let imported = try await Self.parsed(Self.outer(["\nSee below.", part]))
        #expect(imported.item.text == "See below." && imported.item.attachments.map(\.name) == ["k.eml"])
        #expect(imported.attachedMails.map(\.item.text) == ["They hang behind the door."])
        #expect(imported.item.attachments.first?.item == imported.attachedMails.first?.item.id)
    }

    @Test func `each mail of a digest is an item`() async throws {
        let mails = (1...3).map {
            Self.inner.replacing("keys@", with: "keys\($0)@").replacing("The keys", with: "Key \($0)")
        }
        let imported = try await Self.parsed(Self.outer(mails.map { "\n\($0)" }, subject: "Digest", type: "digest"))
        #expect(imported.item.text.isEmpty)
        #expect(imported.attachedMails.map(\.item.title) == ["Key 1", "Key 2", "Key 3"])
        #expect(imported.item.attachments.map(\.name) == ["Key 1.eml", "Key 2.eml", "Key 3.eml"])
    }

    @Test func `the documents of an attached mail belong to it`() async throws {
        let inner = """
            From: Eve Moor <eve@people.example>
            Message-ID: <keys@made-up.example>
            Content-Type: multipart/mixed; boundary=inner

            --inner

            See the file.
            --inner
            Content-Type: text/plain; name=door.txt
            Content-Disposition: attachment

            The door is green.
            --inner--
            """
        let imported = try await Self.parsed(Self.outer(["\nSee below.", "Content-Type: message/rfc822\n\n\(inner)"]))
        #expect(imported.attachmentItems.isEmpty && imported.item.attachments.map(\.name) == ["door.txt", "mail.eml"])
        let mail = try #require(imported.attachedMails.first)
        #expect(mail.attachmentItems.map(\.text) == ["The door is green."])
        #expect(mail.attachmentItems.first?.parent == mail.item.id)
    }

    @Test func `mails within each other are items to a depth, and nothing is lost below it`() async throws {
        var message = Self.inner
        for level in 1...12 {
            message = """
                From: Ada Lind <ada@people.example>
                Subject: Level \(level)
                Message-ID: <level\(level)@made-up.example>
                Content-Type: message/rfc822

                \(message)
                """
        }
        let imported = try await Self.parsed(message)
        let all = imported.withAttachedMails.map(\.item)
        #expect(all.map(\.title) == (4...12).reversed().map { "Level \($0)" })
        #expect(all.last?.text.contains("They hang behind the door.") == true)
        #expect(all.dropLast().map(\.text).joined().isEmpty)
    }

    @Test func `no more mails than a thousand become items, and the text of the others stays`() async throws {
        let mails = (0..<1_100).map { "\n" + Self.inner.replacing("keys@", with: "keys\($0)@") }
        let imported = try await Self.parsed(Self.outer(mails, subject: "Digest", type: "digest"))
        #expect(imported.attachedMails.count == 1_000)
        #expect(imported.item.text.ranges(of: "They hang behind the door.").count == 100)
    }
}
