import Foundation
import RecallConfinement
import RecallCore

@testable import RecallImport

/// What programs print that read pages, plain documents, and the looks at a file that tell what it is.
enum Pages {
    /// The output of pdftotext, and after a control character that of `-raw`.
    static func pdf(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0x1E, maxSplits: 1, omittingEmptySubsequences: false)
        for isCut in [false, true] {
            let drawn = parts.count > 1 ? Array(parts[1]) : []
            let text = PDFText.parse(Array(parts.first ?? []), isCut: isCut, drawn: drawn)
            let count = text.text.utf8.count
            precondition(text.pageStarts.allSatisfy { 0...count ~= $0 }, "a page begins beyond the text")
            var pages = DocumentPages(text.text, starts: text.pageStarts)
            for page in pages.scanned { pages.take("The words that were recognised in a picture", at: page) }
            _ = pages.joined()
        }
    }

    /// The table of words that tesseract prints.
    static func recognised(_ bytes: [UInt8]) {
        _ = RecognisedPage(bytes)
        let words = String(decoding: bytes.prefix(200), as: UTF8.self).split(separator: " ").map(String.init)
        if let command = Tesseract.command(ParserProcess.ocrPage, words) {
            precondition(command.count == 10 && !command[4].hasPrefix("-"))
        }
        _ = DocumentCursor(String(decoding: bytes, as: UTF8.self))
    }

    static func image(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, let input = try? DocumentInput(path: InputFile(bytes).path) else { return }
        _ = ImageHeader.begins(bytes)
        guard let header = ImageHeader(input) else { return }
        for size in header.sizes where size.isReadable {
            precondition(size.width * size.height <= ImportLimits.imagePixels)
        }
    }

    static func plain(_ bytes: [UInt8]) {
        _ = PlainText.extract(bytes)
        for format in [SourceFormat.csv, .html, .text, .transcript] {
            _ = ImportFormats.document(format)?.text(in: bytes)
        }
    }

    private static let names = [
        "a", "a.zip", "a.json", "a.txt", "a.md", "a.mbox", "a.eml", "a.log", "NoteStore.sqlite", "chat.db", "a.dat",
        "a.jsonl",
        "WhatsApp Chat with Mira.txt", "a.xml", "a.ics", "a.msg", "Standard Notes Backup and Import File.txt", "a.gz",
        "direct-messages.js",
    ]

    /// The first byte chooses a name for the others.
    static func classify(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let name = names[Int(first) % names.count]
        let file = InputFile(Array(bytes.dropFirst()), name: name)
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        for isNamed in [true, false] {
            let classifier = FileClassifier(formats: .all, path: file.path, isNamed: isNamed, readsImages: true)
            guard case .format(let format)? = try? classifier.classify(byteCount: bytes.count - 1) else { continue }
            let unit = SourceUnit(
                path: file.path, root: file.path, format: format, byteCount: bytes.count - 1, modified: 0)
            _ = try? ImportFormats.all[format.identifier]?.summary(of: unit)
        }
    }
}
