/// Joins the lines of a PDF's page that only their width broke. Lines of tables, lists and addresses stay apart. Words with a
/// hyphen at the end of a line are joined by pdftotext already.
struct PDFParagraphs {
    /// The characters in a full line of the document's prose. Letters differ in width, and a line that pdftotext joined counts
    /// double, so this is not the longest.
    private let width: Int

    /// Prose has at least this many characters in a line.
    private static let narrowest = 36

    /// For the pages of `body`.
    init(_ body: Substring) {
        let widths = body.split(separator: "\n").map(\.count).filter { $0 >= Self.narrowest }.sorted()
        width = widths.isEmpty ? .max : widths[widths.count * 6 / 10]
    }

    /// The lines of a page, joined to paragraphs. Empty lines stay.
    func lines(of page: Substring) -> [String] {
        var result: [String] = []
        var before: Substring?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let isEmpty = line.allSatisfy(\.isWhitespace)
            if let full = before, !isEmpty, isFull(full, before: line) {
                result[result.count - 1] += " " + line
            } else {
                result.append(isEmpty ? "" : String(line))
            }
            before = isEmpty ? nil : line
        }
        return result
    }

    /// True if the first word of `next` did not fit in the line any more; some room is left.
    private func isFull(_ line: Substring, before next: Substring) -> Bool {
        guard line.count >= Self.narrowest, !Self.beginsItem(next),
            !line.contains(PDFRows.separator), !next.contains(PDFRows.separator),
            let word = next.split(separator: " ", maxSplits: 1).first
        else { return false }
        return Double(line.count + 1 + word.count) >= 0.84 * Double(width)
    }

    /// True for `- `, `• `, `3. `, `(a) `: the lines of lists.
    private static func beginsItem(_ line: Substring) -> Bool {
        guard let word = line.split(separator: " ", maxSplits: 1).first else { return false }
        if word.count == 1, let sign = word.first, !sign.isLetter, !sign.isNumber { return true }
        let core = word.drop { $0 == "(" }.dropLast()
        return ".)".contains(word.last ?? " ") && core.count <= 3 && !core.isEmpty
            && (core.allSatisfy(\.isNumber) || core.count == 1 && word.first == "(")
    }
}
