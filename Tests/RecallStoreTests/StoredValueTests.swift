import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Stored values are part of the schema, so they stay even if the code renames its types.
@Suite(.scratch) struct StoredValueTests {
    private static let details: [(ItemDetails, String)] = [
        (
            .email(full),
            #"""
            {"email":{"_0":{"hasHTML":true,"inReplyTo":["b@x"],"listID":"l.x","messageID":"a@x","references":["b@x","c@x"]}}}
            """#
        ),
        (.email(EmailDetails()), #"{"email":{"_0":{"inReplyTo":[],"references":[]}}}"#),
        (
            .message(MessageDetails(platform: "signal", isSystemNotice: true)),
            #"{"message":{"_0":{"isSystemNotice":true,"platform":"signal"}}}"#
        ),
        (
            .document(DocumentDetails(format: "pdf", path: "/d/é.pdf", pageCount: 3)),
            #"{"document":{"_0":{"format":"pdf","pageCount":3,"path":"\/d\/é.pdf"}}}"#
        ),
        (
            .document(event),
            #"{"document":{"_0":{"event":{"sequence":2,"stamp":5000},"format":"ics","path":"\/a.ics"}}}"#
        ),
        (
            .note(NoteDetails(path: "/n.md", notebook: "n", tags: ["t"], links: ["l"], aliases: ["a"])),
            #"{"note":{"_0":{"aliases":["a"],"links":["l"],"notebook":"n","path":"\/n.md","tags":["t"]}}}"#
        ),
        (
            .note(NoteDetails(path: "/n.md", fileModified: Date(timeIntervalSince1970: 5))),
            #"{"note":{"_0":{"aliases":[],"fileModified":5000,"links":[],"notebook":"","path":"\/n.md","tags":[]}}}"#
        ),
    ]

    private static var full: EmailDetails {
        var mail = EmailDetails(messageID: "a@x", inReplyTo: ["b@x"], references: ["b@x", "c@x"], listID: "l.x")
        mail.hasHTML = true
        return mail
    }

    private static var event: DocumentDetails {
        var event = DocumentDetails(format: "ics", path: "/a.ics")
        event.event = EventVersion(sequence: 2, stamp: Date(timeIntervalSince1970: 5))
        return event
    }

    /// A column's values, in the order of items.
    private static func column(_ sql: String, of store: LibraryStore) throws -> [String?] {
        let queue = try DatabaseQueue(path: store.location.database)
        return try queue.read { try String?.fetchAll($0, sql: sql) }
    }

    /// JSON with its names in order, which `JSONEncoder` leaves open.
    private static func sorted(_ json: String?) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data((json ?? "").utf8))
        return String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
    }

    private static func item(_ number: Int, _ details: ItemDetails) -> Item {
        Item(id: ItemID(high: 7, low: UInt64(number)), details: details, text: "made up")
    }

    @Test func `details are the JSON that they have always been`() throws {
        let fixture = try StoreFixture()
        let items = Self.details.enumerated().map { Self.item($0.offset, $0.element.0) }
        for item in items { try fixture.add([item]) }
        let stored = try Self.column("SELECT details FROM item_content ORDER BY item_id", of: fixture.store)
        #expect(try stored.map(Self.sorted) == Self.details.map(\.1))
        #expect(try fixture.store.read { snapshot in try items.map { try snapshot.item($0.id) } } == items)
    }

    @Test func `what a message answers is an id in a column of its own`() throws {
        let fixture = try StoreFixture()
        let answers = ItemID(high: 1, low: 2)
        let items = [nil, answers, nil].enumerated().map { number, answers in
            Self.item(number, .message(MessageDetails(platform: "test", answers: answers)))
        }
        for item in items { try fixture.add([item]) }
        #expect(
            try Self.column("SELECT hex(answers) FROM item ORDER BY id", of: fixture.store)
                == ["", "00000000000000010000000000000002", ""])
        let details = try Self.column("SELECT DISTINCT details FROM item_content", of: fixture.store)
        #expect(try details.map(Self.sorted) == [#"{"message":{"_0":{"isSystemNotice":false,"platform":"test"}}}"#])
        #expect(try fixture.store.read { snapshot in try items.map { try snapshot.item($0.id) } } == items)
    }

    @Test func `attachments are the JSON that they have always been`() throws {
        let fixture = try StoreFixture()
        var item = Self.item(1, .email(EmailDetails()))
        item.attachments = [
            Attachment(name: "a/b.pdf", mediaType: "application/pdf", byteCount: 7, item: ItemID(high: 1, low: 2)),
            Attachment(name: "", mediaType: ""),
        ]
        try fixture.add([item, Self.item(2, .email(EmailDetails()))])
        let stored = try Self.column("SELECT attachments FROM item_content ORDER BY item_id", of: fixture.store)
        #expect(
            try Self.sorted(stored[0]) == #"""
                [{"byteCount":7,"item":"00000000000000010000000000000002","mediaType":"application\/pdf","name":"a\/b.pdf"},{"mediaType":"","name":""}]
                """#)
        #expect(stored[1] == nil)
        // What an attachment leads to may have been deleted on its own.
        item.attachments[0].item = nil
        #expect(try fixture.store.read { try $0.item(item.id) } == item)
    }

    @Test func `kinds and roles keep their numbers and words`() throws {
        let fixture = try StoreFixture()
        var mail = Self.item(0, .email(EmailDetails()))
        mail.recipients = [.to, .cc, .bcc].map { Recipient(Participant(name: "Ada"), role: $0) }
        let others: [ItemDetails] = [
            .message(MessageDetails(platform: "")), .document(DocumentDetails(format: "", path: "")),
            .note(NoteDetails(path: "")),
        ]
        for item in [mail] + others.enumerated().map({ Self.item($0.offset + 1, $0.element) }) {
            try fixture.add([item])
        }
        #expect(try Self.column("SELECT kind FROM item ORDER BY id", of: fixture.store) == ["1", "2", "3", "4"])
        let roles = try Self.column("SELECT role FROM recipient ORDER BY position", of: fixture.store)
        #expect(roles == ["to", "cc", "bcc"])
    }

    @Test func `languages keep their numbers`() throws {
        let codes = """
            en de fr es it pt nl sv no da fi ru pl cs hu tr ro id uk bg ca sk hr af ja zh ko el he ar fa th vi la
            """.split(separator: " ")
        // Segments hold them as bits by these numbers, items as the numbers plus one.
        #expect(Language.allCases.map { "\($0.rawValue) \($0.code)" } == codes.enumerated().map { "\($0) \($1)" })
        let fixture = try StoreFixture()
        try fixture.add([
            .note("en", text: "We have not seen that, but it is not there any more."),
            .note("de", text: "Wir haben das noch nicht gesehen, aber es ist auch nicht mehr da."),
            .note("", text: "ok"),
        ])
        #expect(try Self.column("SELECT language FROM item ORDER BY id", of: fixture.store) == ["1", "2", "0"])
        #expect(try Self.column("SELECT languages FROM segment", of: fixture.store) == ["3"])
    }

    @Test(arguments: ["", "{", #"{"email":{}}"#, #"{"letter":{"_0":{}}}"#, #"{"email":{"_0":{"references":1}}}"#])
    func `details that are damaged fail with a typed error that names none of them`(json: String) throws {
        let fixture = try StoreFixture()
        let item = Self.item(1, .email(Self.full))
        try fixture.add([item])
        let queue = try DatabaseQueue(path: fixture.store.location.checkedDatabase())
        try queue.writeWithoutTransaction {
            try $0.execute(sql: "UPDATE item_content SET details = ?", arguments: [json])
        }
        let error = #expect(throws: StoreError.self) { try fixture.store.read { try $0.item(item.id) } }
        #expect(error?.code == .damaged)
    }
}
