import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite("The text of documents of Pages, Numbers and Keynote", .scratch) struct IWorkTests {
    private let scratch: SourceScratch

    init() throws {
        scratch = try SourceScratch()
    }

    private func extract(_ file: [UInt8]) async throws -> ExtractedText {
        try await DocumentTextExtractor().extract(file, format: .iWork, path: "a", place: nil)
    }

    /// The items and failures of everything that was written.
    private func records() async throws -> [ImportRecord] {
        var records: [ImportRecord] = []
        for case .unit(let unit) in SourceWalker(path: scratch.path) {
            try await ImportFormats.all.reader(of: unit, extractor: DocumentTextExtractor()).read(unit, from: .start) {
                record, _ in records.append(record)
            }
        }
        return records
    }

    @Test func `a document's main text comes first, then text boxes and cells; headers are left out`() async throws {
        let text = try await extract(
            iWorkFile([
                "Document": iWorkArchive([
                    iWorkText("A box", kind: 3), iWorkText("7", kind: 1),
                    iWorkText("The harbour\nopens\u{2028}at nine.\u{5}\u{FFFC}Aye aye aye aye aye aye!"),
                    (6001, [1, 2]),
                ]),
                "Tables/DataList": iWorkArchive([iWorkCells(["Berth", "Zürich 東京"]), iWorkCells(["no text"], kind: 2)]),
            ]))
        #expect(text.text == "The harbour\nopens\nat nine.\nAye aye aye aye aye aye!\n\nA box\n\nBerth\n\nZürich 東京")
        #expect(text.defects.isEmpty)
    }

    @Test func `an archive that unpacks to more than the limit says the limit`() async throws {
        let size = (ImportLimits.archiveEntryBytes) + (1 << 20)
        let chunk = ProtobufWriter.varint(size) + [0, 0]
        let archive: [UInt8] = [0, UInt8(chunk.count), 0, 0] + chunk
        let failure = await #expect(throws: ImportFailure.self) { try await extract(iWorkFile(["Document": archive])) }
        #expect(failure?.code == .overLimit && failure?.reason.contains("100 MB") == true)
    }

    @Test func `slides come by their numbers, without those of the theme, from archives of several chunks`()
        async throws
    {
        let long = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let text = try await extract(
            iWorkFile([
                "Slide-10": iWorkArchive([iWorkText("Ten")]),
                "Slide-9": iWorkArchive([iWorkText("Nine " + long)], chunk: 99),
                "TemplateSlide-1": iWorkArchive([iWorkText("Click to edit")]),
                "MasterSlide-1": iWorkArchive([iWorkText("Click to edit")]),
            ]))
        #expect(text.text == "Nine \(long)\n\nTen")
    }

    @Test func `the archives of 2013 are in an archive of their own, in a file or in a folder`() async throws {
        var index = ZipWriter()
        index.add("Document.iwa", iWorkArchive([iWorkText("Tide tables")]))
        var file = ZipWriter()
        file.add("Index.zip", index.finished())
        try scratch.write("a.key", file.finished())
        try scratch.write("b.pages/Index.zip", index.finished())
        try scratch.write("b.pages/Metadata/Properties.plist", "x")
        try scratch.write("b.pages/Data/picture.txt", "not a text of the author's")
        let items = try await records().compactMap(\.item)
        #expect(items.map(\.text) == ["Tide tables", "Tide tables"] && items.map(\.title) == ["a", "b"])
    }

    @Test func `the XML of before 2013 gives paragraphs and cells, compressed or not`() async throws {
        let xml = """
            <sl:document xmlns:sl="a" xmlns:sf="b" xmlns:sfa="c"><sf:headers><sf:p>page</sf:p></sf:headers>
            <sf:text-body><sf:p>The <sf:span>crane</sf:span><sf:tab/>is<sf:br/>back</sf:p><sf:p>Bye</sf:p></sf:text-body>
            <key:master-slides xmlns:key="d"><sf:p>Click</sf:p></key:master-slides>
            <sf:grid><sf:t><sf:ct sfa:s="Berth"/></sf:t><sf:n sf:v="12.5"/></sf:grid></sl:document>
            """
        let expected = "The crane is\nback\nBye\nBerth\n12.5"
        var zip = ZipWriter()
        zip.add("index.xml", Array(xml.utf8))
        #expect(try await extract(zip.finished()).text == expected)
        try scratch.write("b.key/index.apxl", xml)
        #expect(try await records().compactMap(\.item?.text) == [expected])
    }

    @Test func `a document without a text that is known is read from its preview`() async throws {
        var zip = ZipWriter()
        zip.add("Index/Document.iwa", iWorkArchive([(10_000, [])]))
        zip.add("QuickLook/Preview.pdf", pdf(pages: [["Low water at six"]]))
        #expect(try await extract(zip.finished()).text.contains("Low water at six"))
        try scratch.write("b.numbers/index.xml", "<a/>")
        try scratch.write("b.numbers/QuickLook/Preview.pdf", pdf(pages: [["High water"]]))
        #expect(try await records().compactMap(\.item?.text) == ["High water"])
    }

    @Test func `one with a password is told, and a private key is no presentation`() async throws {
        var zip = ZipWriter()
        zip.add(".iwpv2", [1])
        zip.add("Index/Document.iwa", [9, 9])
        try scratch.write("a.pages", zip.finished())
        try scratch.write("server.key", "-----BEGIN PRIVATE KEY-----\n")
        let records = try await records()
        guard case .failure(let failure)? = records.first, records.count == 1 else {
            throw ImportFailure(.wrongFormat, path: "", reason: "\(records.count) records")
        }
        #expect(failure.code == .encrypted)
    }

    @Test func `damage is flagged and what is before it is read; a chunk that would grow too much is not`() async throws
    {
        let after = "After " + String(repeating: "x", count: 3_000)
        let whole = iWorkArchive([iWorkText("Before"), iWorkText(after)], chunk: 20)
        let cut = try await extract(iWorkFile(["Document": Array(whole.dropLast(40))]))
        #expect(cut.text.hasPrefix("Before") && cut.defects.contains(.badStructure))
        // 64 bytes from three, again and again, of a chunk that says it has 4 GB.
        let start: [UInt8] = [0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0x61]
        let copies: [[UInt8]] = Array(repeating: [0xFE, 1, 0], count: 20_000)
        let bomb = start + copies.joined()
        let flagged = try await extract(
            iWorkFile(["Document": iWorkArchive([iWorkText("Text")]), "Other": bomb]))
        #expect(flagged.text == "Text" && flagged.defects == [.badStructure])
    }

    /// A document of Numbers: a sheet with a table, whose tiles have these rows.
    private func numbers(_ tiles: [[[UInt8]]], name: String = "Berths") -> [UInt8] {
        var sheet = ProtobufWriter()
        sheet.add(1, Array("Harbour".utf8))
        sheet.add(2, iWorkReference(30))
        var (store, storage) = (ProtobufWriter(), ProtobufWriter())
        // The last tile comes first.
        for number in tiles.indices.reversed() {
            var entry = ProtobufWriter()
            entry.add(1, number)
            entry.add(2, iWorkReference(50 + number))
            storage.add(1, entry.bytes)
        }
        store.add(3, storage.bytes)
        store.add(4, iWorkReference(60))
        store.add(17, iWorkReference(61))
        var payloads = ProtobufWriter()
        payloads.add(1, 8)
        payloads.add(3, iWorkMessage((9, iWorkReference(70))) + [8, 9])
        var list = iWorkCells(["Quay", "Zürich"])
        list.content += iWorkMessage((4, iWorkReference(62)))
        var part = ProtobufWriter()
        part.add(1, 1)
        part.add(3, iWorkMessage((3, Array("From a part".utf8))) + [8, 40])
        return iWorkFile([
            "Document": iWorkArchive([(1, iWorkMessage((1, iWorkReference(20))))]),
            "Sheet": iWorkArchive([(2, sheet.bytes)], from: 20),
            "Info": iWorkArchive([(6000, iWorkMessage((2, iWorkReference(40))))], from: 30),
            "Tables/Model": iWorkArchive(
                [(6001, iWorkMessage((4, store.bytes), (8, Array(name.utf8))))], from: 40),
            "Tables/Tile": iWorkArchive(
                tiles.map { rows in (6002, rows.flatMap { iWorkMessage((5, $0)) }) }, from: 50),
            "Tables/DataList": iWorkArchive([list, (6005, payloads.bytes), (6011, part.bytes)], from: 60),
            "Tables/Rich": iWorkArchive(
                [(6218, iWorkMessage((1, iWorkReference(71)))), iWorkText("Bold\nwords", kind: 5)], from: 70),
            "Box": iWorkArchive([iWorkText("A note beside it", kind: 3)], from: 80),
        ])
    }

    @Test func `tables of Numbers are read row by row, with numbers, days and texts`() async throws {
        let text = { (key: UInt32) in iWorkCell(3, 8, iWorkBytes(key)) }
        let found = try await extract(
            numbers([
                [
                    iWorkRow(1, [text(2), nil, iWorkCell(2, 1, iWorkDecimal(125, -1))]),
                    iWorkRow(0, [text(1), iWorkCell(9, 0x10, iWorkBytes(UInt32(9)))]),
                ],
                [
                    iWorkRow(
                        0,
                        [
                            iWorkCell(10, 1, iWorkDecimal(4_200, 2)), iWorkCell(5, 4, iWorkBytes(86_400.0 * 365)),
                            iWorkCell(6, 2, iWorkBytes(1.0)), iWorkCell(7, 2, iWorkBytes(3_725.0)), text(40),
                        ], isWide: true),
                    iWorkRow(1, [nil, iWorkCell(8, 0, []), text(77)]),
                ],
            ]))
        #expect(
            found.text == """
                A note beside it

                Harbour

                Berths

                Quay | Bold words
                Zürich | 12.5
                420000 | 2002-01-01 | TRUE | 01:02:05 | From a part
                """)
        #expect(found.defects.isEmpty)
    }

    @Test func `cells as earlier programs wrote them are read`() async throws {
        // A format, then the key of a text; a format, then a number.
        let text: [UInt8] = [3, 0, 3, 0, 0x12, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9] + iWorkBytes(UInt32(1))
        let number: [UInt8] = [1, 0, 2, 0, 0x28, 0, 0, 0, 9, 9, 9, 9] + iWorkBytes(2.25)
        let later: [UInt8] = [4, 5, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0] + iWorkBytes(60.0)
        let found = try await extract(numbers([[iWorkRow(0, [text, number, later], isOld: true)]], name: "Old"))
        #expect(found.text.hasSuffix("Old\n\nQuay | 2.25 | 2001-01-01 00:01"))
    }

    @Test func `damage in cells costs these cells alone, and tables of one tile are one table`() async throws {
        let whole = iWorkCell(3, 8, iWorkBytes(UInt32(1)))
        let damaged: [[UInt8]] = [[], [5], [5, 3, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1], [9] + whole.dropFirst()]
        for cell in damaged {
            let found = try await extract(numbers([[iWorkRow(0, [whole, nil]), iWorkRow(1, [cell])]]))
            #expect(found.text.hasSuffix("Berths\n\nQuay"), "\(cell)")
        }
        // A thousand tables of one tile, and a row whose columns are all one cell.
        var store = iWorkMessage((3, iWorkMessage((1, iWorkMessage((2, iWorkReference(5_000)))))))
        store += iWorkMessage((4, iWorkReference(5_001)))
        let models = (0..<1_000).map { _ in (type: 6001, content: iWorkMessage((4, store))) }
        var row = ProtobufWriter()
        row.add(6, whole)
        row.add(7, [UInt8](repeating: 0, count: 20_000))
        let text = try await extract(
            iWorkFile([
                "Document": iWorkArchive(models + [(1, iWorkMessage((1, iWorkReference(1))))]),
                "Tables": iWorkArchive([(6002, iWorkMessage((5, row.bytes))), iWorkCells(["Quay"])], from: 5_000),
            ]))
        #expect(text.text == "Quay | Quay")
    }
}
