/// Reads the text of one WordprocessingML part (ECMA-376, part 1, 17): the body, or the notes, of a DOCX file.
///
/// Includes inserted and excludes deleted text, as if all tracked changes had been accepted.
final class WordMarkup {
    private(set) var layout: TextLayout
    private(set) var end = XMLEvents.End.complete

    /// Above 0 in elements whose text is not for readers or is there twice.
    private var dropped = 0
    private var inText = false
    private var isHidden = false
    private var inRunProperties = false
    private var isListItem = false
    private var wasListItem = false
    private var tabStops = 0
    private var rows: [Int?] = []

    /// A reader that continues `layout`.
    init(_ layout: TextLayout) {
        self.layout = layout
    }

    /// Reads a part.
    func read(_ xml: [UInt8]) {
        end = XMLEvents.parse(
            xml, start: { self.start($0) }, end: { self.end($0) }, text: { self.write($0) })
    }

    private func start(_ element: XMLEvents.Element) {
        let name = element.name
        if dropped > 0 || Self.isDropped(name, element) {
            dropped += 1
            return
        }
        switch name {
        case "p": beginParagraph()
        case "numPr": beginListItem(level: 0)
        case "ilvl": beginListItem(level: element["val"].flatMap { Int($0) } ?? 0)
        case "r": isHidden = false
        case "rPr": inRunProperties = true
        case "vanish": isHidden = inRunProperties && !["0", "false", "off"].contains(element["val"] ?? "")
        case "t": inText = true
        case "tab", "ptab": if tabStops == 0 { writeTab() }
        case "br", "cr": layout.addBreak()
        case "noBreakHyphen": write("-")
        case "tbl": beginTable()
        case "tr": layout.beginRow()
        case "tc": layout.beginCell()
        case "tabs": tabStops += 1
        default: break
        }
    }

    private func end(_ name: String) {
        guard dropped == 0 else {
            dropped -= 1
            return
        }
        switch name {
        case "p": layout.requireBreak(2)
        case "rPr": inRunProperties = false
        case "r": isHidden = false
        case "t": inText = false
        case "tbl": endTable()
        case "tr": layout.endRow()
        case "tabs": tabStops -= 1
        default: break
        }
    }

    /// Text moved away, the second form of a drawing, separators of notes.
    private static func isDropped(_ name: String, _ element: XMLEvents.Element) -> Bool {
        switch name {
        case "moveFrom", "Fallback", "del", "instrText", "delText": true
        case "footnote", "endnote": element["type"].map { $0 != "normal" } ?? false
        default: false
        }
    }

    private func beginParagraph() {
        layout.endListItem()
        layout.requireBreak(2)
        wasListItem = isListItem
        isListItem = false
    }

    private func beginListItem(level: Int) {
        isListItem = true
        layout.beginListItem(indentedBy: min(max(0, level), 8), afterItem: wasListItem)
    }

    private func beginTable() {
        layout.requireBreak(2)
        rows.append(layout.rowLine)
    }

    private func endTable() {
        layout.rowLine = rows.popLast() ?? nil
        layout.requireBreak(2)
    }

    private func writeTab() {
        layout.isPreformatted = true
        write("\t")
        layout.isPreformatted = false
    }

    private func write(_ text: StaticString) {
        layout.isHidden = isHidden
        layout.write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard inText, dropped == 0 else { return }
        layout.isHidden = isHidden
        layout.write(text)
    }
}
