import Foundation
import RecallCore
import RecallImport
import RecallTestSupport
import Testing

@Suite(.scratch) struct DetectionSourceTests {
    private func detect(_ scratch: SourceScratch, _ name: String, as format: SourceFormat? = nil) throws
        -> DetectedSource
    {
        try SourceDetector().detect(scratch.path + "/" + name, as: format)
    }

    @Test func aMaildirIsDescribedWithItsMessages() throws {
        let scratch = try SourceScratch()
        for i in 0..<1203 { try scratch.write("Mail/cur/\(i)", "x") }
        try scratch.write("Mail/new/1", "x")
        let source = try detect(scratch, "Mail")
        #expect(source.kind == .maildir && source.summary == "a Maildir with about 1,204 messages")
    }

    @Test func aChatIsDescribedWithItsSystemAndOrderOfDates() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.txt", "[31/12/19, 23:05:00] Bo: hi\n")
        try scratch.write("b.txt", "1/2/19, 11:05 PM - Bo: hi\n")
        let certain = try detect(scratch, "a.txt")
        #expect(
            certain.kind == .file(.whatsapp) && certain.summary == "a WhatsApp export (iOS; dates as day, month, year)")
        let uncertain = try detect(scratch, "b.txt").summary
        #expect(uncertain == "a WhatsApp export (Android; dates as month, day, year, which is not certain)")
    }

    @Test func foldersAreDescribedByWhatIsInThem() throws {
        let scratch = try SourceScratch()
        try scratch.write("vault/.obsidian/app.json", "{}")
        try scratch.write("vault/a.md", "x")
        try scratch.write("vault/b/c.md", "x")
        try scratch.write("vault/d.pdf", "%PDF-1.4")
        try scratch.write("empty/x.bin", "x")
        let vault = try detect(scratch, "vault")
        #expect(vault.kind == .vault && vault.summary == "an Obsidian vault with 2 notes, 1 PDF document")
        #expect(try detect(scratch, "empty").summary == "a folder in which there is nothing to import")
    }

    @Test func aFormatThatIsGivenOverrulesWhatTheFileLooksLike() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.txt", "hello")
        #expect(try detect(scratch, "a.txt").kind == .file(.text))
        #expect(try detect(scratch, "a.txt", as: .markdown).kind == .file(.markdown))
    }

    @Test func whatIsMissingOrOfNoKnownTypeIsAFailure() throws {
        let scratch = try SourceScratch()
        try scratch.write("a.bin", [0, 1, 2, 3, 0, 0, 0, 9, 8])
        #expect { try detect(scratch, "none") } throws: { ($0 as? ImportFailure)?.code == .notFound }
        #expect { try detect(scratch, "a.bin") } throws: { ($0 as? ImportFailure)?.code == .wrongFormat }
    }
}
