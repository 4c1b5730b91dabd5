import RecallCore

/// Makes an extracted text of what `pdftotext -htmlmeta` writes.
enum PDFText {
    /// The text in `output`; its head is HTML with the title, its body is plain text between `<pre>` and `</pre>`, with a
    /// form feed at the end of each page.
    static func parse(_ output: [UInt8], isCut: Bool) -> ExtractedText {
        let bodyStart = output.firstOccurrence(of: "<pre>\n").map { $0 + 6 } ?? output.count
        let head = output[..<bodyStart]
        var body = output[bodyStart...]
        if !isCut, let end = output.suffix(64).firstOccurrence(of: "</pre>") {
            body = output[bodyStart..<max(bodyStart, end)]
        }
        let pages = body.count { $0 == 0x0C }
        var layout = TextLayout(limit: ImportLimits.textBytes)
        write(body, to: &layout)
        var defects: Set<Defect> = []
        if layout.bytes.isEmpty { defects.insert(.noText) }
        if isCut || layout.isTruncated { defects.insert(.truncatedText) }
        return ExtractedText(
            text: String(decoding: layout.bytes, as: UTF8.self), title: title(in: head), pageCount: isCut ? nil : pages,
            defects: defects)
    }

    /// Keeps the lines; a form feed and empty lines are one empty line.
    private static func write(_ body: ArraySlice<UInt8>, to layout: inout TextLayout) {
        for page in body.split(separator: 0x0C, omittingEmptySubsequences: false) {
            layout.requireBreak(2)
            for line in page.split(separator: 0x0A, omittingEmptySubsequences: false) {
                line.withUnsafeBufferPointer { layout.write($0) }
                layout.addBreak()
            }
        }
    }

    private static func title(in head: ArraySlice<UInt8>) -> String {
        guard let start = head.firstOccurrence(of: "<title>"), let end = head.firstOccurrence(of: "</title>"),
            start + 7 < end
        else { return "" }
        return HTMLText.extract(Array(head[(start + 7)..<end]), charset: "utf-8").text.split { $0.isWhitespace }
            .joined(separator: " ")
    }
}
