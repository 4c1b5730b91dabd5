import Foundation
import RecallCore
import RecallImport
import Testing

@Suite("Document files")
struct DocumentFileReaderTests {
    private let folder: DocumentFolder

    init() throws {
        folder = try DocumentFolder()
    }

    private func records(_ path: String, _ format: SourceFormat, from cursor: SourceCursor = .start) async throws
        -> [ImportRecord]
    {
        let unit = SourceUnit(path: path, root: path, format: format, byteCount: 0, modified: 1_700_000_000_500_000_000)
        var records: [ImportRecord] = []
        try await DocumentFileReader(extractor: DocumentTextExtractor()).read(unit, from: cursor) { record, next in
            #expect(
                next == .end(of: unit, revision: format == .pdf ? 4 : format == .html ? 3 : 2)
                    && ImportFormats.all.isCurrent(next.text, of: format))
            records.append(record)
        }
        return records
    }

    private func item(_ path: String, _ format: SourceFormat) async throws -> Item {
        guard case .item(let imported)? = try await records(path, format).first else {
            throw ImportFailure(.malformed, path: path, reason: "no item")
        }
        return imported.item
    }

    @Test("are one item each, with title, date, pages and an id by path")
    func documents() async throws {
        let path = try folder.write(pdf(pages: [["Text"]], title: "Boat plan"), as: "a.pdf")
        let item = try await item(path, .pdf)
        #expect(item.text == "Text")
        #expect(item.title == "Boat plan")
        let modified = Date(timeIntervalSince1970: 1_700_000_000)
        let details = DocumentDetails(
            format: "pdf", path: path, pageCount: 1, fileModified: modified, pageStarts: [0])
        #expect(item.details == .document(details))
        #expect(item.date == nil)
        #expect(item.id == ItemID(identifying: ["file", path]))
        #expect(try await records(path, .pdf, from: SourceCursor(byteOffset: 1)).isEmpty)
    }

    private func core(_ properties: String) -> [String: String] {
        let names = "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:dcterms=\"http://purl.org/dc/terms/\""
        return ["docProps/core.xml": "<p \(names)>\(properties)</p>"]
    }

    @Test("have the date that they state, else the day in their file's name, and never the file's time")
    func dates() async throws {
        let day = { Date(timeIntervalSince1970: $0) }
        let stated = pdf(pages: [["a"]], title: "x)/CreationDate(D:20210504120000+02'00')/ModDate(D:20220101000000Z")
        let survey = try await item(try folder.write(stated, as: "a.pdf"), .pdf)
        #expect(survey.date == day(1_620_122_400))
        guard case .document(let details) = survey.details else { return }
        #expect(details.created == survey.date && details.modified == day(1_640_995_200))
        let template = "<dcterms:created>2009-01-01T00:00:00Z</dcterms:created>"
        let saved = core(template + "<dcterms:modified>2024-02-12T17:30:00Z</dcterms:modified>")
        let talk = try folder.write(docx(body: paragraph("Text"), parts: saved), as: "a.docx")
        #expect(try await item(talk, .docx).date == day(1_707_759_000))
        let page =
            "<meta name=date content=2024-03-17T09:30:00Z>"
            + "<meta property=article:modified_time content=2025-01-01T00:00:00Z>a"
        #expect(try await item(try folder.write(Array(page.utf8), as: "a.html"), .html).date == day(1_710_667_800))
        let named = try await item(try folder.write(Array("<p>a".utf8), as: "Letter 2024-11-25.html"), .html)
        #expect(named.date.map { abs($0.timeIntervalSince1970 - 1_732_492_800) <= 14 * 3_600 } == true)
        let clock = core("<dcterms:created>1980-01-01T00:00:00Z</dcterms:created>")
        let clockless = try folder.write(docx(body: paragraph("a"), parts: clock), as: "b.docx")
        #expect(try await item(clockless, .docx).date == nil)
    }

    @Test(
        "have a title from their properties only where that is one",
        arguments: [
            ("Garden plan", "Garden plan"), ("Microsoft Word - letter.doc", "file"), ("Untitled", "file"),
            ("Document1", "file"), ("Microsoft Word - Garden plan", "Garden plan"), ("C:/temp/x", "file"),
            ("  ", "file"), ("12345", "file"), ("PowerPoint Presentation", "file"), ("Layout 1", "file"),
            ("Chapter 1. The mill", "Chapter 1. The mill"),
        ])
    func titles(stated: String, shown: String) async throws {
        let path = try folder.write(pdf(pages: [["a"]], title: stated), as: "file.pdf")
        #expect(try await item(path, .pdf).title == shown)
    }

    @Test("without a title have the file's name")
    func names() async throws {
        let path = try folder.write(docx(body: paragraph("Text")), as: "My report.v2.docx")
        #expect(try await item(path, .docx).title == "My report.v2")
    }

    @Test("have hidden text outside of what their author wrote")
    func hidden() async throws {
        let path = try folder.write(Array("<p>one<p hidden>two<p>three".utf8), as: "a.html")
        let item = try await item(path, .html)
        #expect(item.text == "one\n\ntwo\n\nthree")
        #expect(item.embeddableText.filter { $0 != "\n" } == "onethree")
        #expect(item.defects == [.hiddenText])
    }

    @Test("that cannot be read are failures with a code")
    func failures() async throws {
        func code(_ path: String, _ format: SourceFormat) async throws -> ImportFailure.Code? {
            guard case .failure(let failure)? = try await records(path, format).first else { return nil }
            return failure.code
        }
        #expect(try await code(try folder.write([], as: "empty.pdf"), .pdf) == .empty)
        #expect(try await code(folder.path + "/none.docx", .docx) == .notFound)
        #expect(try await code(folder.path, .html) == .notAFile)
        #expect(try await code(try folder.write([1, 2, 3], as: "a.docx"), .docx) == .malformed)
        let pipe = folder.path + "/pipe.pdf"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try await code(pipe, .pdf) == .notAFile)
    }
}
