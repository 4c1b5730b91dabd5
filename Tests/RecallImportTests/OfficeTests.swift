import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("The text of presentations and spreadsheets of Office")
struct OfficeTests {
    private let extractor = DocumentTextExtractor()

    private func extract(_ file: [UInt8], _ format: SourceFormat) async throws -> ExtractedText {
        try await extractor.extract(file, format: format, path: "a", place: nil)
    }

    @Test func `slides come in the order of the presentation, each a page, with its notes after it`() async throws {
        let file = pptx(
            slides: ["First", "Second"],
            parts: [
                "ppt/slides/_rels/slide2.xml.rels":
                    "<R><Relationship Id=\"a\" Type=\"x/notesSlide\" Target=\"../notesSlides/notesSlide1.xml\"/></R>",
                "ppt/notesSlides/notesSlide1.xml": slidePart(shape("Say hello") + shape("1", placeholder: "sldNum")),
                "docProps/core.xml": "<c xmlns:dc=\"d\"><dc:title>The plan</dc:title></c>",
            ])
        let text = try await extract(file, .pptx)
        #expect(text.text == "First\n\nSay hello\n\nSecond")
        #expect(text.title == "The plan" && text.pageCount == 2 && text.pageStarts == [0, 18])
    }

    @Test func `tables of slides are lines, and what is on every slide is left out`() async throws {
        func cell(_ text: String) -> String {
            "<a:tc><a:txBody><a:p><a:r><a:t>\(text)</a:t></a:r></a:p></a:txBody></a:tc>"
        }
        let table = """
            <p:graphicFrame><a:tbl><a:tr>\(cell("a"))\(cell("b"))</a:tr><a:tr>\(cell("c"))\(cell("d"))</a:tr></a:tbl></p:graphicFrame>
            """
        var zip = ZipWriter()
        zip.add("ppt/presentation.xml", Array("<p xmlns:r=\"r\"><sldId id=\"1\" r:id=\"r1\"/></p>".utf8))
        zip.add(
            "ppt/_rels/presentation.xml.rels",
            Array("<R><Relationship Id=\"r1\" Type=\"x/slide\" Target=\"slides/slide1.xml\"/></R>".utf8))
        let shapes = shape("7", placeholder: "sldNum") + shape("Secret", placeholder: "ftr") + table + shape("end")
        zip.add("ppt/slides/slide1.xml", Array(slidePart(shapes).utf8))
        #expect(try await extract(zip.finished(), .pptx).text == "a | b\nc | d\n\nend")
    }

