import RecallCore
import RecallImport
import Testing

@Suite("The format of a document")
struct DocumentFormatTests {
    private func format(_ type: String = "", _ name: String = "", _ head: [UInt8]) -> SourceFormat? {
        DocumentTextExtractor.format(mediaType: type, name: name, head: head)
    }

    @Test("is what its first bytes say, whatever the type and the name")
    func magic() {
        #expect(format("text/plain", "a.txt", Array("%PDF-1.7\n".utf8)) == .pdf)
        #expect(format("application/octet-stream", "a", docx(body: "")) == .docx)
        #expect(format("application/pdf", "a.pdf", Array("\u{FEFF} <!DOCTYPE html><p>".utf8)) == .html)
    }

    @Test("is otherwise the media type's, then the extension's")
    func declared() {
        #expect(format("Text/HTML; charset=utf-8", "a.txt", Array("<p>a".utf8)) == .html)
        #expect(format("application/octet-stream", "a.b.TXT", Array("a".utf8)) == .text)
        #expect(format("", "txt", Array("a".utf8)) == nil)
    }

    @Test("is none for other archives and for bytes that are called text")
    func none() {
        var zip = ZipWriter()
        zip.add("visio/document.xml", [])
        #expect(format("application/zip", "a.zip", zip.finished()) == nil)
        #expect(format("text/plain", "a.txt", [0x7F, 0x45, 0x4C, 0x46, 0, 1]) == nil)
        #expect(format("application/msword", "a.doc", [0x7F, 0x45, 0x4C, 0x46, 0, 1]) == nil)
    }
}
