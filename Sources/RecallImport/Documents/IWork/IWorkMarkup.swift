/// Reads the text of the XML in which iWork kept documents until 2013 (`index.xml`, `index.apxl`): paragraphs, and texts and
/// numbers of cells.
final class IWorkMarkup {
    private var layout: TextLayout
    private var paragraphs = 0
    /// Above 0 in what the author did not write, or is on every page.
    private var dropped = 0

    private init(_ layout: TextLayout) {
        self.layout = layout
    }

    static func read(_ part: [UInt8], after layout: TextLayout) -> (TextLayout, XMLEvents.End) {
        let markup = IWorkMarkup(layout)
        let end = XMLEvents.parse(
            part, start: { markup.start($0) }, end: { markup.end($0) },
            text: { if markup.paragraphs > 0, markup.dropped == 0 { markup.layout.write($0) } })
        return (markup.layout, end)
    }

    private static let droppedNames: Set = [
        "master-slides", "headers", "footers", "ghost-text", "stylesheet", "metadata", "prototype", "annotation",
    ]

    private func start(_ element: XMLEvents.Element) {
        let name = element.name
        guard dropped == 0, !Self.droppedNames.contains(name) else {
            dropped += 1
            return
        }
        switch name {
        case "p":
            paragraphs += 1
            layout.requireBreak(1)
        case "br", "lnbr", "crbr", "pgbr", "sectbr": layout.addBreak()
        case "tab": write(" ")
        case "slide", "text-body": layout.requireBreak(2)
        case "ct": writeCell(element["s"])
        case "n": writeCell(element["v"])
        default: break
        }
    }

    private func end(_ name: String) {
        guard dropped == 0 else {
            dropped -= 1
            return
        }
        guard name == "p" else { return }
        paragraphs -= 1
        layout.requireBreak(1)
    }

    /// Writes a cell, which is a line: where a row ends is said elsewhere.
    private func writeCell(_ text: String?) {
        guard let text, paragraphs == 0 else { return }
        layout.requireBreak(1)
        write(text)
        layout.requireBreak(1)
    }

    private func write(_ text: String) {
        var text = text
        text.withUTF8 { layout.write($0) }
    }
}