    @Test func `cells are text as it is shown: strings, numbers, dates, shares`() async throws {
        let rows = """
            <row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>Paid</t></is></c></row>
            <row><c><v>0.30000000000000004</v></c><c s="1"><v>45366</v></c><c s="2"><v>0.25</v></c></row>
            <row><c><v>1200</v></c><c s="3"><v>45366.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>
            <row><c t="str"><f>A1</f><v>made</v></c><c s="4"><v>0.5</v></c><c/></row>
            """
        let file = xlsx(
            rows: rows,
            parts: [
                "xl/sharedStrings.xml":
                    "<sst><si><t>Rent</t><rPh><t>x</t></rPh></si><si><r><t>D</t></r><r><t>ue</t></r></si></sst>",
                "xl/styles.xml": """
                <styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="[h]:mm"/>\
                </numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>\
                <xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>
                """,
            ])
        #expect(
            try await extract(file, .xlsx).text == """
                Costs

                Rent | Due | Paid
                0.3 | 2024-03-15 | 25 %
                1200 | 2024-03-15 12:00 | TRUE
                made | 0.5
                """)
    }

    @Test func `days are counted from 1904 where the workbook says so`() async throws {
        let file = xlsx(
            rows: "<row><c s=\"1\"><v>43904</v></c></row>",
            parts: ["xl/styles.xml": "<s><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></s>"],
            workbook: "<workbookPr date1904=\"1\"/>")
        #expect(try await extract(file, .xlsx).text == "Costs\n\n2024-03-15")
    }

    @Test func `OpenDocument texts have lists, tables, notes at the end, and no deleted text or comments`() async throws
    {
        let file = openDocument(
            "text",
            """
            <text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h>Title</text:h>\
            <text:p>One<text:s text:c="3"/>two<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note</text:p>\
            </text:note-body></text:note><office:annotation><text:p>remark</text:p></office:annotation> three<text:line-break/>four</text:p>\
            <text:list><text:list-item><text:p>a</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>\
            </text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>c</text:p></table:table-cell>\
            <table:table-cell><text:p>d</text:p></table:table-cell></table:table-row></table:table>
            """,
            parts: [
                "meta.xml": """
                <m xmlns:dc="d" xmlns:meta="e"><dc:title>Letter</dc:title><meta:creation-date>2024-03-17T09:30:00</meta:creation-date></m>
                """
            ])
        let text = try await extract(file, .odt)
        #expect(text.text == "Title\n\nOne two three\nfour\n\n- a\n  - b\n\nc | d\n\nThe note")
        #expect(text.title == "Letter" && text.created == Date(timeIntervalSince1970: 1_710_667_800))
    }

    @Test func `OpenDocument slides are pages, sheets have their names, a password is told`() async throws {
        let slides = openDocument(
            "presentation", "<draw:page><text:p>One</text:p></draw:page><draw:page><text:p>Two</text:p></draw:page>")
        let shown = try await extract(slides, .odp)
        #expect(shown.text == "One\n\nTwo" && shown.pageCount == 2 && shown.pageStarts == [0, 5])
        let cell = { (text: String) in "<table:table-cell><text:p>\(text)</text:p></table:table-cell>" }
        let sheet = openDocument(
            "spreadsheet",
            "<table:table table:name=\"Costs\"><table:table-row>\(cell("Rent"))<table:table-cell/>\(cell("900"))</table:table-row></table:table>"
        )
        #expect(try await extract(sheet, .ods).text == "Costs\n\nRent | 900")
        let locked = openDocument(
            "text", "", parts: ["META-INF/manifest.xml": "<m xmlns:m=\"m\"><m:encryption-data/></m>"])
        #expect(await failureCode { try await extract(locked, .odt) } == .encrypted)
    }

    @Test(arguments: [SourceFormat.pptx, .xlsx, .odt])
    func `what is hostile, old or something else is refused`(format: SourceFormat) async throws {
        let entities = "<!DOCTYPE d [<!ENTITY a \"aaaa\">]><a>&a;</a>"
        var zip = ZipWriter()
        for name in ["ppt/presentation.xml", "xl/workbook.xml", "content.xml"] { zip.add(name, Array(entities.utf8)) }
        let code = await failureCode { try await extract(zip.finished(), format) }
        let text = try? await extract(zip.finished(), format)
        #expect(code == .malformed || text?.text.isEmpty == true)
        #expect(await failureCode { try await extract(ZipWriter().finished(), format) } == .wrongFormat)
        let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        #expect(await failureCode { try await extract(compound, format) } == .malformed)
    }

    @Test func `attachments are known by their first bytes`() {
        func format(_ head: [UInt8]) -> SourceFormat? {
            DocumentTextExtractor.format(mediaType: "application/octet-stream", name: "", head: head)
        }
        #expect(format(openDocument("text", "")) == .odt && format(openDocument("spreadsheet", "")) == .ods)
        #expect(format(pptx(slides: ["a"])) == .pptx && format(xlsx(rows: "")) == .xlsx)
        #expect(format(Array("{\\rtf1 a}".utf8)) == .rtf)
    }
}

@Suite("The text of RTF documents and CSV tables")
struct RTFTests {
    private func extract(_ text: String, _ format: SourceFormat = .rtf) async throws -> ExtractedText {
        try await DocumentTextExtractor().extract(Array(text.utf8), format: format, path: "a", place: nil)
    }

