import Foundation
import RecallTestSupport
import Testing

@Suite(.waiting, .scratch) struct RecognitionCommandTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
    }

    @Test func `a scan is announced, then read with --ocr and found by its page`() throws {
        let page = ["The lighthouse keeper polished the lens", "and wrote down the weather."]
        let path = try fixture.scratch.write(
            "in/log.pdf", try Scan.pdf([.scan(["Nothing of interest stands here."]), .scan(page)]))
        let plain = try fixture.recall("import", path)
        #expect(
            plain.code == 0 && plain.output.contains("1 PDF document has no text") && plain.output.contains("--ocr"))
        let read = try fixture.recall("import", "--ocr", "--ocr-languages", "eng", path)
        #expect(read.code == 0 && read.output.contains("1 changed") && !read.output.contains("no text"))
        #expect(try fixture.recall("search", "lighthouse keeper", "--format", "json").results.count == 1)
    }

    @Test func `a language that tesseract does not have is refused before anything is imported`() throws {
        let path = try fixture.scratch.write("in/note.md", "A note.")
        let outcome = try fixture.recall("import", "--ocr-languages", "klingon", path)
        #expect(outcome.code == 1 && outcome.errors.contains("tesseract has no language called klingon. It has: "))
        #expect(!outcome.output.contains("1 item"))
    }

    @Test func `the doctor names the engine, its path and its languages`() throws {
        let output = try fixture.recall("doctor").output
        #expect(output.contains("text recognition") && output.contains("tesseract") && output.contains("eng"))
    }

    @Test func `a watched folder is listed with its recognition`() throws {
        try fixture.importSome()
        let folder = fixture.scratch.path + "/in"
        #expect(try fixture.recall("watch", "add", "--ocr", folder).code == 0)
        #expect(try fixture.recall("watch").output.contains("; with --ocr"))
    }
}
