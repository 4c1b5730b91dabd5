import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct ItemStorageTests {
    private static let full = Item(
        id: ItemID(identifying: ["full"]),
        details: .email(
            EmailDetails(
                messageID: "a@x.example", inReplyTo: ["b@x.example"], references: ["c@x.example", "b@x.example"],
                listID: "moths.lists.example")),
        title: "Lampe & “Nacht” 🦋", sender: Participant(name: "Zoë O'Hara", address: "zoe@people.example"),
        recipients: [
            Recipient(Participant(name: "Ada", address: "ada@people.example")),
            Recipient(Participant(address: "list@people.example"), role: .cc),
            Recipient(Participant(name: "Ada", address: "ada@people.example"), role: .bcc),
        ], date: Date(timeIntervalSince1970: 1_700_000_000.123), text: "Erste Zeile\nzweite; 'x' \"y\" % _ 会議",
        authoredRanges: [0..<5, 6..<11, 20..<22], conversation: "c-1", conversationTitle: "Nachtfalter",
        attachments: [
            Attachment(name: "a.pdf", mediaType: "application/pdf", byteCount: 7, item: ItemID(identifying: ["full"])),
            Attachment(name: "", mediaType: ""),
        ], externalID: "a@x.example", url: "https://x.example/a?b=c&d=e",
        defects: [.badDate, .overLimit, Defect(rawValue: "made-up")])

    private static let bare = Item(
        id: ItemID(identifying: ["bare"]), details: .message(MessageDetails(platform: "")), text: "")

    private static let note = Item(
        id: ItemID(identifying: ["note"]),
        details: .note(
            NoteDetails(path: "/n/x.md", notebook: "n", tags: ["a b", "ü"], links: ["X|y"], aliases: ["z"])),
        date: Date(timeIntervalSince1970: -1_000_000_000), text: "x")

    private static let document = Item(
        id: ItemID(identifying: ["document"]),
        details: .document(DocumentDetails(format: "pdf", path: "/d/x.pdf", pageCount: 12)), text: "x")

    @Test(arguments: [full, bare, note, document])
    func `an item comes back as it was stored`(item: Item) throws {
        let fixture = try StoreFixture()
        try fixture.add([item])
        #expect(try fixture.store.read { try $0.item(item.id) } == item)
    }

    @Test func `items that are stored together are one segment of the full-text index`() throws {
        let fixture = try StoreFixture()
        try fixture.store.write { transaction in
            for number in 0..<20 {
                let file = SourceFileState(
                    path: "/mail/\(number)", format: "mail", isContainer: false, byteCount: 1, modified: 1)
                let source = try transaction.save(file)
                let mail = Item.mail("\(number)@x.example", text: "The kettle whistles for the \(number)th time.")
                let thread = try transaction.makeThread(kind: .email, grouping: nil, title: "")
                try transaction.claim(messageIDs: ["\(number)@x.example", "parent-\(number)@x.example"], for: thread)
                let row = try transaction.insert(mail, thread: thread, parentRow: nil)
                try transaction.link(item: row, file: source, cursor: "")
            }
        }
        let database = try DatabaseQueue(path: fixture.store.location.checkedDatabase())
        let segments = try database.read {
            try Int.fetchOne($0, sql: "SELECT COUNT(DISTINCT segid) FROM item_words_idx")
        }
        #expect(segments == 1)
    }

    @Test func `an attachment knows the item it came with`() throws {
        let fixture = try StoreFixture()
        var attachment = Self.document
        attachment.parent = Self.full.id
        try fixture.store.write { transaction in
            let thread = try transaction.makeThread(kind: .email, grouping: nil, title: "")
            let row = try transaction.insert(Self.full, thread: thread, parentRow: nil)
            _ = try transaction.insert(attachment, thread: thread, parentRow: row)
            try transaction.cut([thread])
        }
        #expect(try fixture.store.read { try $0.item(attachment.id) } == attachment)
        #expect(try fixture.store.read { try $0.counts() }.attachmentItems == 1)
        let passages = try fixture.store.read { snapshot in
            try (0..<2).compactMap { try snapshot.passage(PassageID(index: $0)) }
        }
        let hit = try #require(passages.first { $0.item.id == attachment.id })
        #expect(hit.item.parent == ItemSummary.Parent(id: Self.full.id, title: Self.full.title))
    }

    @Test(arguments: [1, 2, 3]) func `ranges of any size come back`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var ranges: [Range<Int>] = []
        for _ in 0..<500 {
            let gap = Int.random(in: 0...(1 << Int.random(in: 0...20, using: &generator)), using: &generator)
            let count = Int.random(in: 0...(1 << Int.random(in: 0...20, using: &generator)), using: &generator)
            let start = (ranges.last?.upperBound ?? 0) + gap
            ranges.append(start..<start + count)
        }
        let item = Item.note("ranges", text: "x", authored: ranges)
        let fixture = try StoreFixture()
        try fixture.add([item])
        #expect(try fixture.store.read { try $0.item(item.id) }?.authoredRanges == ranges, "seed \(seed)")
    }

    @Test(arguments: [0.0, -1e18, 1e18, .infinity, .nan])
    func `a date beyond all limits does no harm`(seconds: Double) throws {
        var item = Self.note
        item.date = Date(timeIntervalSince1970: seconds)
        let fixture = try StoreFixture()
        try fixture.add([item])
        let stored = try #require(try fixture.store.read { try $0.item(item.id) }?.date)
        #expect(abs(stored.timeIntervalSince1970) <= 9e12)
    }

    @Test func `the same id is stored once`() throws {
        let fixture = try StoreFixture()
        try fixture.add([Self.note])
        #expect(throws: StoreError.self) { try fixture.add([Self.note]) }
        #expect(try fixture.store.read { try $0.counts() }.items == [.note: 1])
    }

    @Test func `an update replaces words, people and text, and keeps the row`() throws {
        let fixture = try StoreFixture()
        let before = Item.mail("a@x.example", "Old title", text: "the kettle whistles", from: "Ada")
        try fixture.add([before])
        var after = before
        after.title = "New title"
        after.text = "a lantern glows"
        after.authoredRanges = [0..<15]
        after.sender = Participant(name: "Bea", address: "bea@people.example")
        after.recipients = [Recipient(Participant(name: "Cem"))]
        after.date = .days(3)
        let key = try #require(try fixture.store.read { try $0.key(of: before.id) })
        #expect(key.contentHash != after.contentHash)
        try fixture.store.write { transaction in
            try transaction.update(after, row: key.row)
            try transaction.cut([key.thread])
        }
        #expect(try fixture.store.read { try $0.item(before.id) } == after)
        #expect(try fixture.store.read { try $0.key(of: before.id)?.row } == key.row)
        for old in ["kettle", "Old"] { #expect(try fixture.found(.phrase(old)).isEmpty, "\(old)") }
        for new in ["lantern", "New"] {
            #expect(try fixture.found(.phrase(new)) == ["a@x.example"], "\(new)")
        }
        #expect(try fixture.found(.from("ada")).isEmpty)
        #expect(try fixture.found(.from("bea")) == ["a@x.example"])
        #expect(try fixture.store.isUndamaged())
    }

    @Test func `the content hash tells title and text apart`() {
        let hashes = [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", "")].map {
            Item.document("/x", title: $0.0, text: $0.1).contentHash
        }
        #expect(Set(hashes).count == 4)
    }

    @Test func `items are found by the first digits of their ids`() throws {
        let fixture = try StoreFixture()
        let items = (0..<40).map { Item.note("\($0)", text: "x") }
        try fixture.add(items)
        try fixture.store.read { (snapshot) throws in
            for item in items {
                let id = item.id.description
                #expect(try snapshot.items(withIDPrefix: id.uppercased()) == [item.id])
                let expected = items.map(\.id).filter { $0.description.hasPrefix(id.prefix(1)) }.sorted()
                #expect(try snapshot.items(withIDPrefix: String(id.prefix(1)), limit: 100) == expected)
            }
            for nonsense in ["", "xyz", "0'", "%", String(repeating: "0", count: 33), "٣"] {
                #expect(try snapshot.items(withIDPrefix: nonsense).isEmpty, "\(nonsense)")
            }
        }
    }

    @Test func `a file's state and failures come back, and are forgotten when it is read anew`() throws {
        let fixture = try StoreFixture()
        var state = SourceFileState(
            path: "/a/b.mbox", format: "mbox", isContainer: true, byteCount: 9, modified: 1_700_000_000_000_000_001)
        let failure = StoredFailure(
            path: state.path, place: "byte 3", code: "malformed", reason: "No.", isAttachment: true)
        try fixture.store.write { transaction in
            _ = try transaction.save(state)
            (state.cursor, state.bytesRead, state.isComplete) = ("opaque: 7/x", 7, true)
            (state.items, state.failures, state.attachments) = (3, 2, 1)
            try transaction.add(failure, file: try transaction.save(state))
        }
        #expect(try fixture.store.read { try $0.sourceFile(path: state.path) } == state)
        #expect(try fixture.store.read { try $0.failures() } == [failure])
        try fixture.store.write { try $0.forgetFailures(path: state.path) }
        #expect(try fixture.store.read { try $0.failures() }.isEmpty)
    }
}
