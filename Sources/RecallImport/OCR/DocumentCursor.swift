/// A position in a document that may have scanned pages: `2` at the end of one that was read without text recognition,
/// `2 ocr` with it, `2 ocr 40` after forty of its scanned pages.
struct DocumentCursor: Equatable {
    /// The revision of the reader.
    let revision: Int
    /// True if the text of scanned pages was recognised.
    let isRecognised: Bool
    /// The scanned pages that are done; `nil` at the end.
    let pages: Int?

    init(revision: Int, pages: Int? = nil) {
        (self.revision, isRecognised, self.pages) = (revision, true, pages)
    }

    /// The position that a library stored.
    init(_ text: String) {
        let words = text.split(separator: " ")
        revision = words.first.flatMap { Int($0) } ?? 0
        isRecognised = words.count > 1 && words[1] == "ocr"
        pages = isRecognised && words.count > 2 ? max(0, Int(words[2]) ?? 0) : nil
    }

    /// The cursor of a unit there.
    func cursor(of unit: SourceUnit, bytesRead: Int? = nil) -> SourceCursor {
        SourceCursor(
            "\(revision) ocr" + (pages.map { " \($0)" } ?? ""),
            bytesRead: min(bytesRead ?? unit.byteCount, unit.byteCount))
    }
}
