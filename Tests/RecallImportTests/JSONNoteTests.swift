import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// Notes of Simplenote, Standard Notes and Roam.
@Suite(.scratch) struct JSONNoteTests {
    private let files: NoteImport

    init() throws {
        files = try NoteImport()
    }

    private func items(_ name: String, _ text: String) async throws -> [Item] {
        try files.write(name, text)
        return try await files.items(name)
    }

    // MARK: Simplenote

    private static let simplenote = """
        {"activeNotes": [
          {"id": "s1", "content": "# The quay\\r\\nAsk Bo\\u2026", "creationDate": "2023-05-06T07:08:09.000Z",
           "lastModified": "2024-01-02T10:00:00.000Z", "tags": ["boats", "two words"], "markdown": true},
          {"id": "s2", "content": ""},
          {"content": "No id", "lastModified": "2024-01-02T10:00:00.000Z", "tags": 7},
          {"id": 9, "content": ["x"]}],
         "trashedNotes": [{"id": "s3", "content": "gone"}]}
        """

    @Test func `a note of Simplenote has its first line as title, its tags and date, and none comes from the trash`()
        async throws
    {
        let found = try await items("notes.json", Self.simplenote)
        #expect(found.map(\.title) == ["The quay", "No id"] && found[0].text == "# The quay\nAsk Bo…")
        #expect(
            found[0].note?.tags == ["boats", "two words"] && found[0].id == ItemID(identifying: ["simplenote", "s1"]))
        #expect(found[0].date == (try Date("2023-05-06T07:08:09Z", strategy: .iso8601)) && found[1].date != nil)
        #expect(try await files.resumes(try #require(try await files.units().first)))
    }

    @Test func `the archive that Simplenote makes is found in a folder`() async throws {
        try files.write("a.zip", zipped(["source/notes.json": Self.simplenote]))
        #expect(try await files.items().count == 2)
    }

    // MARK: Standard Notes

    private static let standardNotes = """
        {"version": "004", "items": [
          {"uuid": "t1", "content_type": "Tag", "content": {"title": "boats", "references": [
            {"uuid": "n1", "content_type": "Note"}, {"uuid": "t0", "content_type": "Tag"}]}},
          {"uuid": "n1", "content_type": "Note", "created_at": "2023-05-06T07:08:09.000Z", "updated_at": "2024-01-02T10:00:00Z",
           "content": {"title": "The quay", "text": "Ask Bo", "references": [], "appData": {}}},
          {"uuid": "n2", "content_type": "Note", "content": {"title": "", "text": "Trash", "trashed": true}},
          {"uuid": "n3", "content_type": "Note", "deleted": true, "content": {"title": "x", "text": "y"}},
          {"uuid": "n4", "content_type": "Note", "content": {"title": "Page", "text": "<p>Rope &amp; tar</p>", "noteType": "rich-text"}},
          {"uuid": "n5", "content_type": "Note", "content": {"title": "Only a title", "text": ""}},
          {"uuid": "p", "content_type": "SN|UserPreferences", "content": {"title": "x"}},
          {"uuid": "t2", "content_type": "Tag", "content": {"title": "later", "references": [{"uuid": "n1", "content_type": "Note"}]}}]}
        """

    @Test func `a note of Standard Notes has its tags, wherever they stand, and deleted ones are left out`()
        async throws
    {
        let found = try await items("Standard Notes Backup and Import File.txt", Self.standardNotes)
        #expect(found.map(\.title) == ["The quay", "Page", "Only a title"])
        #expect(found.map(\.text) == ["Ask Bo", "Rope & tar", "Only a title"])
        #expect(found[0].note?.tags == ["boats", "later"])
        #expect(found[0].date == (try Date("2023-05-06T07:08:09Z", strategy: .iso8601)))
        #expect(found[0].id == ItemID(identifying: ["standard-notes", "n1"]))
        #expect(try await files.resumes(try #require(try await files.units().first)))
    }

    @Test func `in the archive of Standard Notes the copies of notes are not read again`() async throws {
        try files.write(
            "a.zip",
            zipped([
                "Standard Notes Backup and Import File.txt": Self.standardNotes, "Items/Note/The quay-n1.txt": "Ask Bo",
                "Items/Tag/boats-t1.txt": "{}",
            ]))
        #expect(try await files.items().map(\.title) == ["The quay", "Page", "Only a title"])
    }

    @Test func `a Super note is the text of its tree`() async throws {
        let tree = #"""
            {"root": {"type": "root", "children": [
             {"type": "heading", "tag": "h1", "children": [{"type": "text", "text": "Boat"}]},
             {"type": "paragraph", "children": [{"type": "text", "text": "See "},
              {"type": "link", "url": "https://a.example", "children": [{"type": "text", "text": "the "}, {"type": "text", "text": "quay"}]},
              {"type": "linebreak"}, {"type": "autolink", "url": "https://b.example", "children": [{"type": "text", "text": "https://b.example"}]}]},
             {"type": "list", "listType": "check", "children": [
              {"type": "listitem", "checked": true, "children": [{"type": "text", "text": "rope"}]},
              {"type": "listitem", "children": [{"type": "text", "text": "tar"}]}]},
             {"type": "list", "listType": "number", "start": 9e18, "children": [
              {"type": "listitem", "children": [{"type": "text", "text": "one"}]},
              {"type": "listitem", "children": [{"type": "list", "listType": "bullet", "children": [
               {"type": "listitem", "children": [{"type": "text", "text": "inner"}]}]}]}]},
             {"type": "table", "children": [{"type": "tablerow", "children": [
              {"type": "tablecell", "children": [{"type": "paragraph", "children": [{"type": "text", "text": "a"}]}]},
              {"type": "tablecell", "children": [{"type": "paragraph", "children": [{"type": "text", "text": "b"}]}]}]}]},
             {"type": "horizontalrule"}, {"type": "snfile", "fileUuid": "x"}, {"type": "code", "children": [{"type": "code-highlight", "text": "let x"}]}, 7]}}
            """#
        let escaped = tree.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ")
        let found = try await items(
            "a.json",
            #"{"items": [{"uuid": "n", "content_type": "Note", "content": {"title": "S", "noteType": "super", "text": ""#
                + escaped + #""}}]}"#)
        #expect(
            found.first?.text == """
                Boat
                See the quay (https://a.example)
                https://b.example
                ☑ rope
                ☐ tar
                9000000000000000000. one
                  - inner
                a | b
                let x
                """)
    }

    @Test func `an encrypted backup says what to do`() async throws {
        let encrypted = #"""
            {"version": "004", "keyParams": {"identifier": "a"}, "items": [
             {"uuid": "n1", "content_type": "Note", "content": "004:abc", "enc_item_key": "004:def"}]}
            """#
        try files.write("Standard Notes Backup and Import File.txt", encrypted)
        await #expect { try await files.items() } throws: {
            let failure = $0 as? ImportFailure
            return failure?.code == .encrypted && failure?.reason.contains("Decrypted") == true
        }
    }

    // MARK: Roam

    private static let roam = #"""
        [{"title": "Rope list", "uid": "p1", "create-time": 1700000000000, "edit-time": 1700000001000, "children": [
           {"string": "Ask [[Bo Berg]] #boats #[[two words]]", "uid": "b-1", "children": [
             {"string": "{{[[TODO]]}} tar", "uid": "b2"}, {"string": "{{[[DONE]]}} paint ((b_9)) and ((nowhere))", "uid": "b3"}]},
           {"string": "", "uid": "b4"}]},
         {"title": "January 2nd, 2024", "uid": "01-02-2024", "children": [
           {"string": "Said: ((b-1))", "uid": "b_9", "create-time": 1700000002000, "edit-time": 1e308}]},
         {"title": "Empty", "uid": "p3", "edit-time": 1},
         {"title": "No times", "children": [{"string": "x", "create-time": 1690000000000}]}]
        """#

    @Test func `a page of Roam is its blocks as lines, with the texts that others are referred to by`() async throws {
        let found = try await items("harbour.json", Self.roam)
        #expect(found.map(\.title) == ["Rope list", "January 2nd, 2024", "No times"])
        #expect(
            found[0].text == """
                - Ask [[Bo Berg]] #boats #[[two words]]
                  - ☐ tar
                  - ☑ paint Said: ((b-1)) and ((nowhere))
                """)
        #expect(found[1].text == "- Said: Ask [[Bo Berg]] #boats #[[two words]]")
        #expect(found[0].note?.links == ["Bo Berg", "two words"] && found[0].note?.tags == ["boats", "two words"])
        #expect(found[0].date == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(shown(found[1].date) == "2024 1 2 0 0" && found[2].date == Date(timeIntervalSince1970: 1_690_000_000))
        #expect(try await files.resumes(try #require(try await files.units().first)))
    }

    @Test func `days of two graphs are two notes`() async throws {
        try files.write("one.json", Self.roam)
        try files.write("two.json", Self.roam)
        #expect(Set(try await files.items().map(\.id)).count == 6)
    }

    @Test func `blocks within blocks beyond the limit are a failure of their page alone`() async throws {
        let deep =
            String(repeating: #"{"string": "x", "children": ["#, count: 200) + String(repeating: "]}", count: 200)
        let text =
            #"[{"title": "Deep", "edit-time": 1, "children": [\#(deep)]}, {"title": "After", "children": [{"string": "y"}]}]"#
        try files.write("a.json", text)
        let found = try await files.found()
        #expect(found.map(\.record.item?.title) == [nil, "After"])
        #expect(found.first?.record.failure?.code == .malformed)
    }

    // MARK: All

    @Test(arguments: [simplenote, standardNotes, roam])
    func `a file that is cut off anywhere is read up to there`(text: String) async throws {
        let bytes = Array(text.utf8)
        let format: SourceFormat =
            text.hasPrefix("[") ? .roam : text.contains("activeNotes") ? .simplenote : .standardNotes
        try files.write("a.json", bytes)
        let whole = try await files.records(try files.scratch.unit("a.json", format)).compactMap(\.record.item?.id)
        for count in stride(from: 1, to: bytes.count - 1, by: 7) {
            try files.write("a.json", Array(bytes[..<count]))
            let unit = try files.scratch.unit("a.json", format)
            var ids: [ItemID] = []
            await #expect(throws: ImportFailure.self) {
                try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(
                    unit, from: .start
                ) {
                    record, _ in ids += [record.item?.id].compactMap(\.self)
                }
            }
            #expect(whole.starts(with: ids))
        }
    }

    // MARK: Canvas

    @Test func `a canvas is a note of its cards from top to bottom, with its links and files`() async throws {
        let found = try await items(
            "boards/Roof.canvas",
            #"""
            {"nodes": [
              {"id": "3", "type": "text", "text": "Second, **right**", "x": 400, "y": 100},
              {"id": "1", "type": "group", "label": "Beehives", "x": -50, "y": -50},
              {"id": "2", "type": "text", "text": "First\nleft", "x": 0, "y": 100},
              {"id": "4", "type": "file", "file": "Notes/Roof plan.md", "x": 0, "y": 300},
              {"id": "5", "type": "file", "file": "img/roof.jpg", "x": 0, "y": 400},
              {"id": "6", "type": "link", "url": "https://bees.example/", "x": 0, "y": 500}],
             "edges": [{"id": "e", "fromNode": "2", "toNode": "3", "label": "leads to"}]}
            """#)
        let canvas = try #require(found.first)
        #expect(
            canvas.text
                == "Beehives\n\nFirst\nleft\n\nSecond, **right**\n\nhttps://bees.example/\n\nleads to")
        #expect(canvas.title == "Roof" && canvas.note?.links == ["Notes/Roof plan.md"])
        #expect(canvas.attachments.map(\.name) == ["roof.jpg"])
        #expect(try await items("boards/Empty.canvas", "{}").contains { $0.defects.contains(.noText) })
    }

    @Test(arguments: [simplenote, standardNotes, roam])
    func `garbage anywhere in a file ends in items and failures`(text: String) async throws {
        let bytes = Array(text.utf8)
        let format: SourceFormat =
            text.hasPrefix("[") ? .roam : text.contains("activeNotes") ? .simplenote : .standardNotes
        for start in stride(from: 0, to: bytes.count, by: 11) {
            var damaged = bytes
            for index in start..<min(start + 3, bytes.count) { damaged[index] = UInt8(truncatingIfNeeded: index &* 37) }
            try files.write("a.json", damaged)
            let unit = try files.scratch.unit("a.json", format)
            do {
                #expect(try await files.records(unit).count <= 10)
            } catch let failure as ImportFailure {
                #expect(failure.path == unit.path)
            }
        }
    }
}
