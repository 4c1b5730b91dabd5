import Foundation
import RecallCore

/// Makes an extracted text of what `pdftotext -htmlmeta` writes.
enum PDFText {
    /// The text in `output`; its head is HTML with the title, its body is plain text between `<pre>` and `</pre>`, with a
    /// form feed at the end of each page.
    ///
    /// - Parameter drawn: what `pdftotext -raw` writes, for columns that were mixed and for rows of tables; may be empty.
    static func parse(_ output: [UInt8], isCut: Bool, drawn: [UInt8] = []) -> ExtractedText {
        let bodyStart = output.firstOccurrence(of: "<pre>\n").map { $0 + 6 } ?? output.count
        let head = output[..<bodyStart]
        var body = output[bodyStart...]
        if !isCut, let end = output.suffix(64).firstOccurrence(of: "</pre>") {
            body = output[bodyStart..<max(bodyStart, end)]
        }
        if !drawn.isEmpty { body = PDFColumns.ordered(body, drawn: drawn[...]) }
        let pages = body.count { $0 == 0x0C }
        var layout = TextLayout(limit: ImportLimits.textBytes)
        let starts = write(body, to: &layout)
        var dates = DocumentDate()
        var defects: Set<Defect> = []
        if layout.bytes.isEmpty { defects.insert(.noText) }
        if isCut || layout.isTruncated { defects.insert(.truncatedText) }
        return ExtractedText(
            text: String(decoding: layout.bytes, as: UTF8.self), title: title(in: head), pageCount: isCut ? nil : pages,
            created: dates.property(property("CreationDate", in: head)),
            modified: dates.property(property("ModDate", in: head)), pageStarts: starts, defects: defects)
    }

    /// Joins the lines to paragraphs; a form feed and empty lines are one empty line. Returns where each page begins.
    private static func write(_ body: ArraySlice<UInt8>, to layout: inout TextLayout) -> [Int] {
        let text = String(decoding: body, as: UTF8.self)
        let paragraphs = PDFParagraphs(text[...])
        var starts: [Int] = []
        for page in text.split(separator: "\u{0C}", omittingEmptySubsequences: false) {
            layout.requireBreak(2)
            starts.append(layout.bytes.count)
            for var line in paragraphs.lines(of: page) {
                line.withUTF8 { layout.write($0) }
                layout.addBreak()
            }
        }
        // What follows the last form feed is no page.
        return starts.dropLast().map { min($0 == 0 ? 0 : $0 + 2, layout.bytes.count) }
    }

    /// The content of a `meta` element in the head.
    private static func property(_ name: String, in head: ArraySlice<UInt8>) -> String {
        let text = String(decoding: head, as: UTF8.self)
        guard let start = text.range(of: "<meta name=\"\(name)\" content=\"") else { return "" }
        return String(text[start.upperBound...].prefix(40).prefix { $0 != "\"" })
    }

    private static func title(in head: ArraySlice<UInt8>) -> String {
        guard let start = head.firstOccurrence(of: "<title>"), let end = head.firstOccurrence(of: "</title>"),
            start + 7 < end
        else { return "" }
        return HTMLText.extract(Array(head[(start + 7)..<end]), charset: "utf-8").text.split { $0.isWhitespace }
            .joined(separator: " ")
    }
}
