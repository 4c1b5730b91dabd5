import RecallCore
import RecallImport
import Testing

@Suite("The text of PDF files")
struct PDFTests {
    private let extractor = DocumentTextExtractor()

    private func extract(_ file: [UInt8]) async throws -> ExtractedText {
        try await extractor.extract(file, format: .pdf, path: "a.pdf", place: "attachment 1")
    }

    @Test("has the lines of all pages, apart by an empty line, with title and number of pages")
    func text() async throws {
        let result = try await extract(pdf(pages: [["One <b> line", "Two"], ["Three"]], title: "A & B"))
        #expect(result.text == "One <b> line\nTwo\n\nThree")
        #expect(result.title == "A & B")
        #expect(result.pageCount == 2)
        #expect(result.defects.isEmpty)
    }

    @Test("is none, with a defect, where there are only pictures")
    func noText() async throws {
        let result = try await extract(pdf(pages: [[]]))
        #expect(result.text.isEmpty)
        #expect(result.defects == [.noText])
    }

    @Test("is refused, with what to do, where a password is needed")
    func encrypted() async throws {
        let key = "(" + String(repeating: "k", count: 32) + ")"
        let trailer = "/Encrypt<</Filter/Standard/V 1/R 2/P -4/O\(key)/U\(key)>>/ID[<00><00>]"
        do {
            _ = try await extract(pdf(pages: [["secret"]], trailer: trailer))
            Issue.record("a file with a password was read")
        } catch let failure as ImportFailure {
            #expect(failure.code == .encrypted)
            #expect(failure.reason.contains("remove it and import again"))
            #expect(failure.path == "a.pdf" && failure.place == "attachment 1")
        }
    }

    @Test("is refused where the file is no PDF or ends at once")
    func malformed() async throws {
        #expect(await failureCode { try await extract(Array("%PDF-1.7\n".utf8)) } == .malformed)
        #expect(await failureCode { try await extract(Array("hello".utf8)) } == .malformed)
        #expect(await failureCode { try await extract([]) } == .empty)
    }

    @Test("ends with text or a failure where the file is cut short at any point or its table points to itself")
    func damaged() async throws {
        let whole = pdf(pages: [["One"], ["Two"]])
        for count in stride(from: 8, to: whole.count, by: 97) {
            let code = await failureCode { try await extract(Array(whole[..<count])) }
            #expect(code == nil || code == .malformed)
        }
        let code = await failureCode { try await extract(pdf(pages: [["One"]], trailer: "/Prev 9")) }
        #expect(code == nil || code == .malformed)
    }
}
