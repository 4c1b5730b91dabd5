import Foundation
import RecallCore
import RecallImport
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Items that leave a library, and come into another one.
@Suite(.scratch) struct ExportTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func library(_ name: String = "library") throws -> RecallLibrary {
        try RecallLibrary(at: LibraryLocation(path: scratch.path + "/" + name), for: .write, model: .none)
    }

    /// An item without what names it in its own library.
    private static func plain(_ item: Item) -> Item {
        var item = item
        item.id = ItemID(high: 0, low: 0)
        item.parent = nil
        item.externalID = nil
        item.attachments = item.attachments.map {
            Attachment(name: $0.name, mediaType: $0.mediaType, byteCount: $0.byteCount)
        }
        // What was wrong with the file that it came from, and the version of an event in its calendar.
        item.defects = []
        if case .document(var document) = item.details {
            document.event = nil
            item.details = .document(document)
        }
        return item
    }

    private static func sorted(_ library: RecallLibrary) throws -> [Item] {
        try library.store.allItems().map(plain).sorted {
            ($0.date ?? .distantPast, $0.title, $0.text) < ($1.date ?? .distantPast, $1.title, $1.text)
        }
    }

    @Test func `what is exported as Recall JSONL and imported is the same`() async throws {
        let before = try library()
        _ = try await before.importFiles(at: ProjectFolder.sampleSources)
        let file = scratch.path + "/all.jsonl"
        let export = try before.export(as: .jsonl, matching: SearchQuery(""), to: file)
        #expect(export.items == 602 && export.leftOut == 0)
        var warnings: Set<String> = []
        #expect(try RecallLibrary.validateJSONLines(at: file) { warnings.insert($0.message) }.isValid)
        // Of messages that are an attachment alone.
        #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("is empty") })
        let after = try library("other")
        #expect(try await after.importFiles(at: [file]).new == 602)
        let (expected, found) = (try Self.sorted(before), try Self.sorted(after))
        #expect(expected.count == found.count)
        for (expected, found) in zip(expected, found) where expected != found {
            Issue.record("\(expected) is not \(found)")
            break
        }
        // Once more: the same lines.
        _ = try after.export(as: .jsonl, matching: SearchQuery(""), to: scratch.path + "/again.jsonl")
        let third = try library("third")
        _ = try await third.importFiles(at: [scratch.path + "/again.jsonl"])
        #expect(try Self.sorted(third) == expected)
        #expect(try await third.importFiles(at: [scratch.path + "/again.jsonl"]).new == 0)
    }

    /// The titles of attachments with those of what they are attached to.
    private static func attachments(_ library: RecallLibrary) throws -> [String] {
        let items = try library.store.allItems()
        let titles = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.title) })
        return items.compactMap { item in item.parent.map { "\(item.title) of \(titles[$0] ?? "?")" } }.sorted()
    }

    @Test func `what was attached to an item still is, and goes with it`() async throws {
        let before = try library()
        _ = try await before.importFiles(at: ProjectFolder.sampleSources)
        let file = scratch.path + "/all.jsonl"
        _ = try before.export(as: .jsonl, matching: SearchQuery(""), to: file)
        let after = try library("other")
        _ = try await after.importFiles(at: [file])
        let attached = try Self.attachments(after)
        #expect(try attached == Self.attachments(before) && attached.count > 3)
        let parent = try #require(try after.store.allItems().lazy.compactMap(\.parent).first)
        _ = try after.deleteItem(parent)
        #expect(try Self.attachments(after).count < attached.count)
        #expect(try after.store.allItems().allSatisfy { $0.parent != parent })
    }

    @Test func `a line attaches nothing to an item of another file, nor to itself or to a later line`() async throws {
        let library = try library()
        let mail = #"{"kind":"email","id":"m","item":"00000000000000000000000000000001","text":"The boat is sold."}"#
        _ = try await library.importFiles(at: [try scratch.write("a/mail.jsonl", mail + "\n")])
        let lines = [("b", 2, 1), ("c", 3, 3), ("d", 4, 5), ("e", 5, 4)].map { id, own, parent in
            let numbers = [own, parent].map { String(repeating: "0", count: 31) + String($0) }
            return
                #"{"kind":"document","id":"\#(id)","item":"\#(numbers[0])","text":"Paper \#(id)","attachedTo":"\#(numbers[1])"}"#
        }
        let papers = try scratch.write("b/papers.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try await library.importFiles(at: [papers]).new == 4)
        let items = try library.store.allItems()
        let parents = items.filter { $0.parent != nil }.map(\.text)
        #expect(parents == ["Paper e"])
    }

    @Test func `a line makes no mail an attachment, and no file that is one by itself stays one`() async throws {
        let library = try library()
        let paper = try scratch.write("in/paper.txt", "The boat is sold for much.")
        let ids = [ItemID(identifying: ["x"]), ItemID(file: paper), ItemID(identifying: ["m"])].map(\.description)
        let lines = [
            #"{"kind":"note","id":"x","item":"\#(ids[0])","text":"Spam"}"#,
            #"{"kind":"document","id":"p","item":"\#(ids[1])","text":"The boat is sold for much.","attachedTo":"\#(ids[0])"}"#,
            #"{"kind":"email","id":"m","item":"\#(ids[2])","text":"The boat is sold.","attachedTo":"\#(ids[0])"}"#,
        ]
        let evil = try scratch.write("evil/lines.jsonl", lines.joined(separator: "\n") + "\n")
        _ = try await library.importFiles(at: [evil])
        #expect(try library.store.allItems().filter { $0.parent != nil }.map(\.kind) == [.document])
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        #expect(try library.store.allItems().allSatisfy { $0.parent == nil })
        _ = try library.deleteItem(ItemID(identifying: ["x"]))
        #expect(try library.store.allItems().contains { $0.id == ItemID(file: paper) })
    }

    @Test func `a line takes no place that another line of its file has`() async throws {
        let library = try library()
        let id = ItemID(identifying: ["x"]).description
        let lines = [
            #"{"kind":"note","id":"a","item":"\#(id)","text":"The boat is sold."}"#,
            #"{"kind":"note","id":"b","item":"\#(id)","text":"The boat is mine."}"#,
        ]
        let file = try scratch.write("lines.jsonl", lines.joined(separator: "\n") + "\n")
        #expect(try await library.importFiles(at: [file]).new == 2)
        #expect(try library.store.allItems().count == 2)
    }

    @Test func `an export that is imported where it came from doubles nothing, and brings back nothing deleted`()
        async throws
    {
        let library = try library()
        _ = try await library.importFiles(at: ProjectFolder.sampleSources)
        let file = scratch.path + "/all.jsonl"
        _ = try library.export(as: .jsonl, matching: SearchQuery(""), to: file)
        let before = try Self.sorted(library)
        let again = try await library.importFiles(at: [file])
        #expect((again.items, again.new, again.updated, again.duplicates) == (602, 0, 0, 602))
        #expect(try Self.sorted(library) == before)
        let deleted = try #require(try library.store.allItems().first { $0.kind == .note })
        _ = try library.deleteItem(deleted.id)
        try scratch.write("again.jsonl", String(contentsOfFile: file, encoding: .utf8))
        let last = try await library.importFiles(at: [scratch.path + "/again.jsonl"])
        #expect((last.new, last.deletedBefore) == (0, 1))
    }

    @Test func `a message keeps what it answers in another library, whichever is imported first`() async throws {
        let chat = try scratch.write(
            "in/result.json",
            """
            {"type": "personal_chat", "id": 7, "messages": [
            {"id": 1, "date_unixtime": "1700000000", "from": "Mira", "from_id": "user1", "text": "Which oar?"},
            {"id": 2, "date_unixtime": "1700000100", "from": "Tom", "from_id": "user2", "text": "This", "reply_to_message_id": 1}]}
            """)
        let before = try library()
        _ = try await before.importFiles(at: [chat])
        let file = scratch.path + "/all.jsonl"
        _ = try before.export(as: .jsonl, matching: SearchQuery(""), to: file)
        let after = try library("other")
        _ = try await after.importFiles(at: [file])
        let answer = try #require(try after.store.allItems().first { $0.text == "This" })
        #expect(try after.described(answer).answered?.preview == "Which oar?")
        #expect(try await after.importFiles(at: [chat]).new == 0)
    }

    @Test func `a line takes no other item's place, and changes with its own file`() async throws {
        let library = try library()
        try scratch.write("in/Fern.md", "Ferns grow.")
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        let note = try #require(try library.store.allItems().first)
        func lines(_ text: String, _ id: ItemID, to name: String) throws -> String {
            try scratch.write(
                name, #"{"kind": "note", "id": "n", "item": "\#(id)", "title": "Fern", "text": "\#(text)"}"#)
        }
        _ = try await library.importFiles(at: [try lines("Ferns wilt.", note.id, to: "a.jsonl")])
        #expect(try library.store.allItems().map(\.text).sorted() == ["Ferns grow.", "Ferns wilt."])
        #expect(try library.store.allItems().first { $0.id == note.id }?.text == "Ferns grow.")
        let other = ItemID(high: 1, low: 2)
        _ = try await library.importFiles(at: [try lines("Oars.", other, to: "b.jsonl")])
        let changed = try await library.importFiles(at: [try lines("Two oars.", other, to: "b.jsonl")])
        #expect((changed.new, changed.updated) == (0, 1))
        #expect(try library.store.allItems().first { $0.id == other }?.text == "Two oars.")
    }

    @Test func `mails are exported as they were sent, and are the same items in another library`() async throws {
        let before = try library()
        _ = try await before.importFiles(at: [ProjectFolder.sample + "/mail.mbox"])
        let file = scratch.path + "/all.mbox"
        let export = try before.export(as: .mbox, matching: SearchQuery(""), to: file)
        #expect(export.items == 224 && export.composed == 0 && export.leftOut == 13)
        let after = try library("other")
        _ = try await after.importFiles(at: [file])
        #expect(try after.store.allItems() == before.store.allItems())
    }

    @Test func `a mail whose file is gone is put together, and says so`() async throws {
        let before = try library()
        let source = try scratch.write("in/a.mbox", Self.mailbox)
        _ = try await before.importFiles(at: [source])
        try FileManager.default.removeItem(atPath: source)
        let file = scratch.path + "/all.mbox"
        let export = try before.export(as: .mbox, matching: SearchQuery(""), to: file)
        #expect(export.items == 2 && export.composed == 2)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("X-Recall-Composed: yes"))
        let after = try library("other")
        _ = try await after.importFiles(at: [file])
        let (expected, found) = (try Self.sorted(before), try Self.sorted(after))
        #expect(found.map(\.title) == expected.map(\.title) && found.map(\.date) == expected.map(\.date))
        #expect(found.map(\.sender) == expected.map(\.sender) && found.map(\.recipients) == expected.map(\.recipients))
        #expect(found.map(\.text).map(Self.trimmed) == expected.map(\.text).map(Self.trimmed))
        #expect(found.map(\.details) == expected.map(\.details))
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    private static let mailbox = """
        From ada@people.example Mon Mar  4 10:00:00 2024
        From: =?utf-8?q?Ad=C3=A8le_Lind?= <ada@people.example>
        To: Bea Weiss <bea@people.example>
        Cc: carla@people.example
        Subject: =?utf-8?q?Schl=C3=BCssel_for_the_mill?=
        Message-ID: <keys-1@made-up.example>
        List-Id: <mill.made-up.example>
        Date: Mon, 04 Mar 2024 10:00:00 +0000
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        Die Schlüssel are under the kettle.

        >From here it is a mile.

        From bea@people.example Tue Mar  5 10:00:00 2024
        From: Bea Weiss <bea@people.example>
        To: ada@people.example
        Subject: Re: keys
        Message-ID: <keys-2@made-up.example>
        In-Reply-To: <keys-1@made-up.example>
        References: <keys-0@made-up.example> <keys-1@made-up.example>
        Date: Tue, 05 Mar 2024 10:00:00 +0000

        Found them.

        """

    @Test func `no value of an item makes a field or a mail of its own`() throws {
        let item = Item(
            id: ItemID(identifying: ["a"]),
            details: .email(EmailDetails(messageID: "a>\r\nBcc: eve@made-up.example", references: ["b\nX: y"])),
            title: "Keys\r\nBcc: eve@made-up.example", sender: Participant(name: "Ada\nX-Evil: 1", address: "a\n@b"),
            recipients: [Recipient(Participant(name: "\r\nX-Evil: 1", address: "b@c\r\nX-Evil: 1"))],
            text: "From eve Mon Mar  4 10:00:00 2024\nSubject: no mail\n\n>From me")
        let entry = MboxWriter.entry(ComposedMail.bytes(of: item), from: "a b\nFrom eve", date: item.date)
        let lines = String(decoding: entry, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count { $0.hasPrefix("From ") } == 1 && lines[0] == "From MAILER-DAEMON Thu Jan  1 00:00:00 1970")
        let header = lines.prefix { !$0.isEmpty }
        #expect(!header.contains { $0.lowercased().hasPrefix("bcc:") || $0.hasPrefix("X-Evil") || $0.hasPrefix("X:") })
        #expect(lines.contains(">From eve Mon Mar  4 10:00:00 2024") && lines.contains(">>From me"))
    }

    @Test func `a query chooses what is exported, and a file of that name stays`() async throws {
        let library = try library()
        _ = try await library.importFiles(at: [ProjectFolder.sample + "/notes"])
        let file = try scratch.write("out.jsonl", "mine")
        #expect(throws: BackupError.self) {
            try library.export(as: .jsonl, matching: SearchQuery("kind:note"), to: file)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        let none = try library.export(as: .jsonl, matching: SearchQuery("kind:email"), to: file, replacing: true)
        #expect(try none.items == 0 && String(contentsOfFile: file, encoding: .utf8).isEmpty)
        let all = try library.export(as: .jsonl, matching: SearchQuery("kind:note"), to: file, replacing: true)
        #expect(try all.items == 54 && String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 54)
        #expect(try library.export(as: .mbox, matching: SearchQuery(""), to: scratch.path + "/a.mbox").leftOut == 54)
    }

    @Test func `times are exported to the millisecond that they have`() async throws {
        let source = scratch.path + "/a.jsonl"
        let line = #"{"kind": "message", "id": "1", "text": "x", "platform": "p", "date": "2020-04-15T15:10:05.371Z"}"#
        try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: source))
        let library = try library()
        _ = try await library.importFiles(at: [source])
        let file = scratch.path + "/all.jsonl"
        _ = try library.export(as: .jsonl, matching: SearchQuery(""), to: file)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("2020-04-15T15:10:05.371Z"))
    }
}
