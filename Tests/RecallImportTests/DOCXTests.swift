import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite("The text of DOCX files")
struct DOCXTests {
    private let extractor = DocumentTextExtractor()

    private func extract(_ file: [UInt8]) async throws -> ExtractedText {
        try await extractor.extract(file, format: .docx, path: "a.docx", place: nil)
    }

    @Test("has paragraphs, line breaks and tabs")
    func paragraphs() async throws {
        let runs =
            "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>b</w:t><w:tab/><w:t>c</w:t><w:br/><w:t>d</w:t></w:r></w:p>"
        #expect(try await extract(docx(body: paragraph("a &amp; é") + runs)).text == "a & é\n\nb\tc\nd")
    }

    @Test("has tables as lines and lists as marked lines")
    func structure() async throws {
        func cell(_ text: String) -> String { "<w:tc>\(paragraph(text))</w:tc>" }
        func item(_ text: String, _ level: Int) -> String {
            paragraph(text, properties: "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"1\"/></w:numPr>")
        }
        let table = "<w:tbl><w:tr>\(cell("a"))\(cell("b"))</w:tr><w:tr>\(cell("c"))\(cell("d"))</w:tr></w:tbl>"
        let file = docx(body: table + item("e", 0) + item("f", 1) + paragraph("g"))
        #expect(try await extract(file).text == "a | b\nc | d\n\n- e\n  - f\n\ng")
    }

    @Test("keeps inserted text and leaves out deleted, moved and field code text, and what is there twice")
    func changes() async throws {
        let body = """
            <w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t>b</w:t></w:r></w:ins><w:del><w:r><w:delText>c</w:delText></w:r></w:del>\
            <w:moveFrom><w:r><w:t>d</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r>\
            <AlternateContent><Choice><w:r><w:t>e</w:t></w:r></Choice><Fallback><w:r><w:t>e</w:t></w:r></Fallback></AlternateContent></w:p>
            """
        #expect(try await extract(docx(body: body)).text == "abe")
    }

    @Test("tells where hidden text is")
    func hidden() async throws {
        let body =
            paragraph("seen") + paragraph("hidden", run: "<w:vanish/>") + paragraph("s", run: "<w:vanish w:val=\"0\"/>")
        let result = try await extract(docx(body: body))
        #expect(result.text == "seen\n\nhidden\n\ns")
        #expect(result.hiddenRanges == [6..<12])
        #expect(result.defects == [.hiddenText])
    }

    @Test("has the notes after the body, and the title and the number of pages from the properties")
    func parts() async throws {
        let file = docx(
            body: paragraph("body"),
            parts: [
                "word/footnotes.xml": wordPart(
                    "footnotes",
                    "<w:footnote w:type=\"separator\">\(paragraph("-"))</w:footnote><w:footnote>\(paragraph("note"))</w:footnote>"
                ),
                "word/header1.xml": wordPart("hdr", paragraph("header")),
                "docProps/core.xml": "<c xmlns:dc=\"d\"><dc:title>A  title</dc:title></c>",
                "docProps/app.xml": "<Properties><Pages>7</Pages></Properties>",
            ])
        let result = try await extract(file)
        #expect(result.text == "body\n\nnote")
        #expect(result.title == "A title")
        #expect(result.pageCount == 7)
    }

    @Test("is read from the part that the package names")
    func mainPart() async throws {
        var zip = ZipWriter()
        zip.add("word/document2.xml", Array(wordPart("document", "<w:body>\(paragraph("a"))</w:body>").utf8))
        zip.add(
            "_rels/.rels", Array("<R><Relationship Type=\"x/officeDocument\" Target=\"/word/document2.xml\"/></R>".utf8)
        )
        #expect(try await extract(zip.finished()).text == "a")
    }

    @Test("is none, with a defect, where there are only pictures")
    func noText() async throws {
        #expect(try await extract(docx(body: "<w:p/>")).defects == [.noText])
    }

    @Test("is what was read up to the damage or the depth limit")
    func partly() async throws {
        let cut = try await extract(docx(body: paragraph("a") + "<w:p><w:r></w:q>"))
        #expect(cut.text == "a")
        #expect(cut.defects == [.badStructure])
        let deep = docx(body: paragraph("a") + String(repeating: "<w:tbl><w:tr><w:tc>", count: 100_000))
        #expect(try await extract(deep).defects == [.overLimit])
    }

    @Test("is refused with a code where a file is hostile, protected or something else")
    func refused() async throws {
        let entities = "<!DOCTYPE d [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
        #expect(await failureCode { try await extract(docx(body: paragraph("&b;"), prolog: entities)) } == .malformed)
        let outside = "<!DOCTYPE d SYSTEM \"file:///etc/passwd\">"
        #expect(await failureCode { try await extract(docx(body: paragraph("a"), prolog: outside)) } == .malformed)
        #expect(await failureCode { try await extract(ZipWriter().finished()) } == .wrongFormat)
        #expect(await failureCode { try await extract([]) } == .empty)
        let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        #expect(await failureCode { try await extract(compound) } == .malformed)
        let package = CompoundFile.bytes([.stream("EncryptedPackage", [1])])
        #expect(await failureCode { try await extract(package) } == .encrypted)
    }

    @Test("is refused where an entry unpacks to far more than its size, needs a password or lies about its size")
    func entries() async throws {
        func file(_ add: (inout ZipWriter) -> Void) -> [UInt8] {
            var zip = ZipWriter()
            add(&zip)
            return zip.finished()
        }
        let spaces = deflatedSpaces(matches: 400_000)
        let bomb = file { $0.add("word/document.xml", spaces, deflatedTo: 1 + 400_000 * 258) }
        #expect(await failureCode { try await extract(bomb) } == .overLimit)
        let locked = file { $0.add("word/document.xml", Array("secret".utf8), flaw: .encrypted) }
        #expect(await failureCode { try await extract(locked) } == .encrypted)
        let lying = file { $0.add("word/document.xml", Array("<a/>".utf8), flaw: .wrongSize) }
        #expect(await failureCode { try await extract(lying) } == .malformed)
        let many = file { zip in for i in 0...ImportLimits.archiveEntries { zip.add("\(i)", []) } }
        #expect(await failureCode { try await extract(many) } == .overLimit)
    }

    @Test("ends with text or a failure where a file is cut short at any point")
    func truncated() async throws {
        let whole = docx(body: paragraph("a"))
        for count in stride(from: 1, to: whole.count, by: 37) {
            let code = await failureCode { try await extract(Array(whole[..<count])) }
            #expect(code == nil || code == .malformed || code == .wrongFormat)
        }
    }
}
