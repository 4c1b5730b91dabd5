/// Reads the text of an OpenDocument file's content (ISO/IEC 26300-1), as if all tracked changes had been accepted and without
/// comments.
final class OpenDocumentMarkup {
    /// A part of what a file holds.
    enum Part {
        /// All but the notes.
        case body
        /// The footnotes and endnotes, which follow the body.
        case notes
    }

    private(set) var layout: TextLayout
    /// The lengths of the text before each slide.
    private(set) var slideStarts: [Int] = []

    private let part: Part
    /// Above 0 in elements whose text is not for readers, or is of the other part.
    private var dropped = 0
    private var notes = 0
    private var isSpreadsheet = false
    /// The lists that are open; text in them is an item's.
    private var lists = 0
    private var itemBegins = false
    private var wasItem = false
    private var paragraphs = 0
    private var rows: [Int?] = []

    init(_ layout: TextLayout, _ part: Part) {
        (self.layout, self.part) = (layout, part)
    }

    func read(_ content: [UInt8]) -> XMLEvents.End {
        layout.requireBreak(2)
        return XMLEvents.parse(content, start: { self.start($0) }, end: { self.end($0) }, text: { self.write($0) })
    }

    private func start(_ element: XMLEvents.Element) {
        let name = element.name
        if dropped > 0 || Self.isDropped(name) || (name == "note" && part == .body) {
            dropped += 1
            return
        }
        switch name {
        case "note": notes += 1
        case "spreadsheet": isSpreadsheet = true
        case "page":
            layout.requireBreak(2)
            if part == .body { slideStarts.append(layout.bytes.count) }
        case "notes": layout.requireBreak(2)
        case "p", "h": beginParagraph()
        case "list": lists += 1
        case "list-item": itemBegins = true
        case "s": writeSpace()
        case "tab": writeTab()
        case "line-break": layout.addBreak()
        case "table": beginTable(element)
        case "table-row": layout.beginRow()
        case "table-cell": layout.beginCell()
        default: break
        }
    }

    private func end(_ name: String) {
        guard dropped == 0 else {
            dropped -= 1
            return
        }
        switch name {
        case "note": notes -= 1
        case "p", "h":
            paragraphs -= 1
            layout.requireBreak(2)
        case "list": lists -= 1
        case "list-item": itemBegins = false
        case "table":
            layout.rowLine = rows.popLast() ?? nil
            layout.requireBreak(2)
        case "table-row": layout.endRow()
        default: break
        }
    }

    /// Deleted text, comments, scripts, forms, descriptions of pictures, fields that repeat on each page.
    private static func isDropped(_ name: String) -> Bool {
        [
            "tracked-changes", "annotation", "scripts", "forms", "font-face-decls", "automatic-styles", "note-citation",
            "desc", "page-number", "page-count", "covered-table-cell", "binary-data", "sequence-decls",
            "variable-decls", "user-field-decls",
            "master-styles",
        ].contains(name)
    }

    private func beginParagraph() {
        paragraphs += 1
        layout.endListItem()
        layout.requireBreak(2)
        if itemBegins {
            layout.beginListItem(indentedBy: min(max(0, lists - 1), 8), afterItem: wasItem)
            (itemBegins, wasItem) = (false, true)
        } else if lists == 0 {
            wasItem = false
        }
    }

    private func beginTable(_ element: XMLEvents.Element) {
        layout.requireBreak(2)
        if isSpreadsheet, rows.isEmpty, part == .body, var name = element["name"] {
            name.withUTF8 { layout.write($0) }
            layout.requireBreak(2)
        }
        rows.append(layout.rowLine)
    }

    private func writeSpace() {
        write([0x20])
    }

    private func writeTab() {
        layout.isPreformatted = true
        write([0x09])
        layout.isPreformatted = false
    }

    private func write(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { write($0) }
    }

    private func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard dropped == 0, paragraphs > 0, part == .body || notes > 0 else { return }
        layout.write(text)
    }
}
