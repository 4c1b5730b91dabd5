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
            #expect(next == .end(of: unit))
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
        let path = try folder.write(pdf(pages: [["Text"]], title: "Title"), as: "a.pdf")
        let item = try await item(path, .pdf)
        #expect(item.text == "Text")
        #expect(item.title == "Title")
        #expect(item.details == .document(DocumentDetails(format: "pdf", path: path, pageCount: 1)))
        #expect(item.date == Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(item.id == ItemID(identifying: ["file", path]))
        #expect(try await records(path, .pdf, from: SourceCursor(byteOffset: 1)).isEmpty)
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
