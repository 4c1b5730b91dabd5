import RecallCore
import RecallText

/// The text of an editor's state as Lexical writes it: a tree of nodes, each with a type
/// (https://lexical.dev/docs/concepts/serialization).
struct LexicalText {
    private var text = ""
    /// The depth of lists, and what stands before their items.
    private var marks: [Mark] = []

    private enum Mark {
        case bullet, check
        case number(Int)
    }

    /// The text of a state; `nil` if it is none.
    static func text(of state: String) -> String? {
        guard let root = (try? JSONValue(parsing: state.utf8, replacingLoneSurrogates: true))?["root"],
            root["children"] != nil
        else { return nil }
        var text = LexicalText()
        // A parsed value has a bounded depth.
        text.write(root)
        return text.text.trimmingEnd()
    }

    private mutating func write(_ node: JSONValue) {
        let children = node["children"]?.elements ?? []
        switch node["type"]?.string ?? "" {
        case "text", "code-highlight", "hashtag": text += node["text"]?.string ?? ""
        case "linebreak": text += "\n"
        case "tab": text += "\t"
        case "link", "autolink": writeLink(node, children)
        case "list": writeList(node, children)
        case "listitem": writeListItem(node, children)
        case "tablerow": writeRow(children)
        case "horizontalrule": beginLine()
        default:
            guard node["children"] != nil else { return }
            beginLine()
            for child in children { write(child) }
        }
    }

    private mutating func beginLine() {
        if !text.isEmpty, text.utf8.last != 0x0A { text += "\n" }
    }

    private mutating func writeLink(_ node: JSONValue, _ children: [JSONValue]) {
        let start = text.utf8.count
        for child in children { write(child) }
        let words = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        if let url = node["url"]?.string, !url.isEmpty, !words.contains(url) { text += " (\(CleanText.line(url)))" }
    }

    private mutating func writeList(_ node: JSONValue, _ children: [JSONValue]) {
        switch node["listType"]?.string {
        case "number": marks.append(.number(node["start"]?.int ?? 1))
        case "check": marks.append(.check)
        default: marks.append(.bullet)
        }
        for child in children { write(child) }
        marks.removeLast()
    }

    /// A list in a list is the only child of an item, which has no mark of its own.
    private mutating func writeListItem(_ node: JSONValue, _ children: [JSONValue]) {
        beginLine()
        if children.first?["type"]?.string != "list" {
            text +=
                String(repeating: "  ", count: max(0, marks.count - 1)) + mark(isDone: node["checked"]?.bool == true)
        }
        for child in children { write(child) }
    }

    private mutating func mark(isDone: Bool) -> String {
        switch marks.last {
        case .number(let number):
            marks[marks.count - 1] = .number(number &+ 1)
            return "\(number). "
        case .check: return isDone ? "☑ " : "☐ "
        case .bullet, nil: return "- "
        }
    }

    private mutating func writeRow(_ cells: [JSONValue]) {
        beginLine()
        let texts = cells.map { cell in
            var text = LexicalText()
            text.write(cell)
            return CleanText.line(text.text)
        }
        text += texts.joined(separator: " | ")
    }
}

extension String {
    /// The text without white space at its end.
    func trimmingEnd() -> String {
        String(
            decoding: utf8[..<(utf8.lastIndex { $0 > 0x20 }.map { utf8.index(after: $0) } ?? startIndex)], as: UTF8.self
        )
    }
}
