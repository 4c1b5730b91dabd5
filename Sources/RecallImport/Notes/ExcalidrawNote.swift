import Foundation
import RecallCore

/// A drawing of Excalidraw in a vault of Obsidian: the texts in it as Markdown, and then the drawing, compressed or as JSON.
enum ExcalidrawNote {
    /// True if front matter says that a note is one.
    static func isOne(_ frontMatter: FrontMatter) -> Bool {
        frontMatter.properties.contains { $0.name == "excalidraw-plugin" }
    }

    /// The text of a note without the drawing, which is last in it.
    static func text(of note: String) -> String {
        for heading in ["\n## Drawing\n", "\n# Drawing\n"] {
            guard let start = note.range(of: heading, options: [.backwards, .literal]) else { continue }
            let drawing = note[start.upperBound...]
            guard ["```compressed-json\n", "```json\n"].contains(where: drawing.hasPrefix) else { continue }
            let end = drawing.dropFirst(3).range(of: "\n```", options: .literal)?.upperBound ?? note.endIndex
            return trimmed(Substring(String(note[..<start.lowerBound]) + "\n" + String(note[end...])))
        }
        return note
    }

    /// Without the marks of a comment around what was taken out.
    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while let last = text.last, last.isWhitespace || text.hasSuffix("%%") {
            text.removeLast(last.isWhitespace ? 1 : 2)
        }
        return String(text)
    }
}