    @Test(arguments: [
        (#"{\rtf1 one\par two\line three\tab four}"#, "one\n\ntwo\nthree\tfour"),
        (#"{\rtf1\ansi caf\'e9 \emdash  \u8364? \u-10179?\u-8704? \{b\}}"#, "café — € 😀 {b}"),
        (#"{\rtf1\ansicpg1251{\fonttbl{\f0 A;}{\f1\fcharset238 B;}}\'cf\'f0 {\f1\'9a}}"#, "Пр š"),
        (#"{\rtf1\ansicpg932 \'93\'fa\'83A}"#, "日ア"),
        (
            #"{\rtf1{\stylesheet{\s0 Normal;}}{\*\generator X}{\pict 0102}{\header h}a{\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}}"#,
            "alink"
        ),
        (#"{\rtf1 a{\footnote  The note.} b}"#, "a b\n\nThe note."),
        (
            #"{\rtf1\trowd\pard\intbl a\cell b\cell\row\trowd\intbl c\cell d\cell\row\pard end\par}"#,
            "a | b\nc | d\n\nend"
        ),
        (#"{\rtf1{\listtext\'B7\tab}one\par{\listtext\'B7\tab}two}"#, "- one\n\n- two"),
        (#"{\rtf1 a{\deleted gone}\bin4 {{}}b}"#, "ab"),
        (#"{\rtf1\uc2\u8211 \'96\'96x{\uc0\u233 y}}"#, "–xéy"),
    ])
    func `text is as Word shows it`(rtf: String, expected: String) async throws {
        #expect(try await extract(rtf).text == expected)
    }

    @Test func `title, dates and hidden text are told`() async throws {
        let text = try await extract(
            #"{\rtf1{\info{\title A letter}{\author B}{\creatim\yr2024\mo3\dy17\hr9\min30}}seen {\v hidden}}"#)
        #expect(text.text == "seen hidden" && text.title == "A letter" && text.hiddenRanges == [5..<11])
        let parts = text.created.map {
            Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: $0)
        }
        #expect(parts?.year == 2024 && parts?.month == 3 && parts?.day == 17)
    }

    @Test func `a document that is cut short at any point, or nested without end, gives what was read`() async throws {
        let whole = Array(#"{\rtf1{\fonttbl{\f0 A;}}one\par\u8364?\'e9 two\bin3 abc}"#.utf8)
        for count in 6..<whole.count {
            _ = try await DocumentTextExtractor().extract(
                Array(whole[..<count]), format: .rtf, path: "a", place: nil)
        }
        let deep = try await extract("{\\rtf1 a" + String(repeating: "{", count: 100_000) + "b")
        #expect(deep.text.hasPrefix("a") && deep.defects.contains(.overLimit))
    }

    @Test(arguments: [
        ("a,b\n1,\"x, \"\"y\"\"\nz\"\n", "a | b\n1 | x, \"y\" z"), ("a;b\n1,5;2\n", "a | b\n1,5 | 2"),
        ("a\tb\n", "a | b"), ("a,,b\n", "a |  | b"), ("\"a", "\"a"),
    ])
    func `records of tables are lines`(csv: String, expected: String) async throws {
        #expect(try await extract(csv, .csv).text == expected)
    }

    @Test func `cells of a workbook in binary parts are the text that they are in XML`() async throws {
        func little(_ number: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        func string(_ text: String) -> [UInt8] {
            little(text.utf16.count, 4) + text.utf16.flatMap { little(Int($0), 2) }
        }
        func record(_ type: Int, _ body: [UInt8]) -> [UInt8] {
            let types = type < 0x80 ? [UInt8(type)] : [UInt8(type & 0x7F | 0x80), UInt8(type >> 7)]
            return types + [UInt8(body.count)] + body
        }
        func cell(_ type: Int, style: Int = 0, _ value: [UInt8]) -> [UInt8] {
            record(type, little(0, 4) + little(style, 4) + value)
        }
        let row = record(0, little(0, 4))
        let rows =
            row + cell(7, little(0, 4)) + cell(6, string("größe")) + cell(62, [0] + string("rich"))
            + row + cell(5, style: 1, little(Int(bitPattern: UInt(45_366.5.bitPattern)), 8))
            + cell(2, little(25 << 2 | 3, 4)) + cell(2, little(7 << 2 | 2, 4)) + cell(10, [1]) + cell(8, string("made"))
        var zip = ZipWriter()
        zip.add("[Content_Types].xml", Array("<Types/>".utf8))
        zip.add(
            "xl/workbook.bin", record(153, little(0, 12)) + record(156, little(0, 8) + string("r1") + string("Costs")))
        zip.add(
            "xl/_rels/workbook.bin.rels",
            Array("<R><Relationship Id=\"r1\" Type=\"x/worksheet\" Target=\"worksheets/sheet1.bin\"/></R>".utf8))
        zip.add("xl/sharedStrings.bin", record(19, [0] + string("Rent")))
        zip.add(
            "xl/styles.bin",
            record(44, little(164, 2) + string("dd/mm/yyyy hh:mm")) + record(617, little(2, 4))
                + record(47, little(0, 16)) + record(47, little(0, 2) + little(164, 2) + little(0, 12))
                + record(618, []))
        zip.add("xl/worksheets/sheet1.bin", rows)
        let text = try await DocumentTextExtractor().extract(zip.finished(), format: .xlsx, path: "a", place: nil)
        #expect(text.text == "Costs\n\nRent | größe | rich\n2024-03-15 12:00 | 0.25 | 7 | TRUE | made")
    }

    @Test func `a saved page is the text of its HTML, with the title and the day of its header`() async throws {
        let page = """
            From: <Saved by Blink>
            Subject: =?utf-8?Q?The=20quay=20=C3=A4?=
            Date: Mon, 6 Jan 2020 10:00:00 +0000
            Content-Type: multipart/related; type="text/html"; boundary="b"

            --b
            Content-Type: text/html
            Content-Transfer-Encoding: quoted-printable

            <!DOCTYPE html><meta charset=3D"utf-8"><h1>Quay =
            works</h1><p>Gr=C3=BC=C3=9Fe
            --b
            Content-Type: image/png
            Content-Transfer-Encoding: base64

            iVBORw0KGgo=
            --b--
            """
        let text = try await DocumentTextExtractor().extract(Array(page.utf8), format: .mhtml, path: "a", place: nil)
        #expect(text.text == "Quay works\n\nGrüße" && text.title == "The quay ä")
        #expect(text.modified == (try Date("2020-01-06T10:00:00Z", strategy: .iso8601)))
    }

    @Test func `a saved page of frames is the text of its frames`() async throws {
        let page = """
            Content-Type: multipart/related; boundary=b

            --b
            Content-Type: text/html

            <html><frameset><frame src="a.htm"></frameset></html>
            --b
            Content-Type: text/html

            <p>Sheet one
            --b
            Content-Type: text/html

            <p>Sheet two
            --b--
            """
        let text = try await DocumentTextExtractor().extract(Array(page.utf8), format: .mhtml, path: "a", place: nil)
        #expect(text.text == "Sheet one\n\nSheet two")
    }
}
