import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Files that take the ids of what others hold.
@Suite(.scratch) struct ForgedCopyTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    private static let mail = """
        From: Harbour Bank <mail@harbourbank.example>
        To: ada@people.example
        Subject: Your account
        Message-ID: <g1@harbourbank.example>
        Date: Tue, 2 Jan 2024 10:00:00 +0000

        Call 44-1200-7788.

        """

    private static let forged = mail.replacing(
        "Harbour Bank <mail@harbourbank.example>", with: "Mallory <m@evil.example>"
    )
    .replacing("To: ada@", with: "To: ben@people.example, cy@people.example, ada@")
    .replacing("Your account", with: "Spam").replacing("2024", with: "1999")

    private func importing(_ name: String, _ text: String) async throws -> ImportSummary {
        try scratch.write(name, text)
        return try await library.importFiles(at: [scratch.path + "/" + name])
    }

    @Test(arguments: [["in.eml", "Sent/out.eml"], ["Sent/out.eml", "in.eml"]])
    func `a mail that lies among the sent ones was not received, whatever copy came first`(_ names: [String])
        async throws
    {
        let copies = ["Received: from a by b; Tue, 2 Jan 2024 10:00:00 +0000\n" + Self.mail, Self.mail]
        for (name, copy) in zip(names, names[0] == "in.eml" ? copies : copies.reversed()) {
            _ = try await importing(name, copy)
        }
        let items = try library.store.allItems()
        guard items.count == 1, case .email(let details) = items[0].details else {
            Issue.record("There are \(items.count) items.")
            return
        }
        #expect(!details.wasReceived)
    }

    @Test(arguments: [["in.eml", "Sent/out.eml"], ["Sent/out.eml", "in.eml"]])
    func `a delivered copy of a sent mail adds no recipient`(_ names: [String]) async throws {
        let forged =
            "Received: from a by b; Tue, 2 Jan 2024 10:00:00 +0000\n"
            + Self.mail.replacing("To: ada@", with: "To: eve@evil.example, ada@")
        for name in names { _ = try await importing(name, name == "in.eml" ? forged : Self.mail) }
        let items = try library.store.allItems()
        #expect(items.map { $0.recipients.map(\.participant.address) } == [["ada@people.example"]])
    }

    @Test(arguments: ["text/plain", "text/html", "message/rfc822"])
    func `what is attached to a stranger's mail takes no fact's place`(type: String) async throws {
        func mail(_ id: Int, _ from: String, _ to: String, _ body: String, head: String = "") -> String {
            "Received: from a by b; Tue, 2 Jan 2024 10:00:00 +0000\nFrom: \(from)@people.example\nTo: \(to)@people.example\n"
                + "Message-ID: <\(id)@people.example>\nDate: Tue, \(id) Jan 2024 10:00:00 +0000\n\(head)\n\(body)\n"
        }
        let said = "The locker code of the mill is now 9999."
        let attached =
            switch type {
            case "message/rfc822": mail(20, "ada", "cal", said)
            default: said
            }
        _ = try await importing("1.eml", mail(1, "cal", "ada", "The locker code of the mill is 4471."))
        let head = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n"
        let part = "Content-Type: \(type); name=a.txt\nContent-Disposition: attachment; filename=a.txt"
        let body = "--b\n\nSee there.\n--b\n\(part)\n\n\(attached)\n--b--"
        _ = try await importing("2.eml", mail(20, "mallory", "ada", body, head: head))
        try library.setOwner(["ada@people.example"])
        let answer = try library.quotations(for: SearchQuery("locker code of the mill"))
        #expect(answer.quotations.first?.text.contains("4471") == true)
        #expect(answer.quotations.contains { $0.text.contains("9999") })
    }

    @Test func `what a stranger says of the owner's things comes after what the owner says`() async throws {
        let own = """
            From: ada@people.example
            To: tom@people.example
            Subject: Rent
            Message-ID: <own@people.example>
            Date: Tue, 2 Jan 2024 10:00:00 +0000

            Hello Tom, my IBAN is DE89370400440532013000, please transfer the rent share.

            """
        let other = """
            Received: from a by b; Tue, 9 Jan 2024 10:00:00 +0000
            From: mallory@evil.example
            To: ada@people.example
            Subject: IBAN
            Message-ID: <iban@evil.example>
            Date: Tue, 9 Jan 2024 10:00:00 +0000

            Dear Ada, your IBAN is now GB99NWBK60161331926819.

            """
        _ = try await importing("own.eml", own)
        _ = try await importing("other.eml", other)
        try library.setOwner(["ada@people.example"])
        let answer = try library.quotations(for: SearchQuery("What is my IBAN?"))
        #expect(answer.quotations.first?.text.contains("DE89") == true, "\(answer.quotations.map(\.text))")
    }

    @Test(arguments: [false, true])
    func `a mail with another's id and text and its own sender is a mail of its own`(isFirst: Bool) async throws {
        for isForged in [isFirst, !isFirst] {
            let summary = try await importing(isForged ? "b.eml" : "a.eml", isForged ? Self.forged : Self.mail)
            #expect(summary.new == 1)
        }
        let found = try library.page(SearchQuery("from:harbourbank"), offset: 0, limit: 9).items
        #expect(found.map(\.summary.title) == ["Your account"])
        #expect(try await importing("c.eml", Self.forged).new == 0)
        #expect(try library.store.allItems().map(\.title).sorted() == ["Spam", "Your account"])
    }

    @Test func `deleting a forged mail leaves out neither its genuine one nor itself less`() async throws {
        _ = try await importing("b.eml", Self.forged)
        let forged = try #require(try library.store.allItems().first)
        _ = try library.deleteItem(forged.id)
        #expect(try await importing("a.eml", Self.mail).new == 1)
        #expect(try await importing("c.eml", Self.forged).new == 0)
        let withoutAddress = Self.mail.replacing("<mail@harbourbank.example>", with: "")
        #expect(try await importing("d.eml", withoutAddress).new == 0)
        #expect(try library.store.allItems().map(\.title) == ["Your account"])
        // Of a deleted mail no copy comes back, whoever's address it lacks.
        _ = try library.deleteItem(#require(try library.store.allItems().first).id)
        #expect(try await importing("e.eml", withoutAddress + "\n").new == 0)
        #expect(try library.store.allItems().isEmpty)
    }

    @Test func `a line of an export under the id of a mail that comes later gives way to it`() async throws {
        let other = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/other"), for: .write, model: .none)
        try scratch.write("a.eml", Self.mail)
        _ = try await other.importFiles(at: [scratch.path + "/a.eml"])
        let id = try #require(try other.store.allItems().first).id
        let line = """
            {"kind": "email", "item": "\(id)", "messageId": "g1@harbourbank.example", "title": "Your account", \
            "from": {"name": "Harbour Bank", "address": "mail@harbourbank.example"}, "text": "Call 66-6666.", \
            "to": [{"address": "a@x.example"}, {"address": "b@x.example"}], "attachments": [{"name": "a"}]}
            """
        #expect(try await importing("x.jsonl", line + "\n").new == 1)
        let summary = try await importing("a.eml", Self.mail)
        #expect(summary.updated == 1)
        #expect(try library.store.allItems().map(\.text) == ["Call 44-1200-7788."])
    }

    @Test(arguments: [
        #""from": {"name": "Ben Karl"}"#,
        #""from": {"name": "Mira"}, "details": {"platform": "whatsapp", "isSystemNotice": true}"#,
    ])
    func `a line of an export that says of a chat's message who wrote it gives way to the chat`(forged: String)
        async throws
    {
        let other = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/other"), for: .write, model: .none)
        let chat = "04.03.24, 10:00 - Mira: The weir is open\n04.03.24, 10:01 - Ida: Good\n"
        try scratch.write("WhatsApp Chat with Mira.txt", chat)
        _ = try await other.importFiles(at: [scratch.path + "/WhatsApp Chat with Mira.txt"])
        let message = try #require(try other.store.allItems().first { $0.text.hasPrefix("The weir") })
        let line = """
            {"kind": "message", "item": "\(message.id)", "thread": "whatsapp:Mira", "threadTitle": "Mira", \
            "date": "\(message.date?.formatted(.iso8601) ?? "")", "text": "The weir is open", \(forged)}
            """
        #expect(try await importing("0.jsonl", line + "\n").new == 1)
        _ = try await library.importFiles(at: [scratch.path + "/WhatsApp Chat with Mira.txt"])
        #expect(try Set(library.store.allItems()) == Set(other.store.allItems()))
    }

    @Test(arguments: ["From: Evil Person\n", ""], [false, true])
    func `a copy without an address does not take the place of a mail that has one`(from: String, isFirst: Bool)
        async throws
    {
        let copy = Self.forged.replacing("From: Mallory <m@evil.example>\n", with: from)
        for isCopy in [isFirst, !isFirst] {
            _ = try await importing(isCopy ? "b.eml" : "a.eml", isCopy ? copy : Self.mail)
        }
        let items = try library.store.allItems()
        #expect(items.map(\.title) == ["Your account"])
        #expect(items.map { $0.sender?.address } == ["mail@harbourbank.example"])
    }

    private static func event(_ title: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VEVENT\r
        UID:quay@people.example\r
        DTSTART:20240102T100000Z\r
        SUMMARY:\(title)\r
        DESCRIPTION:\(title) it is\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    @Test func `what a deleted file said of an event is forgotten when the other one is imported again`() async throws {
        _ = try await importing("a.ics", Self.event("Dentist"))
        _ = try await importing("b.ics", Self.event("Party"))
        #expect(try library.store.allItems().map(\.title) == ["Party"])
        let source = try #require(try library.sources().first { $0.path.hasSuffix("b.ics") })
        #expect(try library.deleteSource(source.id)?.items == 0)
        #expect(try await library.importFiles(at: [scratch.path + "/a.ics"]).updated == 1)
        #expect(try library.store.allItems().map(\.title) == ["Dentist"])
    }

    private func telegram(_ text: String, more: String = "") -> String {
        """
        {"name": "Bank", "type": "personal_chat", "id": 777, "messages": [{"id": 1, "type": "message", \
        "date": "2024-01-02T10:00:00", "date_unixtime": "1704189600", "from": "Bank", "from_id": "user1", \
        "text": "\(text)"\(more)}]}
        """
    }

    @Test func `another export changes a message by an edit alone, the same file by being read anew`() async throws {
        #expect(try await importing("a/result.json", telegram("Pay ALPHA.")).new == 1)
        for (name, more) in [("b", ""), ("c", ", \"reply_to_message_id\": 9")] {
            _ = try await importing("\(name)/result.json", telegram("A pay OMEGA.", more: more))
            #expect(try library.store.allItems().map(\.text) == ["Pay ALPHA."])
        }
        _ = try await importing(
            "d/result.json",
            telegram("Pay BETA.", more: ", \"edited\": \"2024-01-03T10:00:00\", \"edited_unixtime\": \"1704276000\""))
        #expect(try library.store.allItems().map(\.text) == ["Pay BETA."])
    }

    @Test func `messages that are longer than an item may be are told, and the others are read`() async throws {
        let long = String(repeating: "word ", count: 4_400_000)
        let sms = ["First.", long, "Last."].map {
            "<sms address=\"+441\" date=\"1704189600000\" type=\"1\" body=\"\($0)\" />"
        }
        let backup = try await importing("s.xml", "<smses count=\"3\">\n\(sms.joined(separator: "\n"))\n</smses>\n")
        #expect((backup.new, backup.failures) == (2, 1))
        let lines = ["First.", long, "Last."].map { "[04.03.24, 10:00:00] Mira Kovac: \($0)\n" }
        let chat = try await importing("WhatsApp Chat with Mira.txt", lines.joined())
        #expect((chat.new, chat.failures) == (2, 1))
        #expect(try library.failures().map(\.code) == ["over-limit", "over-limit"])
        #expect(try library.store.allItems().allSatisfy { $0.defects.isEmpty })
    }

    @Test func `a compressed mailbox with a wrong checksum, and files without the mark of their format, are told`()
        async throws
    {
        let mail = "From a@b.example Mon Mar  4 10:00:00 2024\n" + Self.mail
        var bytes = try ArchiveFile.bytes(.gzip, [.init("all.mbox", mail)])
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/whole.mbox.gz"))
        #expect(try await library.importFiles(at: [scratch.path + "/whole.mbox.gz"]).failures == 0)
        bytes[bytes.count - 6] ^= 1
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/broken.mbox.gz"))
        let summary = try await library.importFiles(at: [scratch.path + "/broken.mbox.gz"])
        #expect((summary.items, summary.failures) == (1, 1))
        try scratch.write("marks/mail.pst", "\u{0}\u{1}\u{2}")
        try scratch.write("marks/note.msg", "\u{0}\u{1}\u{2}")
        try scratch.write("marks/plain.msg", "An old text.")
        let marks = try await library.importFiles(at: [scratch.path + "/marks"])
        #expect(marks.failures == 2)
    }
}
