import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// An export that is made again, later and under another name: what it has in common with the first one is there once.
@Suite(.scratch) struct ExportedAgainTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() throws {
        scratch = try ScratchFolder()
        library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
    }

    @discardableResult private func add(
        _ text: String, as name: String, at time: Double = 1_000
    ) async throws -> ImportSummary {
        let path = try scratch.write(name, text)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000 + time)], ofItemAtPath: path)
        return try await library.importFiles(at: [path])
    }

    private func texts() throws -> [String] { try library.store.allItems().map(\.text).sorted() }

    private static func evernote(_ notes: [(title: String, created: String, text: String)]) -> String {
        let notes = notes.map {
            "<note><title>\($0.title)</title><created>\($0.created)</created>"
                + "<content><![CDATA[<en-note>\($0.text)</en-note>]]></content></note>"
        }
        return "<?xml version=\"1.0\"?><en-export>\(notes.joined())</en-export>"
    }

    @Test(arguments: ["b/Notebook.enex", "b/Notebook (1).enex", "b/My Notes.enex"])
    func `notes of Evernote are the same in a later export, whatever its name`(later: String) async throws {
        let boots = (title: "Boots", created: "20240101T100000Z", text: "Size 43.")
        let ferns = (title: "Ferns", created: "20240102T100000Z", text: "By the mill.")
        let first = [boots, boots, ferns]
        #expect(try await add(Self.evernote(first), as: "a/Notebook.enex").new == 2)
        let kettle = (title: "Kettle", created: "20240301T100000Z", text: "It whistles.")
        let again = try await add(Self.evernote(first + [kettle]), as: later, at: 2_000)
        #expect((again.new, again.updated, again.duplicates) == (1, 0, 3))
        #expect(try texts() == ["By the mill.", "It whistles.", "Size 43."])
        // When it is read once more, nothing is new.
        let third = try await library.importFiles(at: [scratch.path + "/" + later], restoringDeleted: true)
        #expect((third.new, third.updated) == (0, 0))
        // A note of another time is another note.
        let other = (title: "Boots", created: "20250101T100000Z", text: "Size 43.")
        #expect(try await add(Self.evernote([other]), as: "c/Other.enex", at: 3_000).new == 1)
    }

    @Test(arguments: [500.0, 3_000])
    func `a note that changes in one export stays in the others that hold it, and goes with its own`(
        time: Double
    ) async throws {
        let note = (title: "Door", created: "20240101T100000Z", text: "The code is 1.")
        try await add(Self.evernote([note]), as: "a/Home.enex")
        try await add(Self.evernote([note]), as: "b/All.enex", at: 2_000)
        let edited = (title: "Door", created: "20240101T100000Z", text: "The code is hunter2.")
        try await add(Self.evernote([edited]), as: "a/Home.enex", at: time)
        #expect(try texts() == ["The code is 1.", "The code is hunter2."])
        #expect(try await library.importFiles(at: [scratch.path + "/b"], restoringDeleted: true).new == 0)
        let source = try #require(try library.sources().first { $0.path.hasSuffix("Home.enex") })
        _ = try library.deleteSource(source.id)
        #expect(try texts() == ["The code is 1."])
    }

    @Test func `a note with another attachment or other tags is another note, also when one is deleted`() async throws {
        let note = "<note><title>Scan</title><created>20240101T100000Z</created>"
        let text = "<content><![CDATA[<en-note>See the file.</en-note>]]></content>"
        func export(_ more: String) -> String { "<en-export>\(note)\(text)\(more)</note></en-export>" }
        try await add(export("<tag>a</tag>"), as: "a/A.enex")
        #expect(try await add(export("<tag>b</tag>"), as: "b/B.enex").new == 1)
        let file =
            "<resource><mime>application/pdf</mime><resource-attributes><file-name>bill.pdf</file-name>"
            + "</resource-attributes></resource>"
        #expect(try await add(export("<tag>a</tag>" + file), as: "c/C.enex").new == 1)
        let tagged = try #require(
            try library.store.allItems().first { ($0.details.isNote(tagged: "a")) && $0.attachments.isEmpty })
        _ = try library.deleteItem(tagged.id)
        #expect(try await add(export("<tag>b</tag>"), as: "d/D.enex").deletedBefore == 0)
        #expect(try await add(export("<tag>a</tag>"), as: "e/E.enex").deletedBefore == 1)
    }

    @Test func `a deleted note of Evernote does not come back with a later export`() async throws {
        let boots = (title: "Boots", created: "20240101T100000Z", text: "Size 43.")
        try await add(Self.evernote([boots]), as: "a/Notebook.enex")
        let item = try #require(try library.store.allItems().first)
        _ = try library.deleteItem(item.id)
        let again = try await add(Self.evernote([boots]), as: "b/Other.enex", at: 2_000)
        #expect((again.new, again.deletedBefore) == (0, 1))
        #expect(try texts() == [])
        let other = scratch.path + "/b/Other.enex"
        #expect(try await library.importFiles(at: [other], restoringDeleted: true).new == 1)
    }

    private static func keep(_ text: String, title: String = "Wifi", created: Int = 1_705_000_000_000_001) -> String {
        """
        {"isTrashed": false, "title": "\(title)", "textContent": "\(text)",
         "userEditedTimestampUsec": 1719000000000000, "createdTimestampUsec": \(created)}
        """
    }

    @Test func `a note of Keep is the same one in a later Takeout, also with another title and text`() async throws {
        try await add(Self.keep("Network Gooseberry."), as: "a/Keep/Wifi.json")
        let renamed = try await add(
            Self.keep("Network Gooseberry.", title: "Guests"), as: "b/Keep/Guests.json", at: 1_500)
        #expect((renamed.new, renamed.updated) == (0, 1))
        let edited = try await add(
            Self.keep("Network Loganberry.", title: "Guests"), as: "b2/Keep/Guests.json", at: 2_000)
        #expect((edited.new, edited.updated) == (0, 1))
        #expect(try texts() == ["Network Loganberry."])
        // An earlier one changes nothing.
        let earlier = try await add(Self.keep("Network Currant.", title: "Guests"), as: "c/Keep/Wifi.json", at: 500)
        #expect((earlier.new, earlier.updated) == (0, 0))
        #expect(try texts() == ["Network Loganberry."])
        // The same from elsewhere is no change.
        let same = try await add(Self.keep("Network Loganberry.", title: "Guests"), as: "d/Guests.json", at: 3_000)
        #expect((same.new, same.updated, same.duplicates) == (0, 0, 1))
    }

    @Test func `two notes of Keep in one folder are two, even if they were made in the same microsecond`() async throws
    {
        try await add(Self.keep("One."), as: "a/Keep/One.json")
        try await add(Self.keep("Two."), as: "a/Keep/Two.json", at: 2_000)
        #expect(try texts() == ["One.", "Two."])
        try await add(Self.keep("Two, edited."), as: "a/Keep/Two.json", at: 3_000)
        #expect(try texts() == ["One.", "Two, edited."])
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
    func `two notes of one id are two beside a copy of one of them in another folder`(order: [Int]) async throws {
        let notes = [
            (Self.keep("One.", title: "One"), "f/One.json"), (Self.keep("Two.", title: "Two"), "f/Two.json"),
            (Self.keep("Two.", title: "Two"), "g/Two.json"),
        ]
        for index in order { try await add(notes[index].0, as: notes[index].1, at: Double(index) * 1_000) }
        #expect(try Set(texts()) == ["One.", "Two."])
    }

    @Test func `a note at the path of a deleted one is another note of Keep`() async throws {
        try await add(Self.keep("Bread.", title: "Shopping"), as: "k/Shopping.json")
        _ = try library.deleteItem(try #require(try library.store.allItems().first).id)
        #expect(
            try await add(Self.keep("Oars.", title: "Shopping", created: 1_706), as: "k/Shopping.json", at: 2_000).new
                == 1)
    }

    @Test func `a page of Notion is the same one in a later export, also under another title`() async throws {
        let id = "0123456789abcdef0123456789abcdef"
        try await add("# The quay\n\nLow tide at nine.", as: "a/The quay \(id).md")
        let again = try await add("# The quay\n\nLow tide at ten.", as: "b/The pier \(id).md", at: 2_000)
        #expect((again.new, again.updated) == (0, 1))
        #expect(try texts() == ["# The quay\n\nLow tide at ten."])
        #expect(try await add("# The pier\n\nLow.", as: "c/The pier.md", at: 3_000).new == 1)
    }

    @Test func `a copy of a page stays one item when the first one is deleted with its source`() async throws {
        let id = "0123456789abcdef0123456789abcdef"
        for name in ["f/New", "f/Old", "g/Old"] {
            try await add("# \(name.suffix(3))\n\nThe \(name.suffix(3)) one.", as: "\(name) \(id).md")
        }
        #expect(try texts() == ["# New\n\nThe New one.", "# Old\n\nThe Old one."])
        for source in try library.sources() where source.path.contains("/f/") {
            _ = try library.deleteSource(source.id)
        }
        let again = try await library.importFiles(at: [scratch.path + "/g"], restoringDeleted: true)
        #expect((again.new, again.updated) == (0, 0))
        #expect(try texts() == ["# Old\n\nThe Old one."])
    }

    @Test func `messages of a telephone are the same in a later backup, whatever its people are called`() async throws {
        func backup(_ name: String, _ more: String = "") -> String {
            """
            <smses><sms address="+491701234567" date="1700000000000" type="1" body="Boat at nine?" contact_name="\(name)"/>
            <sms address="+491701234567" date="1700000001000" type="2" body="Yes" contact_name="\(name)"/>
            <mms date="1700000002000" msg_box="1" address="+491701234567" contact_name="\(name)"><parts>
            <part seq="0" ct="text/plain" text="look"/></parts></mms>\(more)</smses>
            """
        }
        #expect(try await add(backup("(Unknown)"), as: "sms-20240101000000.xml").new == 3)
        let more = #"<sms address="+491701234567" date="1700000003000" type="2" body="Yes" contact_name="Ada"/>"#
        let again = try await add(backup("Ada", more), as: "sms-20240201000000.xml", at: 2_000)
        #expect((again.new, again.duplicates) == (1, 3))
    }

    private static func sms(_ messages: (address: String, time: Int, type: Int, text: String)...) -> String {
        let lines = messages.map {
            "<sms address=\"\($0.address)\" date=\"170000000\($0.time)000\" type=\"\($0.type)\" body=\"\($0.text)\"/>"
        }
        return "<smses>\(lines.joined())</smses>"
    }

    @Test(arguments: [true, false])
    func `messages of a number are the same whether it is written with its country or without`(
        isForward: Bool
    ) async throws {
        let backups = [
            Self.sms(("0171 2345678", 0, 1, "Boat at nine?"), ("0171 2345678", 1, 2, "Yes")),
            Self.sms(
                ("+491712345678", 0, 1, "Boat at nine?"), ("+491712345678", 1, 2, "Yes"),
                ("+491712345678", 2, 1, "Oars?"), ("+491712345679", 0, 1, "Boat at nine?")),
        ]
        for (number, text) in (isForward ? backups : backups.reversed()).enumerated() {
            try await add(text, as: "sms-\(number).xml", at: Double(number))
        }
        let items = try library.store.allItems()
        #expect(items.map(\.text).sorted() == ["Boat at nine?", "Boat at nine?", "Oars?", "Yes"])
        #expect(items.count { $0.conversation == "sms:+491712345678" } == 3)
        #expect(try library.page(SearchQuery("conversation:sms:+491712345678"), offset: 0, limit: 9).items.count == 3)
    }

    @Test func `two pictures of one moment are two messages, each of them once`() async throws {
        func backup(_ names: String...) -> String {
            let messages = names.map {
                """
                <mms date="1700000000000" msg_box="1" address="+491701234567" m_id="\($0)"><parts>
                <part seq="0" ct="image/jpeg" cl="image000000.jpg" data="\($0)"/></parts></mms>
                """
            }
            return "<smses>\(messages.joined())</smses>"
        }
        #expect(try await add(backup("a"), as: "1.xml").new == 1)
        #expect(try await add(backup("b"), as: "2.xml").new == 1)
        let both = try await add(backup("a", "b"), as: "3.xml")
        #expect((both.new, both.duplicates) == (0, 2))
    }

    @Test(arguments: [true, false])
    func `messages of Signal are the same from signal-cli and from Signal Desktop`(isForward: Bool) async throws {
        let lines = """
            {"envelope": {"sourceNumber": "+4930", "sourceUuid": "u", "sourceName": "Ada", "timestamp": 1000, \
            "dataMessage": {"timestamp": 1000, "message": "Boat at nine?"}}}
            {"envelope": {"sourceNumber": "+49", "sourceName": "Dora", "timestamp": 2000, "syncMessage": \
            {"sentMessage": {"destinationNumber": "+4930", "timestamp": 2000, "message": "Yes"}}}}
            {"envelope": {"sourceNumber": null, "source": "00112233-4455-6677-8899-aabbccddeeff", "timestamp": 3000, \
            "dataMessage": {"timestamp": 3000, "message": "Oars?"}}}
            """
        let desktop = """
            {"version":"1","backupTimeMs":"9000"}
            {"account":{"givenName":"Dora","familyName":"Dock"}}
            {"recipient":{"id":"1","self":{}}}
            {"recipient":{"id":"2","contact":{"e164":"4930","systemGivenName":"Ada"}}}
            {"recipient":{"id":"3","contact":{"aci":"ABEiM0RVZneImaq7zN3u/w==","profileGivenName":"Cy"}}}
            {"chat":{"id":"10","recipientId":"2"}}
            {"chat":{"id":"11","recipientId":"3"}}
            {"chatItem":{"chatId":"10","authorId":"2","dateSent":"1000","incoming":{},"standardMessage":{"text":{"body":"Boat at nine?"}}}}
            {"chatItem":{"chatId":"10","authorId":"1","dateSent":"2000","outgoing":{},"standardMessage":{"text":{"body":"Yes"}}}}
            {"chatItem":{"chatId":"11","authorId":"3","dateSent":"3000","incoming":{},"standardMessage":{"text":{"body":"Oars?"}}}}
            {"chatItem":{"chatId":"10","authorId":"1","dateSent":"1000","outgoing":{},"standardMessage":{"text":{"body":"Hello"}}}}
            """
        let files = [(lines, "signal.json"), (desktop, "main.jsonl")]
        for (text, name) in isForward ? files : files.reversed() { try await add(text, as: name) }
        #expect(try texts() == ["Boat at nine?", "Hello", "Oars?", "Yes"])
    }

    /// A mailbox of Takeout with one mail, which has these labels.
    private static func takeout(_ labels: String) -> String {
        """
        From 1@xxx Mon Mar 04 10:00:00 +0000 2024
        X-Gmail-Labels: \(labels)
        Message-ID: <rent@a.example>
        From: Ada <ada@a.example>
        Subject: The studio
        Date: Mon, 04 Mar 2024 10:00:00 +0000

        The rent of your studio is 99 pounds.

        """
    }

    private func labels() throws -> (names: [String], isJunk: Bool) {
        guard case .email(let mail)? = try library.store.allItems().first?.details else { return ([], false) }
        return (mail.labels, mail.isJunk)
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
    func `a mail has the labels of the last export of Gmail, in whatever order these are imported`(
        order: [Int]
    ) async throws {
        let exports = [
            (Self.takeout("Inbox,Studio"), "a/All mail.mbox", 1_000.0),
            (Self.takeout("Trash"), "b/All mail.mbox", 3_000),
            (Self.takeout("Spam,Rent"), "c/All mail.mbox", 2_000),
        ]
        for (text, name, time) in order.map({ exports[$0] }) { try await add(text, as: name, at: time) }
        #expect(try labels() == (["Trash"], true))
        // What is also in another folder is no junk.
        try await add(Self.takeout("x").replacing("X-Gmail-Labels: x\n", with: ""), as: "Mail/Archive", at: 100)
        #expect(try labels() == (["Trash"], false))
    }

    @Test(arguments: ["All mail.mbox", "later/All mail.mbox"])
    func `a mail whose labels alone have changed is counted as changed`(name: String) async throws {
        #expect(try await add(Self.takeout("Inbox,Studio"), as: "All mail.mbox").new == 1)
        let again = try await add(Self.takeout("Inbox,Rent"), as: name, at: 2_000)
        #expect((again.new, again.updated, again.duplicates) == (0, 1, 0))
        let same = try await add(Self.takeout("Inbox,Rent"), as: name, at: 3_000)
        #expect((same.new, same.updated, same.duplicates) == (0, 0, 1))
    }

    @Test func `a mail in two mailboxes is not changed by the second`() async throws {
        let mail = Self.takeout("x").replacing("X-Gmail-Labels: x", with: "X-Label: Rent")
        #expect(try await add(mail, as: "Mail/Inbox").new == 1)
        #expect(try await add(mail, as: "Mail/Studio").updated == 0)
    }

    @Test(arguments: [[0, 1], [1, 0]], ["Zoo", "Ant"])
    func `labels are those of the archive that was made last, where the mailboxes in both have one time`(
        order: [Int], last: String
    ) async throws {
        for number in order {
            let mailbox = ArchiveFile.Member("Takeout/Mail/All mail.mbox", Self.takeout(["Inbox,Menu", last][number]))
            let path = try scratch.write("takeout-\(number).zip", Data(ArchiveFile.bytes(.zip, [mailbox])))
            let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            _ = try await library.importFiles(at: [path])
        }
        #expect(try labels() == ([last], false))
    }

    @Test(arguments: [["Inbox", "Spam"], ["Spam", "Inbox"]])
    func `a copy among the spam of the same export takes no mail out of the answers`(labels: [String]) async throws {
        try await add(labels.map(Self.takeout).joined(separator: "\n"), as: "a/All mail.mbox")
        #expect(try library.store.allItems().count == 1)
        #expect(try !self.labels().isJunk)
    }

    @Test func `an export that is written anew in its place takes labels away`() async throws {
        try await add(Self.takeout("Inbox,Studio"), as: "a/All mail.mbox")
        try await add(Self.takeout("Spam"), as: "a/All mail.mbox", at: 2_000)
        #expect(try labels() == (["Spam"], true))
        #expect(try library.quotations(for: "what is the rent of the studio").quotations.isEmpty)
        try await add(Self.takeout("Inbox,Studio"), as: "a/All mail.mbox", at: 3_000)
        #expect(try labels() == (["Inbox", "Studio"], false))
        #expect(try !library.quotations(for: "what is the rent of the studio").quotations.isEmpty)
    }

    private func quotesRent() throws -> Bool {
        try !library.quotations(for: "what is the rent of the studio").quotations.isEmpty
    }

    @Test func `a mail that was moved to the junk of a Maildir is junk, and one that was moved back is none`()
        async throws
    {
        let mail = Self.takeout("x").replacing("X-Gmail-Labels: x\n", with: "").split(separator: "\n", maxSplits: 1)[1]
        let (inbox, junk) = (scratch.path + "/Mail/cur/1.host:2,S", scratch.path + "/Mail/.Junk/cur/1.host:2,S")
        for folder in ["cur", "new", "tmp", ".Junk/cur", ".Junk/new", ".Junk/tmp"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path + "/Mail/" + folder, withIntermediateDirectories: true)
        }
        func again() async throws { _ = try await library.importFiles(at: [scratch.path + "/Mail"]) }
        try Data(mail.utf8).write(to: URL(fileURLWithPath: inbox))
        try await again()
        #expect(try quotesRent())
        // A copy among the junk is none while the other is there.
        try FileManager.default.copyItem(atPath: inbox, toPath: junk)
        try await again()
        #expect(try quotesRent())
        try FileManager.default.removeItem(atPath: junk)
        try FileManager.default.moveItem(atPath: inbox, toPath: junk)
        try await again()
        #expect(try library.store.allItems().count == 1)
        #expect(try labels().isJunk)
        #expect(try !quotesRent())
        try FileManager.default.moveItem(atPath: junk, toPath: inbox)
        try await again()
        #expect(try !labels().isJunk)
        #expect(try quotesRent())
    }

    private static let android = """
        31/12/2019, 23:04 - Messages and calls are end-to-end encrypted.
        31/12/2019, 23:05 - Bo Li: Boat at nine?
        31/12/2019, 23:05 - Ada: ok
        31/12/2019, 23:05 - Ada: ok
        31/12/2019, 23:06 - Bo Li: IMG-20191231-WA0001.jpg (file attached)
        The quay
        """
    private static let iPhone = """
        [31/12/2019, 23:04:00] Bo Li: \u{200E}Messages and calls are end-to-end encrypted.
        [31/12/2019, 23:05:07] Bo Li: Boat at nine?
        [31/12/2019, 23:05:09] Ada: ok
        [31/12/2019, 23:05:40] Ada: ok
        \u{200E}[31/12/2019, 23:06:01] Bo Li: The quay \u{200E}image omitted
        [31/12/2019, 23:07:01] Ada: Nice
        """

    @Test(arguments: [true, false])
    func `a chat that two telephones exported is there once, with seconds where one has them`(
        isAndroidFirst: Bool
    ) async throws {
        let exports = [
            (Self.android, "a/WhatsApp Chat with Bo Li.txt"), (Self.iPhone, "b/WhatsApp Chat - Bo Li/_chat.txt"),
        ]
        for (text, name) in isAndroidFirst ? exports : exports.reversed() { try await add(text, as: name) }
        let items = try library.store.allItems()
        #expect(
            items.map(\.text).sorted() == [
                "Boat at nine?", "Messages and calls are end-to-end encrypted.", "Nice", "The quay", "ok", "ok",
            ])
        let seconds = items.compactMap(\.date).map { Int($0.timeIntervalSince1970) % 60 }
        #expect(seconds.sorted() == [0, 1, 1, 7, 9, 40])
    }

    @Test func `files of one minute are all there, and so is a message of a minute that comes again`() async throws {
        let chat = """
            [31/12/2019, 10:00:05] Ann: \u{200E}<attached: contract.pdf>
            [31/12/2019, 10:01:02] Ben: Thanks
            [31/12/2019, 10:00:59] Ann: \u{200E}<attached: invoice.pdf>
            [31/12/2019, 10:01:03] Ben: Thanks

            """
        #expect(try await add(chat, as: "WhatsApp Chat - Ann/_chat.txt").new == 4)
        #expect(
            try library.store.allItems().flatMap(\.attachments).map(\.name).sorted() == ["contract.pdf", "invoice.pdf"])
    }

    @Test func `messages that an earlier version named by their second are known in a later export`() async throws {
        let seconds = 1_577_833_507
        let former = ItemID(identifying: ["whatsapp", "Bo Li", "Bo Li", String(seconds), "Boat at nine?", "0"])
        let line = """
            {"kind": "message", "id": "1", "item": "\(former)", "thread": "t", "text": "Boat at nine?", \
            "from": {"name": "Bo Li"}, "date": "2019-12-31T23:05:07Z"}
            """
        #expect(try await add(line, as: "library.jsonl").new == 1)
        let again = try await add(
            "[31/12/2019, 23:05:07] Bo Li: Boat at nine?\n", as: "WhatsApp Chat - Bo Li/_chat.txt", at: 2_000)
        // The chat itself says more of the message than the line does.
        #expect((again.new, again.updated) == (0, 1))
        #expect(try library.store.allItems().map(\.id) == [former])
    }

    private static func book(chapters: [String]) throws -> [UInt8] {
        let container = "<container><rootfiles><rootfile full-path=\"book.opf\"/></rootfiles></container>"
        let items = chapters.indices.map {
            "<item id=\"c\($0)\" href=\"\($0).xhtml\" media-type=\"application/xhtml+xml\"/>"
        }
        let spine = chapters.indices.map { "<itemref idref=\"c\($0)\"/>" }
        let package = """
            <package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Moby Dick</dc:title></metadata>\
            <manifest>\(items.joined())</manifest><spine>\(spine.joined())</spine></package>
            """
        let pages = chapters.enumerated().map {
            ArchiveFile.Member("\($0).xhtml", "<html><body><h1>\($1)</h1><p>Text of it.</p></body></html>")
        }
        return try ArchiveFile.bytes(
            .zip,
            [
                .init("mimetype", "application/epub+zip"), .init("META-INF/container.xml", container),
                .init("book.opf", package),
            ] + pages)
    }

    @Test func `a book whose folder was moved is the same book`() async throws {
        try scratch.write("a/books/Keeper.epub", Data(Self.book(chapters: ["Call me Ishmael", "The carpet bag"])))
        let first = try await library.importFiles(at: [scratch.path + "/a"])
        #expect(first.new == 2)
        try FileManager.default.moveItem(atPath: scratch.path + "/a", toPath: scratch.path + "/moved")
        let again = try await library.importFiles(at: [scratch.path + "/moved"])
        #expect((again.new, again.duplicates) == (0, 2))
    }

    private static func card(_ name: String, _ number: String) -> String {
        "BEGIN:VCARD\nVERSION:3.0\nFN:\(name)\nTEL:\(number)\nEND:VCARD\n"
    }

    @Test func `a contact without a UID whose number changed takes its own place in its file`() async throws {
        let (ada, bo) = (Self.card("Ada Lind", "030 1234567"), Self.card("Bo Li", "030 7654321"))
        try await add(ada + bo, as: "people.vcf")
        let changed = Self.card("Ada Lind", "030 9999999")
        let again = try await add(changed + bo, as: "people.vcf", at: 2_000)
        #expect((again.new, again.updated, again.duplicates) == (0, 1, 1))
        #expect(try texts() == ["Ada Lind\nPhone: 030 9999999", "Bo Li\nPhone: 030 7654321"])
        let numbers = try library.people(named: "Ada Lind").flatMap(\.addresses).map { $0.filter(\.isNumber) }
        #expect(numbers == ["0309999999"])
        // What is in no file any more stays, and what another file says of somebody of that name is somebody's.
        #expect(try await add(ada, as: "other.vcf", at: 500).new == 1)
        #expect(try await add(bo, as: "people.vcf", at: 3_000).new == 0)
        #expect(try texts().count == 3)
    }

    private static func card(_ number: Int, _ place: String) -> String {
        "BEGIN:VCARD\nVERSION:3.0\nUID:\(number)\nFN:Ada Lind \(number)\nTEL:030 123456\(number)\nADR:;;\(place)\nEND:VCARD\n"
    }

    @Test func `a card in another file takes no contact's place, but a later export of the address book does`()
        async throws
    {
        let book = (1...6).map { Self.card($0, "Quay 1") }
        try await add(book.joined(), as: "people.vcf")
        let forged = try await add(Self.card(1, "Evil Street 666"), as: "card.vcf", at: 9_000)
        #expect((forged.new, forged.updated) == (1, 0))
        #expect(try texts().count { $0.contains("Quay 1") } == 6)
        let moved = [Self.card(1, "Mill 2")] + book.dropFirst()
        let again = try await add(moved.joined(), as: "all contacts.vcf", at: 2_000)
        #expect((again.new, again.updated, again.duplicates) == (0, 1, 5))
        #expect(try texts().count { $0.contains("Evil Street") } == 1)
        #expect(try texts().count == 7)
    }

    @Test func `a card behind a thousand others of its file takes no contact's place`() async throws {
        try await add((1...6).map { Self.card($0, "Quay 1") }.joined(), as: "people.vcf")
        let others = (100..<1_200).map { Self.card($0, "Field") }
        let forged = try await add(others.joined() + Self.card(1, "Evil Street 666"), as: "card.vcf", at: 9_000)
        #expect((forged.new, forged.updated) == (1_101, 0))
        #expect(try texts().count { $0.contains("Quay 1") } == 6)
    }

    @Test func `an address book of thousands that is exported again under another name is there once`() async throws {
        let book = (0..<2_500).map { Self.card($0, "Quay 1") }
        try await add(book.joined(), as: "people.vcf")
        let moved = book.map { $0.replacing("Quay 1", with: "Mill 2") }
        let again = try await add(moved.joined(), as: "all contacts.vcf", at: 2_000)
        #expect((again.new, again.updated) == (0, 2_500))
    }

    @Test func `a later version of one event in another file moves none of a calendar`() async throws {
        func event(_ number: Int, _ day: Int, _ version: Int) -> String {
            "BEGIN:VEVENT\nUID:\(number)\nSUMMARY:Boat \(number)\nSEQUENCE:\(version)\nDTSTART:202601\(day)T180000Z\nEND:VEVENT\n"
        }
        func calendar(_ events: [String]) -> String {
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(events.joined())END:VCALENDAR\n"
        }
        let events = (1...6).map { event($0, 10 + $0, 0) }
        try await add(calendar(events), as: "home.ics")
        let forged = try await add(calendar([event(1, 28, 99)]), as: "invite.ics", at: 9_000)
        #expect((forged.new, forged.updated) == (1, 0))
        #expect(try texts().count { $0.contains("When: 2026-01-11") } == 1)
        let again = try await add(calendar([event(1, 29, 1)] + events.dropFirst()), as: "home (1).ics", at: 2_000)
        #expect((again.new, again.updated) == (0, 1))
    }

    @Test func `a changed contact without a UID leaves those of its name in other files, and two in its own`()
        async throws
    {
        let ada = Self.card("Ada Lind", "030 1234567")
        try await add(ada, as: "a.vcf")
        try await add(ada, as: "b.vcf")
        #expect(try await add(Self.card("Ada Lind", "030 9999999"), as: "a.vcf", at: 2_000).new == 1)
        #expect(try texts() == ["030 1234567", "030 9999999"].map { "Ada Lind\nPhone: \($0)" })
        let two = [Self.card("Bo Li", "1111111"), Self.card("Bo Li", "2222222")]
        try await add(two.joined(), as: "c.vcf")
        #expect(try await add(Self.card("Bo Li", "3333333"), as: "c.vcf", at: 2_000).new == 1)
        #expect(try await add(two[0] + Self.card("Bo Li", "4444444"), as: "c.vcf", at: 3_000).new == 1)
        #expect(try texts().count == 6)
    }

    @Test func `contacts and events of one UID in one file that say different things are all there`() async throws {
        let cards = ["Ada Lind", "Bo Li", "Ada Lind"].map {
            "BEGIN:VCARD\nVERSION:3.0\nUID:1\nFN:\($0)\nTEL:\($0.utf8.count)0301234567\nEND:VCARD\n"
        }
        let contacts = try await add(cards.joined(), as: "people.vcf")
        #expect((contacts.new, contacts.duplicates) == (2, 1))
        let events = ["Boat", "Mill", "Boat"].map {
            "BEGIN:VEVENT\nUID:0\nDTSTART:20240304T100000Z\nSUMMARY:\($0)\nEND:VEVENT\n"
        }
        let calendar = "BEGIN:VCALENDAR\n" + events.joined() + "END:VCALENDAR\n"
        let first = try await add(calendar, as: "home.ics")
        #expect((first.new, first.duplicates) == (2, 1))
        // In another file, and in another order, they are the same.
        let other = try await add(cards[1], as: "later.vcf", at: 3_000)
        #expect((other.new, other.updated, other.duplicates) == (0, 0, 1))
        let reordered = try await add(cards[1] + cards[0], as: "people.vcf", at: 4_000)
        #expect((reordered.new, reordered.updated) == (0, 0))
        let boat = try await add("BEGIN:VCALENDAR\n\(events[1])END:VCALENDAR\n", as: "later.ics", at: 3_000)
        #expect((boat.new, boat.updated, boat.duplicates) == (0, 0, 1))
        // Versions of an event are one event.
        let versions = (0...2).map { "BEGIN:VEVENT\nUID:9\nSEQUENCE:\($0)\nSUMMARY:Dance \($0)\nEND:VEVENT\n" }
        try await add("BEGIN:VCALENDAR\n" + versions.joined() + "END:VCALENDAR\n", as: "work.ics")
        #expect(try library.store.allItems().map(\.title).sorted() == ["Ada Lind", "Bo Li", "Boat", "Dance 2", "Mill"])
    }
}

extension ItemDetails {
    fileprivate func isNote(tagged tag: String) -> Bool {
        if case .note(let note) = self { note.tags == [tag] } else { false }
    }
}
