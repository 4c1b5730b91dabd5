import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("The text of documents of Pages, Numbers and Keynote")
struct IWorkTests {
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
}
