import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

/// A small file of each format, by the format's identifier.
private let fixtures: [String: (name: String, bytes: [UInt8])] = [
    "mbox": (
        "a.mbox",
        Array(
            "From a@b.c Sun Mar 17 09:30:00 2024\nSubject: x\n\nHi\n\nFrom a@b.c Sun Mar 17 09:31:00 2024\n\nYo\n".utf8)
    ),
    "mail": ("a.eml", Array("Message-ID: <1@b.c>\nFrom: a@b.c\n\nHi\n".utf8)),
    "emlx": (
        "1.emlx",
        Array(
            "42        \nMessage-ID: <1@b.c>\nFrom: a@b.c\n\nHi there\n<?xml version=\"1.0\"?><plist><dict/></plist>\n"
                .utf8)
    ),
    "whatsapp": ("a.txt", Array("[31/12/19, 23:05:00] Bo: hi\n[31/12/19, 23:06:00] Al: ho\n".utf8)),
    "whatsapp-zip": ("a.zip", zipped(["_chat.txt": "[31/12/19, 23:05:00] Bo: hi\n[31/12/19, 23:06:00] Al: ho\n"])),
    "line": ("a.txt", Array("[LINE] Chat history with B\n2023/05/01(Mon)\n10:00\tA\tx\n10:00\tA\tx\n".utf8)),
    "kakaotalk": (
        "a.txt",
        Array(
            "A 님과 카카오톡 대화\n저장한 날짜 : 2023-05-01 15:15:00\n\n2023. 5. 1. 오후 3:14, A : x\n2023. 5. 1. 오후 3:14, A : x\n"
                .utf8)
    ),
    "day-one": (
        "Journal.json",
        Array(
            #"{"metadata": {"version": "1.0"}, "entries": [{"uuid": "1", "text": "x", "creationDate": "2024-03-17T09:30:00Z"}, {"uuid": "2", "text": "y"}]}"#
                .utf8)
    ),
    "journey": (
        "1.json", Array(#"{"text": "x", "date_modified": 2, "date_journal": 1, "id": "1", "preview_text": "x"}"#.utf8)
    ),
    "tiddlywiki": (
        "a.html",
        Array(
            """
            <meta name="application-name" content="TiddlyWiki" />
            <script class="tiddlywiki-tiddler-store" type="application/json">[
            {"title": "a", "text": "x"}, {"title": "b", "text": "y", "created": "20240317093000000"}
            ]</script></html>
            """.utf8)
    ),
    "tiddler": ("a.tid", Array("created: 20240317093000000\ntitle: T\n\nText".utf8)),
    "zim": (
        "a.txt", Array("Content-Type: text/x-zim-wiki\nCreation-Date: 2024-03-17T09:30:00Z\n\n== T ==\nText\n".utf8)
    ),
    "opml": (
        "a.opml", Array("<opml version=\"2.0\"><body><outline text=\"x\"/><outline text=\"y\"/></body></opml>".utf8)
    ),
    "transcript": ("a.vtt", Array("WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>Text</v>\n".utf8)),
    "markdown": ("a.md", Array("# Title\n\nText".utf8)),
    "text": ("b.txt", Array("Text".utf8)),
    "pdf": ("a.pdf", pdf(pages: [["Text"]])),
    "image": ("a.png", (try? Scan.picture(["Text in a picture"])).map { Array($0) } ?? []),
    "epub": ("a.epub", book(chapters: ["One", "Two"])),
    "docx": ("a.docx", docx(body: paragraph("Text"))),
    "odt": ("a.odt", openDocument("text", "<text:p>Text</text:p>")),
    "pptx": ("a.pptx", pptx(slides: ["Text"])),
    "odp": ("a.odp", openDocument("presentation", "<draw:page><text:p>Text</text:p></draw:page>")),
    "xlsx": ("a.xlsx", xlsx(rows: "<row><c t=\"inlineStr\"><is><t>Text</t></is></c></row>")),
    "ods": (
        "a.ods",
        openDocument(
            "spreadsheet",
            "<table:table table:name=\"T\"><table:table-row><table:table-cell><text:p>Text</text:p></table:table-cell></table:table-row></table:table>"
        )
    ),
    "odg": ("a.odg", openDocument("drawing", "<draw:page><text:p>Text</text:p></draw:page>")),
    "doc": ("a.doc", officeBinary(WordFile("Text\r").streams)),
    "ppt": ("a.ppt", officeBinary(PowerPointFile(slides: [(["Text"], "")]).streams)),
    "xls": (
        "a.xls",
        officeBinary(["Workbook": ExcelFile(sheets: [("T", ExcelFile.label(0, 0, "Text"))]).stream])
    ),
    "iwork": ("a.pages", iWorkFile(["Document": iWorkArchive([iWorkText("Text")])])),
    "rtf": ("a.rtf", Array("{\\rtf1 Text}".utf8)),
    "csv": ("a.csv", Array("a,b\n1,2\n".utf8)),
    "telegram": (
        "a.json",
        Array(
            #"{"messages": [{"id": 1, "from": "a", "from_id": "u", "date_unixtime": "1", "text": "x"}, {"id": 2, "from": "a", "date_unixtime": "2", "text": "y"}]}"#
                .utf8)
    ),
    "signal-cli": (
        "a.json",
        Array(
            """
            {"envelope": {"source": "+1", "timestamp": 1, "dataMessage": {"timestamp": 1, "message": "x"}}}
            {"envelope": {"source": "+1", "timestamp": 2, "dataMessage": {"timestamp": 2, "message": "y"}}}

            """.utf8)
    ),
    "signal-desktop": (
        "main.jsonl",
        Array(
            """
            {"version": "1", "backupTimeMs": "1"}
            {"recipient": {"id": "1", "contact": {"systemGivenName": "a"}}}
            {"chat": {"id": "2", "recipientId": "1"}}
            {"chatItem": {"chatId": "2", "authorId": "1", "dateSent": "1", "standardMessage": {"text": {"body": "x"}}}}
            {"chatItem": {"chatId": "2", "authorId": "1", "dateSent": "2", "standardMessage": {"text": {"body": "y"}}}}

            """.utf8)
    ),
    "telegram-html": (
        "messages.html",
        Array(
            """
            <div class="page_header"><div class="text bold">c</div></div><div class="page_body chat_page">
            <div class="history"><div class="message default" id="message1"><div class="text">x</div></div>
            <div class="message default" id="message2"><div class="text">y</div></div></div></div></html>
            """.utf8)
    ),
    "messenger-html": (
        "message_1.html",
        Array(
            """
            <body><div class="_a6-g"><div class="_a6-h _a6-i">a</div><div class="_a6-p">x</div></div>
            <div class="_a6-g"><div class="_a6-h _a6-i">a</div><div class="_a6-p">y</div></div></body></html>
            """.utf8)
    ),
    "signal-html": (
        "a.html",
        Array(
            """
            <!-- Generated on 2024-01-01 by signalbackup-tools (x). --><style>.incoming-group-msg {}</style>
            <div class="msg msg-incoming"><div><pre>x</pre></div></div>
            <div class="msg msg-outgoing"><div><pre>y</pre></div></div></html>
            """.utf8)
    ),
    "slackdump": (
        "C0123456.json",
        Array(
            #"{"channel_id": "C0123456", "messages": [{"type": "message", "ts": "1.1", "text": "x", "slackdump_thread_replies": [{"type": "message", "ts": "2.1", "text": "y", "thread_ts": "1.1"}]}]}"#
                .utf8)
    ),
    "discord-html": (
        "a.html",
        Array(
            """
            <div class=preamble__entry>g</div><div class=chatlog><div id=chatlog__message-container-1
            data-message-id=1 class=chatlog__message-container><div class=chatlog__content>x</div></div>
            <div id=chatlog__message-container-2 class=chatlog__message-container data-message-id=2>
            <div class=chatlog__content>y</div></div></div></html>
            """.utf8)
    ),
    "discord": (
        "a.json",
        Array(
            #"{"guild": {}, "channel": {}, "messages": [{"id": "1", "content": "x"}, {"id": "2", "content": "y"}]}"#
                .utf8)
    ),
    "x-archive": (
        "direct-messages.js",
        Array(
            #"window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "1-2", "messages": [{"messageCreate": {"id": "1", "text": "x"}}, {"messageCreate": {"id": "2", "text": "y"}}]}}]"#
                .utf8)
    ),
    "google-voice": (
        "A - Text - 1.html",
        Array(
            """
            <div class="hChatLog hfeed"><div class="message"><abbr class="dt" title="2020-01-02T03:04:05Z"></abbr><q>x</q></div>
            <div class="message"><q>y</q></div></div></html>
            """.utf8)
    ),
    "messenger": (
        "a.json",
        Array(
            #"{"messages": [{"sender_name": "a", "timestamp_ms": 1, "content": "x"}, {"sender_name": "a", "timestamp_ms": 1, "content": "x"}]}"#
                .utf8)
    ),
    "google-chat": (
        "a.json",
        Array(
            #"{"messages": [{"creator": {"name": "a"}, "created_date": "", "text": "x"}, {"creator": {}, "text": "y"}]}"#
                .utf8)
    ),
    "hangouts": (
        "a.json",
        Array(
            #"{"conversations": [{"conversation": {"conversation_id": {"id": "c"}}, "events": [{"event_id": "1", "chat_message": {"message_content": {"segment": [{"text": "x"}]}}}, {"event_id": "2", "chat_message": {"message_content": {"segment": [{"text": "y"}]}}}]}]}"#
                .utf8)
    ),
    "skype": (
        "a.json",
        Array(
            #"{"conversations": [{"id": "8:a", "MessageList": [{"id": "1", "messagetype": "Text", "content": "x"}, {"id": "2", "messagetype": "Text", "content": "y"}]}]}"#
                .utf8)
    ),
    "irc": ("a.log", Array("--- Log opened Tue Jan 02 15:00:00 2024\n15:04 <a> x\n15:04 <a> x\n".utf8)),
    "slackdump-archive": ("slackdump.sqlite", SlackArchiveTests.small()),
    "apple-notes": ("NoteStore.sqlite", NotesFixture.small()),
    "simplenote": (
        "notes.json", Array(#"{"activeNotes": [{"id": "1", "content": "x"}, {"id": "2", "content": "y"}]}"#.utf8)
    ),
    "standard-notes": (
        "a.json",
        Array(
            #"{"items": [{"uuid": "1", "content_type": "Note", "content": {"text": "x"}}, {"uuid": "2", "content_type": "Note", "content": {"text": "y"}}]}"#
                .utf8)
    ),
    "roam": (
        "a.json",
        Array(
            #"[{"title": "a", "edit-time": 1, "children": [{"string": "x"}]}, {"title": "b", "children": [{"string": "y"}]}]"#
                .utf8)
    ),
    "org": ("a.org", Array("#+title: T\n\nText".utf8)),
    "msg": (
        "a.msg",
        CompoundFile.bytes([
            .stream("__substg1.0_1000001E", Array("Text".utf8)),
            .stream(
                "__properties_version1.0",
                [UInt8](repeating: 0, count: 32) + [0x1E, 0, 0, 0x10, 6, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]),
        ])
    ),
    "tnef": (
        "winmail.dat",
        [0x78, 0x9F, 0x3E, 0x22, 1, 0, 1, 0x0C, 0x80, 2, 0, 5, 0, 0, 0] + Array("Text".utf8) + [0, 0xA5, 1]
    ),
    "matrix": (
        "a.json",
        Array(
            #"{"room_name": "r", "messages": [{"type": "m.room.message", "content": {"body": "x"}}, {"type": "m.room.message", "content": {"body": "y"}}]}"#
                .utf8)
    ),
    "sms": (
        "a.xml",
        Array(
            "<smses><sms address='1' date='1' type='1' body='x'/><sms address='1' date='1' type='1' body='x'/></smses>"
                .utf8)
    ),
    "imessage": ("chat.db", MessagesFixture.small()),
    "assistant-chats": (
        "a.json",
        Array(
            #"[{"uuid": "u", "chat_messages": [{"sender": "human", "text": "x"}, {"sender": "assistant", "text": "y"}]}]"#
                .utf8)
    ),
    "assistant-session": (
        "a.jsonl",
        Array(
            """
            {"parentUuid": null, "sessionId": "s", "type": "user", "message": {"role": "user", "content": "x"}}
            {"parentUuid": "1", "sessionId": "s", "type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "y"}]}}

            """.utf8)
    ),
    "google-keep": (
        "a.json", Array(#"{"isTrashed": false, "textContent": "x", "userEditedTimestampUsec": 1}"#.utf8)
    ),
    "canvas": ("a.canvas", Array(#"{"nodes": [{"type": "text", "text": "x", "y": 1}], "edges": []}"#.utf8)),
    "evernote": (
        "a.enex",
        Array(
            """
            <en-export><note><title>a</title><content><![CDATA[<en-note>x</en-note>]]></content></note>\
            <note><title>a</title><content><![CDATA[<en-note>y</en-note>]]></content></note></en-export>
            """.utf8)
    ),
    "ics": (
        "a.ics",
        Array(
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY:y\nEND:VEVENT\nEND:VCALENDAR\n"
                .utf8)
    ),
    "contacts-csv": (
        "contacts.csv",
        Array(
            "First Name,Phonetic First Name,File As,E-mail 1 - Value\nAnn,,,ann@example.org\nBo,,,bo@example.org\n".utf8
        )
    ),
    "vcf": ("a.vcf", Array("BEGIN:VCARD\nFN:x\nEND:VCARD\nBEGIN:VCARD\nFN:y\nEND:VCARD\n".utf8)),
    "html": ("a.html", Array("<p>Text".utf8)),
    "latex": ("a.tex", Array("\\title{T}\n\\begin{document}\nText\n\\end{document}".utf8)),
    "mhtml": (
        "a.mht",
        Array("Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>Text\n--b--\n".utf8)
    ),
    "jsonl": ("a.jsonl", Array("{\"kind\":\"note\",\"text\":\"a\"}\n{\"kind\":\"note\",\"text\":\"b\"}\n".utf8)),
]

/// The files of a small unit of each format whose units are folders.
private let folders: [String: [String: String]] = [
    "slack": [
        "channels.json": #"[{"id": "C1", "name": "general"}]"#, "users.json": "[]",
        "general/2024-01-01.json": #"[{"type": "message", "user": "U", "ts": "1.1", "text": "x"}]"#,
        "general/2024-01-02.json": #"[{"type": "message", "user": "U", "ts": "2.1", "text": "y"}]"#,
    ],
    "discord-package": [
        "channel.json": #"{"id": "1", "name": "general"}"#,
        "messages.json": #"[{"ID": 1, "Contents": "x"}, {"ID": 2, "Contents": "y"}]"#,
    ],
    "textbundle": ["info.json": "{}", "text.md": "Text"],
    "joplin": [
        "0123456789abcdef0123456789abcde0.md": "x\n\nText\n\nid: 0123456789abcdef0123456789abcde0\ntype_: 1",
        "0123456789abcdef0123456789abcde1.md": "y\n\nText\n\nid: 0123456789abcdef0123456789abcde1\ntype_: 1",
    ],
    "signal": [
        "chat.md": "x",
        "data.json": """
        {"date": "2022-01-01T10:00:00", "sender": "a", "body": "x"}
        {"date": "2022-01-01T10:00:00", "sender": "a", "body": "x"}

        """,
    ],
]

/// A zip file of texts.
func zipped(_ members: [String: String]) -> [UInt8] {
    var zip = ZipWriter()
    for (name, text) in members.sorted(by: { $0.key < $1.key }) { zip.add(name, Array(text.utf8)) }
    return zip.finished()
}

/// Requirements of every format in the table.
@Suite("Every format of the table", .scratch) struct ImportFormatTests {
    /// Text recognition is on: images have no text without it.
    private static let extractor = DocumentTextExtractor(
        recognition: PageRecognition(TextRecognition(languages: ["eng"])))

    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    /// The unit that a walk finds where a fixture of the format lies.
    private func unit(_ format: SourceFormat) throws -> SourceUnit {
        if let files = folders[format.identifier] {
            for (name, text) in files { try scratch.write("export/" + name, text) }
        } else {
            let fixture = try #require(fixtures[format.identifier], "\(format.identifier) has no fixture")
            try scratch.write(fixture.name, fixture.bytes)
        }
        let entries = Array(SourceWalker(path: scratch.path, readsImages: { _ in true }))
        guard case .unit(let unit)? = entries.first, entries.count == 1 else {
            throw ImportFailure(.wrongFormat, path: scratch.path, reason: "\(entries)")
        }
        return unit
    }

    @Test("is recognised by a walk, and told by name", arguments: ImportFormats.all.formats)
    func recognised(_ format: SourceFormat) throws {
        let unit = try unit(format)
        #expect(unit.format == format)
        #expect(try SourceDetector(readsImages: true).detect(unit.path).kind == .file(format))
        #expect(try !SourceDetector(readsImages: true).detect(unit.path).summary.isEmpty)
        #expect(
            try SourceDetector(readsImages: true).detect(scratch.path).summary == "a folder with 1 \(format.singular)")
    }

    @Test("has names that `--as`, a library and people can take", arguments: ImportFormats.all.formats)
    func named(_ format: SourceFormat) {
        let letters = format.identifier.utf8
        #expect(letters.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        #expect(ImportFormats.all.format(format.identifier) == format)
        #expect(ImportFormats.all.formats.count { $0.identifier == format.identifier } == 1)
        #expect(format.singular != format.plural && format.noun(count: 2) == format.plural)
        #expect(ImportFormats.all.prose.contains(format.plural))
    }

    @Test("is read, twice with equal records", arguments: ImportFormats.all.formats)
    func readable(_ format: SourceFormat) async throws {
        let unit = try unit(format)
        let reader = try ImportFormats.all.reader(of: unit, extractor: Self.extractor)
        let first = try await items(reader, unit)
        #expect(!first.isEmpty && first.allSatisfy { !$0.text.isEmpty })
        #expect(try await items(reader, unit) == first)
        #expect(first.count == (format.isContainer ? 2 : 1))
    }

    @Test("is read on from each of its cursors", arguments: ImportFormats.all.formats)
    func resumable(_ format: SourceFormat) async throws {
        let unit = try unit(format)
        let reader = try ImportFormats.all.reader(of: unit, extractor: Self.extractor)
        var all: [(item: Item?, cursor: SourceCursor)] = []
        try await reader.read(unit, from: .start) { all.append(($0.item, $1)) }
        for (number, record) in all.enumerated() {
            // As it comes out of a library.
            let stored = SourceCursor(record.cursor.text, bytesRead: record.cursor.bytesRead)
            #expect(record.cursor.bytesRead <= unit.byteCount && record.cursor != .start)
            #expect(try await items(reader, unit, from: stored) == all[(number + 1)...].compactMap(\.item))
        }
    }

    @Test("gives items, or says what is wrong, whichever of its bytes is damaged", arguments: ImportFormats.all.formats)
    func damaged(_ format: SourceFormat) async throws {
        let unit = try unit(format)
        let file = URL(filePath: folders[format.identifier] == nil ? unit.path : try #require(unit.furtherFiles.first))
        let whole = try Data(contentsOf: file)
        for position in damagedPositions(of: whole.count, format) {
            var garbled = whole
            garbled[position] = ~garbled[position]
            for bytes in [garbled, whole.prefix(position)] {
                try bytes.write(to: file)
                await #expect(throws: Never.self, "byte \(position)") { try await readOrSay(unit, bytes.count) }
            }
        }
    }

    /// Each byte of a small file, or a sample: of what other processes read too, which takes longer.
    private func damagedPositions(of byteCount: Int, _ format: SourceFormat) -> [Int] {
        guard byteCount > 300 || !isReadHere(format) else { return Array(0..<byteCount) }
        var random = SeededGenerator(seed: UInt64(byteCount))
        return (0..<12).map { _ in Int.random(in: 0..<byteCount, using: &random) }
    }

    private func isReadHere(_ format: SourceFormat) -> Bool {
        let parser = ImportFormats.all.table.first { $0.format == format }?.parser
        if case .inProcess? = parser { return true } else { return false }
    }

    @Test("is the same from a zip file", arguments: ImportFormats.all.formats.filter { $0 != .image })
    func zippedFiles(_ format: SourceFormat) async throws {
        let (files, members) = (try NoteImport(), try members(of: format))
        var zip = ZipWriter()
        for (name, bytes) in members {
            for folder in ["one/", "two/"] { try files.write(folder + name, bytes) }
            zip.add(name, bytes)
        }
        try files.write("a.zip", zip.finished())
        let (items, elsewhere) = (try await files.items("one"), try await files.items("two"))
        let unpacked = try await files.items("a.zip")
        #expect(unpacked.map(\.title) == items.map(\.title) && unpacked.map(\.text) == items.map(\.text))
        // Unless the path is what identifies it, an item is the same wherever it is.
        for (number, item) in items.enumerated() where item.id == elsewhere[number].id {
            #expect(unpacked[number].id == item.id)
        }
    }

    /// The files of the fixture of a format, by name.
    private func members(of format: SourceFormat) throws -> [(name: String, bytes: [UInt8])] {
        if let files = folders[format.identifier] {
            return files.sorted { $0.key < $1.key }.map { ("export/" + $0.key, Array($0.value.utf8)) }
        }
        return [try #require(fixtures[format.identifier])]
    }

    /// Formats that say what clocks showed, and not where.
    private static let withoutZone: Set = ["whatsapp", "line", "kakaotalk", "irc", "signal"]

    /// Files with dates in a zone, beside the fixtures.
    private static let dated = [
        "a.eml": "From: a@b.c\nDate: Sun, 17 Mar 2024 09:30:00 +0100\n\nHi\n",
        "b.md": "---\ndate: 2024-03-17T09:30:00+01:00\n---\nx",
        "c.ics": "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:3\nDTSTART;TZID=Europe/Berlin:20240301T090000\nSUMMARY:z\n"
            + "END:VEVENT\nEND:VCALENDAR\n",
        "d.enex":
            "<en-export><note><title>d</title><created>20240317T093000Z</created><content>x</content></note></en-export>",
        "e.jsonl": #"{"kind": "note", "text": "e", "date": "2024-03-17T09:30:00+05:30"}"# + "\n",
        "f.html": #"<meta property="article:published_time" content="2024-03-17T09:30:00-03:00"><p>x"#,
    ]

    @Test("has the same dates wherever it is read, if they say their zone")
    func zones() throws {
        let scratch = try ScratchFolder()
        for format in ImportFormats.all.formats
        where isReadHere(format) && !Self.withoutZone.contains(format.identifier) {
            for (name, bytes) in try members(of: format) {
                try scratch.write("in/\(format.identifier)/\(name)", Data(bytes))
            }
        }
        for (name, text) in Self.dated { try scratch.write("in/dated/\(name)", text) }
        let exports = try ["Asia/Kathmandu", "America/St_Johns"].map { zone in
            let environment = [
                "TZ": zone, "HOME": scratch.path, "RECALL_LIBRARY": scratch.path + "/library-" + zone.suffix(4),
            ]
            let imported = try RecallProcess.run(
                ["import", scratch.path + "/in"], environment: environment, in: scratch)
            #expect(imported.code == 0, "\(imported.errors)")
            return try RecallProcess.run(["export", "-"], environment: environment, in: scratch).output
                .split(separator: "\n").sorted()
        }
        #expect(exports[0].count > Self.dated.count + 30)
        #expect(Set(exports[0]).symmetricDifference(exports[1]).isEmpty)
    }

    /// Reads a file that may be damaged. What the reader throws is a failure of the import, with the path and a reason.
    private func readOrSay(_ unit: SourceUnit, _ byteCount: Int) async throws {
        var unit = unit
        unit.byteCount = byteCount
        do {
            let reader = try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
            let items = try await items(reader, unit)
            #expect(Set(items.map(\.id)).count == items.count && items.count <= 3)
        } catch let failure as ImportFailure {
            #expect(!failure.reason.isEmpty && failure.path.hasPrefix(unit.root) && failure.code != .parserFailed)
        }
    }

    private func items(
        _ reader: any SourceReader, _ unit: SourceUnit, from cursor: SourceCursor = .start
    ) async throws -> [Item] {
        var items: [Item?] = []
        try await reader.read(unit, from: cursor) { record, _ in items.append(record.item) }
        return items.compactMap(\.self)
    }

    @Test("is all there is: another has no reader")
    func unknown() {
        let unit = SourceUnit(
            path: "/a", root: "/", format: SourceFormat("tape", singular: "tape", plural: "tapes"), byteCount: 1,
            modified: 1)
        #expect(ImportFormats.all.format("tape") == nil)
        #expect(throws: ImportFailure.self) {
            try ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor())
        }
    }
}

/// Units of several files, which a format may ask for.
@Suite(.scratch) struct SourceUnitTests {
    /// A chat program's export: a folder with `users.json`, and databases with a log beside them.
    private struct MadeUpFormat: ImportFormat {
        let format = SourceFormat("made-up", singular: "export", plural: "exports", isContainer: true)
        let extensions: Set = ["chatdb"]
        func isUnit(folderOf names: [String]) -> Bool { names.contains("users.json") }
        func companions(of path: String) -> [String] { [path + "-wal", path + "-shm"] }
        func reader(_ extractor: DocumentTextExtractor) -> any SourceReader { JSONLinesReader() }
    }

    private func units(_ scratch: SourceScratch) -> [SourceUnit] {
        SourceWalker(path: scratch.path, of: ImportFormats([MadeUpFormat()])).compactMap {
            if case .unit(let unit) = $0 { unit } else { nil }
        }
    }

    @Test func `a folder of one format is one unit with all files below it`() throws {
        let scratch = try SourceScratch()
        try scratch.write("export/users.json", "[]")
        try scratch.write("export/general/2024-01-01.json", "[1]")
        try scratch.write("export/.hidden", "x")
        let unit = try #require(units(scratch).first)
        #expect(units(scratch).count == 1 && unit.path == scratch.path + "/export")
        #expect(unit.furtherFiles == ["general/2024-01-01.json", "users.json"].map { unit.path + "/" + $0 })
        #expect(unit.byteCount == 5 && unit.modified > 0)
    }

    @Test func `a file is read with those beside it that belong to it, and they count as one`() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.chatdb", "1234")
        try scratch.write("a.chatdb-wal", "12")
        try scratch.write("b.chatdb", "1")
        let units = units(scratch)
        #expect(units.map(\.furtherFiles) == [[scratch.path + "/a.chatdb-wal"], []])
        #expect(units.map(\.byteCount) == [6, 1])
    }
}
