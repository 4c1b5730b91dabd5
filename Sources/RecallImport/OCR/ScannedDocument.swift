import RecallCore

/// A PDF document while the text of its scanned pages is recognised.
struct ScannedDocument {
    let unit: SourceUnit
    private let text: ExtractedText
    private var pages: DocumentPages
    /// The numbers of the scanned pages, from 0, and of those that are to be read.
    private let scanned, wanted: [Int]
    /// The number of scanned pages that were tried, and that failed.
    private var done = 0
    private var failed = 0

    /// Scanned pages after which the document is handed over.
    private static let step = 20

    /// The document with the text that its pages have as text. What was cut off has no pages to go by.
    init(_ text: ExtractedText, of unit: SourceUnit, mostPages: Int) {
        (self.text, self.unit) = (text, unit)
        pages = DocumentPages(text.text, starts: text.pageStarts)
        scanned = text.pageCount == nil ? [] : pages.scanned
        wanted = Array(scanned.prefix(mostPages))
    }

    /// Goes on after a number of scanned pages, with the texts of an earlier reading; from the start if `item` has none.
    mutating func resume(after count: Int, from item: Item?) {
        guard let item, case .document(let details) = item.details, details.pageStarts.count == pages.texts.count else {
            return
        }
        let stored = DocumentPages(item.text, starts: details.pageStarts)
        done = min(count, wanted.count)
        for index in wanted.prefix(done) { pages.texts[index] = stored.texts[index] }
    }

    var isBegun: Bool { done > 0 }

    /// True if all pages are done, or so many failed that the rest is not tried.
    var isDone: Bool { done == wanted.count || failed >= ImportLimits.failedPages }

    /// The numbers of the pages to be recognised next.
    var nextPages: ArraySlice<Int> { wanted[done..<min(done + Self.step, wanted.count)] }

    /// Takes the outcomes of `nextPages`, and returns the failures among them.
    mutating func take(_ outcomes: [PageRecogniser.Outcome]) -> [ImportFailure] {
        for outcome in outcomes { pages.take(outcome.text, at: outcome.index) }
        let failures = outcomes.compactMap(\.failure)
        done += outcomes.count
        failed += failures.count
        return failures
    }

    /// The place that is reached.
    var cursor: SourceCursor {
        let position = DocumentCursor(revision: PDFFormat.currentRevision, pages: isDone ? nil : done)
        return position.cursor(of: unit, bytesRead: isDone ? nil : unit.byteCount / max(1, wanted.count) * done)
    }

    /// The item, with as much text as was read.
    var item: Item {
        var whole = text
        if pages != DocumentPages(text.text, starts: text.pageStarts) {
            let joined = pages.joined()
            (whole.text, whole.pageStarts) = (joined.text, joined.pageStarts)
            whole.defects = text.defects.subtracting([.noText]).union(joined.defects).union([.recognisedText])
        }
        if isDone, done < scanned.count { whole.defects.insert(.overLimit) }
        return DocumentFileReader.item(whole, unit)
    }

    /// The failure that names the first page which was not tried; `nil` if all were.
    var rest: ImportFailure? {
        guard done < scanned.count else { return nil }
        return ImportFailure(
            .overLimit, path: unit.path, place: "page \(scanned[done] + 1)",
            reason:
                "The scanned pages from here on were not read: \(ImportLimits.recognisedPages) of a document are, and no "
                + "more after \(ImportLimits.failedPages) that failed. Split the document and import the parts.")
    }
}
