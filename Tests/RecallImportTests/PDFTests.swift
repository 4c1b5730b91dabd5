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

    @Test("has lines that only their width broke joined, and those of lists and tables apart")
    func paragraphs() async throws {
        let prose = [
            "The mill stands by the weir, where the water has a fall of",
            "some two metres, and turns a wheel of oak that is well known",
            "in the valley. It was mended twice, and the sluice gate re-",
            "placed once by a nephew of the miller, a man of few words.",
            "He left.",
        ]
        let list = ["1. Open the gate.", "2. Wait for the wheel to turn and the stones to warm up", "3. Pour."]
        let result = try await extract(pdf(pages: [prose, list, ["gate", "40 cm", "wheel", "90 cm"]]))
        let text = prose.joined(separator: " ").replacing("re- placed", with: "replaced")
        #expect(result.text == "\(text)\n\n\(list.joined(separator: "\n"))\n\ngate\n40 cm\nwheel\n90 cm")
        let pages = result.pageStarts.map { String(decoding: Array(result.text.utf8)[$0...].prefix(5), as: UTF8.self) }
        #expect(pages == ["The m", "1. Op", "gate\n"])
    }

    @Test("is none, with a defect, where there are only pictures")
    func noText() async throws {
        let result = try await extract(pdf(pages: [[]]))
        #expect(result.text.isEmpty)
        #expect(result.defects == [.noText])
    }

    @Test("stands beside pictures of its pages, and of no others")
    func pictures() async throws {
        let file = pdf(pages: [["One"], ["Two"]])
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        for page in 1...2 { #expect(try await PDFPages().picture(ofPage: page, data: file)?.starts(with: png) == true) }
        for page in [-1, 0, 3, 100_001, Int.max] {
            #expect(try await PDFPages().picture(ofPage: page, data: file) == nil)
        }
        #expect(try await PDFPages().picture(ofPage: 1, data: Array("hello".utf8)) == nil)
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
