import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Databases of Apple's Notes, read by a confined process.
@Suite(.scratch) struct AppleNotesTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func found(_ sql: String = NotesFixture.tables, _ body: (NotesFixture) throws -> Void) async throws
        -> [NoteImport.Found]
    {
        try files.write("NoteStore.sqlite", try NotesFixture.bytes(sql, body))
        return try await files.found("NoteStore.sqlite")
    }

    private func items(_ sql: String = NotesFixture.tables, _ body: (NotesFixture) throws -> Void) async throws
        -> [Item]
    {
        let found = try await found(sql, body)
        #expect(found.allSatisfy { $0.record.failure == nil })
        return found.compactMap(\.record.item)
    }

    /// The text of a note with a document.
    private func text(_ document: NoteDocument, _ body: (NotesFixture) throws -> Void = { _ in }) async throws -> Item?
    {
        try await items {
            try $0.add(1, document.bytes)
            try body($0)
        }.first
    }

    @Test func `a note has its title, text, folders, date, and the id that it has on all devices`() async throws {
        let found = try await items {
            try $0.add(
                1, NoteDocument("The quay\nAsk Bo about the rope 🚣 soon").bytes, folder: 2,
                ["ZTITLE1": "'The quay'", "ZCREATIONDATE3": "700000000.5", "ZMODIFICATIONDATE1": "710000000"])
            try $0.add(2, NoteDocument("No title of its own").bytes, ["ZMODIFICATIONDATE1": "710000000"])
        }
        #expect(found.map(\.title) == ["The quay", "No title of its own"])
        #expect(found[0].text == "The quay\nAsk Bo about the rope 🚣 soon")
        #expect(found.map(\.note?.notebook) == ["Notes/Boats", "Notes"])
        #expect(found[0].date == Date(timeIntervalSinceReferenceDate: 700_000_000.5))
        #expect(found[1].date == Date(timeIntervalSinceReferenceDate: 710_000_000))
        #expect(found[0].id == ItemID(identifying: ["apple-notes", "note-1"]))
    }

    @Test func `lists have marks, tasks boxes, and numbers begin anew after other text`() async throws {
        var document = NoteDocument("Boat\n")
        document.add("rope\n", style: 100)
        document.add("tar\nbrush\n", style: 101, indentation: 1)
        document.add("paint\n", style: 103, isDone: true)
        document.add("sell\n", style: 103, isDone: false)
        document.add("one\ntwo\n", style: 102)
        document.add("Then\n", style: 1)
        document.add("first\n", style: 102)
        document.add("far", style: 100, indentation: 1_000_000)
        let note = try await text(document)
        #expect(
            note?.text == """
                Boat
                - rope
                  - tar
                  - brush
                ☑ paint
                ☐ sell
                1. one
                2. two
                Then
                1. first
                \(String(repeating: "  ", count: 20))- far
                """)
    }

    @Test func `links have their addresses once, and links to notes are links of the note`() async throws {
        var document = NoteDocument("See ")
        document.add("the har", link: "https://harbour.example/a")
        document.add("bour", link: "https://harbour.example/a")
        document.add(" or ")
        document.add("bo.example", link: "https://bo.example/")
        document.add(", ")
        document.add("Rope list\n", link: "applenotes:note/1234")
        document.add("End\n", link: "https://end.example")
        document.add("x")
        let note = try await text(document)
        #expect(
            note?.text
                == "See the harbour (https://harbour.example/a) or bo.example, Rope list\nEnd (https://end.example)\nx")
        #expect(note?.note?.links == ["Rope list"])
    }

    @Test func `tags, mentions and links to notes stand in the text, files are listed, cards have their address`()
        async throws
    {
        var document = NoteDocument("On ")
        for id in ["tag", "mention", "link"] {
            document.add(attachment: id)
            document.add(" ")
        }
        document.add("\n")
        for id in ["picture", "scan", "card", "unknown"] { document.add(attachment: id) }
        let inline = "com.apple.notes.inlinetextattachment."
        let note = try await text(document) { database in
            for (id, kind, words) in [
                ("tag", "hashtag", "#boats"), ("mention", "mention", "@Bo"), ("link", "link", "Rope list"),
            ] {
                try database.insert([
                    "ZIDENTIFIER": "'\(id)'", "ZNOTE1": "101", "ZTYPEUTI1": "'\(inline)\(kind)'",
                    "ZALTTEXT": "'\(words)'",
                ])
            }
            try database.insert(["Z_PK": "900", "ZIDENTIFIER": "'m'", "ZFILENAME": "'IMG_1.jpg'"])
            try database.insert([
                "ZIDENTIFIER": "'picture'", "ZNOTE": "101", "ZTYPEUTI": "'public.jpeg'", "ZFILESIZE": "7",
                "ZMEDIA": "900",
                "ZTITLE": "'unused'",
            ])
            try database.insert(["ZIDENTIFIER": "'scan'", "ZNOTE": "101", "ZTYPEUTI": "'com.apple.notes.gallery'"])
            try database.insert([
                "ZIDENTIFIER": "'card'", "ZNOTE": "101", "ZTYPEUTI": "'public.url'", "ZTITLE": "'Tides'",
                "ZURLSTRING": "'https://tides.example'",
            ])
        }
        #expect(note?.text == "On #boats @Bo Rope list \nTides https://tides.example")
        #expect(note?.note?.tags == ["boats"] && note?.note?.links == ["Rope list"])
        #expect(
            note?.attachments == [
                Attachment(name: "IMG_1.jpg", mediaType: "image/jpeg", byteCount: 7),
                Attachment(name: "gallery", mediaType: ""),
            ])
    }

    private func withTable(_ data: String) async throws -> Item? {
        var document = NoteDocument("Prices:\n")
        document.add(attachment: "t")
        document.add("\nDone")
        return try await text(document) {
            try $0.insert([
                "ZIDENTIFIER": "'t'", "ZNOTE": "101", "ZTYPEUTI": "'com.apple.notes.table'", "ZMERGEABLEDATA1": data,
            ])
        }
    }

    @Test func `a table is read in the order that it is shown in, where it stands`() async throws {
        let table = NoteTable.bytes([["Item", "Euro", ""], ["Rope", "12", "new"], ["", "3", ""]])
        let note = try await withTable(NotesFixture.blob(NotesFixture.compressed(table)))
        #expect(note?.text == "Prices:\nItem | Euro\nRope | 12 | new\n | 3\nDone")
        #expect(note?.defects == [])
    }

    @Test func `a damaged table costs the table, and the note says so`() async throws {
        let table = NoteTable.bytes([["Item", "Euro"], ["Rope", "12"]])
        for count in stride(from: 0, to: table.count, by: 23) {
            let note = try await withTable(NotesFixture.blob(NotesFixture.compressed(Array(table[..<count]))))
            #expect(note?.text.hasPrefix("Prices:\n") == true && note?.text.hasSuffix("Done") == true)
        }
        #expect(try await withTable("X'00'")?.defects == [.badStructure])
        #expect(try await withTable("NULL")?.defects == [.badStructure])
    }

    @Test func `numbers begin anew after an empty line`() async throws {
        var document = NoteDocument("Boat\n")
        document.add("one\ntwo\n\nfirst", style: 102)
        #expect(try await text(document)?.text == "Boat\n1. one\n2. two\n\n1. first")
    }

    @Test func `a table of more cells than are read costs the table`() async throws {
        let note = try await withTable(NotesFixture.blob(NotesFixture.compressed(NoteTable.empty(1_025, 1_025))))
        #expect(note?.defects == [.badStructure] && note?.text == "Prices:\n\nDone")
    }

    @Test func `a table whose columns all name the same long texts ends in time`() async throws {
        let note = try await withTable(NotesFixture.blob(NotesFixture.compressed(NoteTable.repeating(20_000))))
        #expect(note?.defects == [.badStructure] && note?.text == "Prices:\n\nDone")
    }

    @Test func `deleted notes are left out, and so are texts whose note is gone`() async throws {
        let found = try await items {
            try $0.add(1, NoteDocument("stays").bytes)
            try $0.add(2, NoteDocument("in the trash").bytes, folder: 3)
            try $0.add(3, NoteDocument("marked").bytes, ["ZMARKEDFORDELETION": "1"])
            try $0.execute("INSERT INTO ZICNOTEDATA (Z_PK, ZNOTE, ZDATA) VALUES (9, 999, X'00')")
        }
        #expect(found.map(\.text) == ["stays"])
    }

    @Test func `a locked note is its title alone, and says that it is encrypted`() async throws {
        let found = try await items {
            try $0.add(1, data: "X'0123456789'", ["ZISPASSWORDPROTECTED": "1", "ZTITLE1": "'Codes'"])
            try $0.add(2, data: "NULL", ["ZTITLE1": "'Still in iCloud'"])
        }
        #expect(found.map(\.title) == ["Codes", "Still in iCloud"] && found.map(\.text) == found.map(\.title))
        #expect(found.map(\.defects) == [[.encrypted], [.noText]])
    }

    @Test func `the schema of an early version lacks columns, and is read`() async throws {
        let found = try await items(NotesFixture.earlyTables) {
            try $0.add(1, NoteDocument("Hi").bytes, ["ZTITLE1": "'Hi'", "ZCREATIONDATE1": "400000000"])
            try $0.add(2, NoteDocument("gone").bytes, folder: 3)
        }
        #expect(found.map(\.text) == ["Hi"] && found[0].note?.notebook == "Notes")
        #expect(found[0].date == Date(timeIntervalSinceReferenceDate: 400_000_000))
    }

    @Test func `folders in a circle, dates beyond all clocks and texts in place of numbers are survived`() async throws
    {
        let found = try await items {
            try $0.add(1, NoteDocument("circle").bytes, folder: 4)
            try $0.add(2, NoteDocument("late").bytes, ["ZCREATIONDATE3": "1e308", "ZMODIFICATIONDATE1": "'soon'"])
            try $0.add(3, NoteDocument("no folder").bytes, folder: 77)
            try $0.add(4, NoteDocument("early").bytes, ["ZCREATIONDATE3": "-9e999", "ZISPASSWORDPROTECTED": "'no'"])
        }
        #expect(found.map(\.text) == ["circle", "late", "no folder", "early"])
        #expect(found.map(\.date) == [nil, nil, nil, nil] && found[2].defects == [.badStructure])
    }

    @Test func `one bad note is a failure with its row, and the others are read on from each cursor`() async throws {
        let found = try await found {
            try $0.add(1, NoteDocument("before").bytes)
            try $0.add(5, data: "X'1F8B0800'")
            try $0.add(6, data: "X'00'")
            try $0.add(7, [0xFF, 0xFF])
            try $0.add(9, NoteDocument("after").bytes, ["ZTITLE1": "'secret'"])
        }
        #expect(found.compactMap(\.record.item?.text) == ["before", "after"])
        #expect(found.compactMap(\.record.failure?.place) == ["note 5", "note 6", "note 7"])
        #expect(
            found.compactMap(\.record.failure).allSatisfy {
                !$0.reason.contains("secret") && $0.reason.contains("Notes")
            })
        #expect(try await files.resumes(try #require(try await files.units().first)))
    }

    @Test func `a note that unpacks to more than the limit is a failure, and a long text is cut`() async throws {
        let found = try await found {
            try $0.add(1, [UInt8](repeating: 0x20, count: ImportLimits.archiveEntryBytes + 1))
            try $0.add(2, NoteDocument(String(repeating: "long ", count: ImportLimits.textBytes / 5 + 100)).bytes)
            try $0.add(3, NoteDocument("after").bytes)
        }
        #expect(found.compactMap(\.record.failure?.place) == ["note 1"])
        let items = found.compactMap(\.record.item)
        #expect(items.map(\.defects) == [[.truncatedText], []] && items.last?.text == "after")
        #expect(items.first?.text.utf8.count == ImportLimits.textBytes)
    }

    @Test func `a document that ends early or has lengths beyond its end is a note or a failure`() async throws {
        var document = NoteDocument("Hello there, 🚣")
        document.add("more\n", style: 103, isDone: true, link: "https://a.example")
        let bytes = document.bytes
        let found = try await found { database in
            for count in bytes.indices { try database.add(count + 1, Array(bytes[..<count])) }
            for index in bytes.indices {
                var changed = bytes
                changed[index] = 0xFF
                try database.add(1_000 + index, changed)
            }
        }
        #expect(!found.isEmpty)
        #expect(found.compactMap(\.record.item).allSatisfy { $0.text.utf8.count <= 2 * bytes.count })
    }

    @Test func `what is in the write-ahead log alone is read`() async throws {
        let live = try NotesFixture(files.scratch.path + "/live")
        try live.add(1, NoteDocument("old").bytes)
        try live.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try live.add(2, NoteDocument("new").bytes)
        for suffix in ["", "-wal", "-shm"] {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: live.path + suffix)))
            try files.write("copy/NoteStore.sqlite" + suffix, bytes)
        }
        #expect(try await files.items("copy").map(\.text) == ["old", "new"])
    }

    @Test func `garbage anywhere in the file ends in items and failures`() async throws {
        let bytes = try manyNotes(60)
        for start in stride(from: 16, to: bytes.count, by: bytes.count / 40) {
            var damaged = bytes
            for offset in start..<min(bytes.count, start + 40) {
                damaged[offset] = UInt8(truncatingIfNeeded: offset &* 37)
            }
            try files.write("NoteStore.sqlite", damaged)
            let unit = try files.scratch.unit("NoteStore.sqlite", .appleNotes)
            do {
                let rows = try await files.records(unit).map { $0.cursor.number }
                #expect(rows == rows.sorted())
            } catch let failure as ImportFailure {
                #expect(failure.path == unit.path)
            }
        }
    }

    private func manyNotes(_ count: Int) throws -> [UInt8] {
        try NotesFixture.bytes { database in
            for row in 1...count {
                try database.add(row, NoteDocument("n\(row) " + String(repeating: "x", count: 300)).bytes)
            }
        }
    }

    @Test func `a database that was cut off is read as far as it goes`() async throws {
        try files.write("NoteStore.sqlite", Array(try manyNotes(600).dropLast(8_192)))
        let cut = try await files.records(try files.scratch.unit("NoteStore.sqlite", .appleNotes))
        #expect(cut.contains { $0.record.failure != nil } && cut.contains { $0.record.item != nil })
    }

    @Test func `a database of another name or of other tables is passed over, that of a backup is found`() async throws
    {
        try files.write("other/notes.sqlite", NotesFixture.small())
        try files.write(
            "other/NoteStore.sqlite", try NotesFixture.bytes("CREATE TABLE items (id INTEGER PRIMARY KEY);"))
        #expect(try await files.units("other").isEmpty)
        let named = try files.scratch.unit("other/NoteStore.sqlite", .appleNotes)
        await #expect { try await files.records(named) } throws: { ($0 as? ImportFailure)?.code == .wrongFormat }
        try files.write("backup/4f/4f98687d8ab0d6d1a371110e6b7300f6e465bef2", NotesFixture.small())
        #expect(try await files.items("backup").map(\.text) == ["x", "y"])
        var zip = ZipWriter()
        zip.add("group.com.apple.notes/NoteStore.sqlite", NotesFixture.small())
        try files.write("a.zip", zip.finished())
        #expect(try await files.items("a.zip").map(\.text) == ["x", "y"])
    }
}
