import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Databases of Messages, read by a confined process.
@Suite(.scratch) struct IMessageTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private typealias Found = (record: ImportRecord, cursor: SourceCursor)

    private func unit(_ name: String = "chat.db") throws -> SourceUnit {
        guard case .unit(let unit)? = SourceWalker(path: scratch.path + "/" + name).first(where: { _ in true }) else {
            throw ImportFailure(.wrongFormat, path: name, reason: "It is no unit.")
        }
        return unit
    }

    private func records(_ unit: SourceUnit, from cursor: SourceCursor = .start) async throws -> [Found] {
        var all: [Found] = []
        try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: cursor) {
            all.append(($0, $1))
        }
        return all
    }

    private func failures(_ found: [Found]) -> [ImportFailure] {
        found.compactMap { if case .failure(let failure) = $0.record { failure } else { nil } }
    }

    /// What is in a database that `body` fills.
    private func items(_ body: (MessagesFixture) throws -> Void) async throws -> [Item] {
        try scratch.write("chat.db", try MessagesFixture.bytes(MessagesFixture.tables + MessagesFixture.people, body))
        let found = try await records(unit())
        #expect(failures(found).isEmpty)
        return found.compactMap(\.record.item)
    }

    /// "sender: text", or the notice in brackets.
    private func lines(_ items: [Item]) -> [String] {
        items.map { item in
            guard case .message(let details) = item.details else { return item.text }
            return details.isSystemNotice ? "(\(item.text))" : "\(item.sender?.displayName ?? "?"): \(item.text)"
        }
    }

    @Test func `texts have senders, the owner is Me, and a subject stands before its text`() async throws {
        let found = try await items {
            try $0.add(1, text: "See you at nine")
            try $0.add(2, text: "Fine", ["is_from_me": "1"])
            try $0.add(3, text: "by the gate", ["subject": "'Place'"])
        }
        #expect(lines(found) == ["+4915550100: See you at nine", "Me: Fine", "+4915550100: Place\nby the gate"])
        #expect(Set(found.map(\.conversation)) == ["imessage:+4915550100"])
        #expect(found.map(\.sender?.address) == ["+4915550100", "", "+4915550100"])
    }

    @Test func `a text that is only in its attributes is read, whatever its length`() async throws {
        let texts = ["Short", String(repeating: "ü", count: 100), String(repeating: "long ", count: 14_000) + "end"]
        let found = try await items { database in
            for (row, text) in texts.enumerated() {
                for isMutable in [false, true] {
                    let stream = MessagesFixture.typedStream(text, isMutable: isMutable)
                    try database.add(
                        2 * row + (isMutable ? 2 : 1), ["attributedBody": MessagesFixture.blob(stream)])
                }
            }
        }
        #expect(found.map(\.text) == texts.flatMap { [$0, $0] })
    }

    @Test func `an edited message without a text has the text of its last edit`() async throws {
        let edits = ["First", "Second"].map { ["t": Data(MessagesFixture.typedStream($0)), "d": 1] as [String: Any] }
        let summary = try PropertyListSerialization.data(
            fromPropertyList: ["ec": ["0": edits]], format: .binary, options: 0)
        let found = try await items {
            try $0.add(1, ["message_summary_info": MessagesFixture.blob(Array(summary))])
        }
        #expect(found.map(\.text) == ["Second"])
    }

    @Test func `seconds of early versions and nanoseconds of later ones are the same instants`() async throws {
        let found = try await items {
            try $0.add(1, text: "early", ["date": "700000000"])
            try $0.add(2, text: "late", ["date": "700000000000000000"])
            try $0.add(3, text: "never", ["date": "0"])
            try $0.add(4, text: "no date", ["date": "9223372036854775807"])
        }
        let instant = Date(timeIntervalSinceReferenceDate: 700_000_000)
        #expect(found.map(\.date) == [instant, instant, nil, found.last?.date])
    }

    @Test func `a group has its name or those in it, and what happened to it is a notice`() async throws {
        let found = try await items {
            try $0.add(1, chat: 2, text: "Hello", ["handle_id": "2"])
            try $0.add(2, chat: 2, ["item_type": "2", "group_title": "'Lake trip'"])
            try $0.add(3, chat: 2, ["item_type": "1", "other_handle": "2", "is_from_me": "1"])
            try $0.add(4, chat: 2, ["item_type": "3", "handle_id": "2"])
            try $0.add(5, chat: 3, text: "Unnamed")
        }
        #expect(
            lines(found) == [
                "bo@post.example: Hello", "(+4915550100: named the group Lake trip)", "(Me: added bo@post.example)",
                "(bo@post.example: left the group)", "+4915550100: Unnamed",
            ])
        #expect(found.map(\.conversation) == Array(repeating: "imessage:chat77", count: 4) + ["imessage:chat78"])
        #expect(found[0].conversationTitle == "Lake trip")
        #expect(found[4].conversationTitle == "+4915550100, bo@post.example")
    }

    @Test func `attachments are named, their placeholders removed, reactions left out`() async throws {
        let found = try await items {
            try $0.execute(
                """
                INSERT INTO attachment (ROWID, filename, mime_type, transfer_name, total_bytes) VALUES
                    (1, '~/Library/Messages/Attachments/ab/IMG_1.heic', 'image/heic', 'IMG_1.heic', 7),
                    (2, '~/x/1234.pluginPayloadAttachment', NULL, '1234.pluginPayloadAttachment', 9);
                INSERT INTO message_attachment_join VALUES (1, 1), (1, 2), (2, 1);
                """)
            try $0.add(1, text: "\u{FFFC}Look", ["cache_has_attachments": "1"])
            try $0.add(2, text: "\u{FFFC}", ["cache_has_attachments": "1"])
            try $0.add(3, text: "Loved “Look”", ["associated_message_type": "2000"])
            try $0.add(4, text: "Removed a heart from “Look”", ["associated_message_type": "3000"])
            try $0.add(5, text: "\u{FFFC}")
            try $0.add(6, text: "One \u{FFFC}two")
        }
        #expect(found.map(\.text) == ["Look", "", "One\ntwo"])
        let picture = Attachment(name: "IMG_1.heic", mediaType: "image/heic", byteCount: 7)
        #expect(found.map(\.attachments) == [[picture], [picture], []])
    }

    @Test func `a reply answers the first message of its thread`() async throws {
        let found = try await items {
            try $0.add(1, text: "Oars?")
            try $0.add(2, text: "Tea?")
            try $0.add(3, text: "In the shed", ["thread_originator_guid": "'guid-1'"])
        }
        let answers = found.map { item in
            if case .message(let details) = item.details { details.answers } else { nil as ItemID? }
        }
        #expect(answers == [nil, nil, found[0].id])
    }

    @Test func `an edited message says when that was`() async throws {
        let found = try await items {
            try $0.add(1, text: "Oars", ["date": "700000000000000000", "date_edited": "700000060000000000"])
            try $0.add(2, text: "Tea")
        }
        let edited = found.map { item in
            if case .message(let details) = item.details { details.edited } else { nil as Date? }
        }
        #expect(edited == [Date(timeIntervalSinceReferenceDate: 700_000_060), nil])
    }

    @Test func `a message in no chat is in that with its sender`() async throws {
        let found = try await items {
            try $0.add(1, chat: nil, text: "Alone")
            try $0.add(2, chat: nil, text: "From nobody", ["handle_id": "0"])
        }
        #expect(found.map(\.conversation) == ["imessage:+4915550100", "imessage:unknown"])
        #expect(lines(found) == ["+4915550100: Alone", "?: From nobody"])
    }

    @Test func `the schema of an early version lacks columns, and is read`() async throws {
        let sql = """
            CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT, text TEXT, handle_id INTEGER, date INTEGER,
                is_from_me INTEGER);
            CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT);
            CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT);
            CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
            INSERT INTO handle VALUES (1, '+4915550100');
            INSERT INTO chat VALUES (1, 'iMessage;-;+4915550100');
            INSERT INTO message VALUES (1, 'a', 'Hi', 1, 400000000, 0);
            INSERT INTO chat_message_join VALUES (1, 1);
            """
        try scratch.write("sms.db", try MessagesFixture.bytes(sql))
        let found = try await records(unit("sms.db"))
        #expect(lines(found.compactMap(\.record.item)) == ["+4915550100: Hi"])
    }

    @Test func `what is in the write-ahead log alone is read`() async throws {
        let live = try MessagesFixture(scratch.path + "/live", MessagesFixture.tables + MessagesFixture.people)
        try live.add(1, text: "old")
        try live.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try live.add(2, text: "new")
        try live.execute("UPDATE message SET text = 'changed' WHERE ROWID = 1")
        try FileManager.default.createDirectory(atPath: scratch.path + "/copy", withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: live.path + suffix, toPath: scratch.path + "/copy/chat.db" + suffix)
        }
        let entries = Array(SourceWalker(path: scratch.path + "/copy"))
        #expect(entries.count == 1)
        let found = try await records(unit("copy/chat.db"))
        #expect(found.compactMap(\.record.item?.text) == ["changed", "new"])
        // Without its log it is what it was before, and one whose log is empty is the same.
        try FileManager.default.removeItem(atPath: scratch.path + "/copy/chat.db-wal")
        #expect(try await records(unit("copy/chat.db")).compactMap(\.record.item?.text) == ["old"])
        try scratch.write("copy/chat.db-wal", "")
        #expect(try await records(unit("copy/chat.db")).compactMap(\.record.item?.text) == ["old"])
        // A log that was cut off has what was committed before.
        let log = Array(try Data(contentsOf: URL(fileURLWithPath: live.path + "-wal")))
        try scratch.write("copy/chat.db-wal", Array(log.dropLast(5_000)))
        let cut = try await records(unit("copy/chat.db")).compactMap(\.record.item?.text)
        #expect(cut == ["old", "new"] || cut == ["old"])
    }

    @Test func `reading goes on from each cursor, over more messages than one process reads`() async throws {
        let count = ImportLimits.databaseRowsPerProcess + 2_000
        let found = try await items { database in
            try database.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO message (ROWID, guid, text, handle_id, date) SELECT 2 * i, 'g' || i, 't' || i, 1, i FROM n;
                INSERT INTO chat_message_join SELECT 1, ROWID FROM message;
                """)
        }
        #expect(found.count == count && found.last?.text == "t\(count)")
        let unit = try unit()
        for row in [2, 2 * ImportLimits.databaseRowsPerProcess, 2 * count - 2, 2 * count] {
            let rest = try await records(unit, from: SourceCursor("\(row)", bytesRead: 0))
            #expect(rest.compactMap(\.record.item) == Array(found[(row / 2)...]))
        }
    }

    @Test func `one bad text is a failure with the row of its message, and the others are read`() async throws {
        try scratch.write(
            "chat.db",
            try MessagesFixture.bytes {
                try $0.add(1, text: "before")
                try $0.add(5, ["attributedBody": "X'040B73747265616D'"])
                try $0.add(9, text: "after")
            })
        let found = try await records(unit())
        #expect(found.compactMap(\.record.item?.text) == ["before", "after"])
        #expect(failures(found).map(\.place) == ["message 5"])
        #expect(found.map(\.cursor.text) == ["1", "5", "9"])
    }

    private func manyMessages() throws -> [UInt8] {
        try MessagesFixture.bytes { database in
            for row in 1...60 { try database.add(row, text: "m\(row) " + String(repeating: "x", count: 300)) }
        }
    }

    @Test func `a damaged page costs the messages on it, and a failure says which`() async throws {
        var bytes = try manyMessages()
        let wanted = Array("m30 ".utf8)
        let at = try #require((0..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == wanted })
        let page = at / 4096 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0xFF, count: 4096))
        try scratch.write("chat.db", bytes)
        let found = try await records(unit())
        let texts = found.compactMap(\.record.item?.text)
        #expect(texts.count > 40 && texts.first?.hasPrefix("m1 ") == true && texts.last?.hasPrefix("m60 ") == true)
        #expect(failures(found).count == 1 && failures(found).first?.place?.hasPrefix("messages ") == true)
        #expect(!texts.contains { $0.hasPrefix("m30 ") })
    }

    @Test func `a database that was cut off is read as far as it goes`() async throws {
        let bytes = try manyMessages()
        try scratch.write("chat.db", Array(bytes.dropLast(8_192)))
        let found = try await records(unit())
        #expect(found.contains { $0.record.item?.text.hasPrefix("m1 ") == true })
        #expect(!failures(found).isEmpty)
    }

    @Test func `garbage anywhere in the file ends in items and failures`() async throws {
        let bytes = try manyMessages()
        for start in stride(from: 16, to: bytes.count, by: bytes.count / 60) {
            var damaged = bytes
            for offset in start..<min(bytes.count, start + 40) {
                damaged[offset] = UInt8(truncatingIfNeeded: offset &* 37)
            }
            try scratch.write("chat.db", damaged)
            let unit = try scratch.unit("chat.db", .imessage)
            do {
                let found = try await records(unit)
                let rows = found.map { $0.cursor.number }
                #expect(rows == rows.sorted())
            } catch let failure as ImportFailure {
                #expect(failure.path == unit.path)
            }
        }
    }

    @Test func `a failure holds nothing of what the database says`() async throws {
        try scratch.write(
            "chat.db",
            try MessagesFixture.bytes { try $0.add(7, ["attributedBody": "X'00'", "guid": "'secret-guid'"]) })
        let failure = try #require(failures(try await records(unit())).first)
        #expect(!failure.reason.contains("secret") && !failure.reason.contains("+49"))
    }

    @Test(arguments: [
        "CREATE VIEW message AS SELECT 1 AS ROWID, 'g' AS guid, 't' AS text, 1 AS handle_id, 1 AS date, 0 AS is_from_me;",
        "CREATE VIRTUAL TABLE message USING fts5(guid, text, handle_id, date, is_from_me);",
    ])
    func `a view or a virtual table in place of a table is refused`(_ sql: String) async throws {
        let others = MessagesFixture.tables.split(separator: ";", maxSplits: 1)[1]
        try scratch.write("chat.db", try MessagesFixture.bytes(sql + String(others)))
        // SQLite alone tells a virtual table from others.
        if sql.hasPrefix("CREATE VIEW") { #expect(throws: ImportFailure.self) { try unit() } }
        let named = try scratch.unit("chat.db", .imessage)
        await #expect { try await records(named) } throws: { ($0 as? ImportFailure)?.code == .wrongFormat }
    }

    @Test func `a database of another program is passed over, whatever its name`() async throws {
        let sql = "CREATE TABLE items (id INTEGER PRIMARY KEY, text TEXT);"
        for name in ["chat.db", "sms.db", "3d0d7e5fb2ce288813306e4d4636395e047a3d28"] {
            try scratch.write(name, try MessagesFixture.bytes(sql))
        }
        try scratch.write("recall.sqlite", MessagesFixture.small())
        try scratch.write("notes.db", MessagesFixture.small())
        let entries = Array(SourceWalker(path: scratch.path))
        #expect(entries.count == 5)
        #expect(entries.allSatisfy { if case .skipped = $0 { true } else { false } })
        let named = try scratch.unit("chat.db", .imessage)
        await #expect { try await records(named) } throws: { ($0 as? ImportFailure)?.code == .wrongFormat }
    }

    @Test func `a link of that name to another database is not followed`() throws {
        try scratch.write("library/.hidden/recall.sqlite", MessagesFixture.small())
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/chat.db", withDestinationPath: scratch.path + "/library/.hidden/recall.sqlite")
        #expect(throws: ImportFailure.self) { try unit() }
    }

    @Test func `a file without tables that says it is a database is a failure`() async throws {
        try scratch.write("chat.db", Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 4_096))
        let named = try scratch.unit("chat.db", .imessage)
        await #expect { try await records(named) } throws: { ($0 as? ImportFailure)?.code == .malformed }
    }

    @Test func `the database in an iPhone's backup is found by its name there, and one in an archive by its own`()
        async throws
    {
        let name = "3d0d7e5fb2ce288813306e4d4636395e047a3d28"
        try scratch.write("backup/3d/" + name, MessagesFixture.small())
        #expect(try unit("backup").format == .imessage)
        var zip = ZipWriter()
        zip.add("Messages/chat.db", MessagesFixture.small())
        zip.add("Messages/other.db", [1, 2, 3])
        try scratch.write("a.zip", zip.finished())
        guard case .archive(let archive)? = SourceWalker(path: scratch.path + "/a.zip").first(where: { _ in true })
        else { throw ImportFailure(.wrongFormat, path: "a.zip", reason: "It is no archive.") }
        let unpacked = try await ArchiveUnpacker(into: scratch.path + "/unpacked").unpack(archive)
        let units = unpacked.entries().compactMap { if case .unit(let unit) = $0 { unit } else { nil } }
        #expect(units.map(\.path) == [scratch.path + "/a.zip/Messages/chat.db"])
        let found = try await records(try #require(units.first))
        #expect(found.compactMap(\.record.item?.text) == ["x", "y"])
    }
}

/// The parser of typed streams, on what is no stream too.
@Suite(.scratch) struct IMessageTypedStreamTests {
    @Test func `no text is found in a stream that ends early or is something else`() {
        let stream = MessagesFixture.typedStream("Hello there")
        let end = stream.count - 8
        for count in 0..<end { #expect(TypedStream.text(in: Array(stream[..<count])) == nil) }
        #expect(TypedStream.text(in: Array(stream[..<end])) == "Hello there")
        #expect(TypedStream.text(in: Array("bplist00".utf8)) == nil)
    }

    @Test func `any changed byte leaves a text or none`() {
        let stream = MessagesFixture.typedStream("Hello there", isMutable: true)
        for index in stream.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = stream
                changed[index] = byte
                #expect((TypedStream.text(in: changed)?.utf8.count ?? 0) <= stream.count)
            }
        }
    }
}
