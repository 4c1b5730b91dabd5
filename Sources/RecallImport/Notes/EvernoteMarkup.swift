/// ENML, the HTML of notes with elements of its own.
enum EvernoteMarkup {
    /// Boxes of tasks as characters; encrypted text as a word; code with its spaces. What stands for the tasks of newer versions
    /// is left out: they follow the text.
    static func asHTML(_ content: [UInt8]) -> [UInt8] {
        let marks: [StaticString] = ["<en-todo", "<en-crypt", "-en-checked:", "-en-task-group:", "-en-codeblock:"]
        guard marks.contains(where: { content.firstOccurrence(of: $0) != nil }) else { return content }
        var (result, rest, box) = ([UInt8](), content[...], "")
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            // The box stands before the first word of an item, within the blocks around that.
            if !box.isEmpty, rest[..<mark].contains(where: { $0 > 0x20 }) {
                result += Array(box.utf8)
                box = ""
            }
            result += rest[..<mark]
            rest = rest[mark...]
            let tag = rest.prefix { $0 != UInt8(ascii: ">") }
            if tag.starts(with: "<en-todo".utf8) {
                result += Array((tag.firstOccurrence(of: "checked=\"true\"") == nil ? "☐ " : "☑ ").utf8)
            } else if tag.starts(with: "<en-crypt".utf8) {
                result += Array("(encrypted)".utf8)
                rest = rest.firstOccurrence(of: "</en-crypt").map { rest[$0...] } ?? rest.dropFirst(rest.count)
                continue
            } else if tag.starts(with: "<li".utf8), tag.firstOccurrence(of: "-en-checked:") != nil {
                box = tag.firstOccurrence(of: "-en-checked:true") == nil ? "☐ " : "☑ "
            } else if tag.starts(with: "</li".utf8) {
                box = ""
            } else if tag.starts(with: "<div".utf8), tag.firstOccurrence(of: "-en-task-group:") != nil {
                rest = afterElement("div", rest)
                continue
            } else if tag.starts(with: "<div".utf8), tag.firstOccurrence(of: "-en-codeblock:") != nil {
                result += Array("<div style=\"white-space:pre\"".utf8)
                rest = rest.dropFirst(tag.count)
                continue
            }
            result += rest.prefix(tag.count + 1)
            rest = rest.dropFirst(tag.count + 1)
        }
        return result + rest
    }

    /// The bytes after the element of a name with which `html` begins.
    private static func afterElement(_ name: String, _ html: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (rest, depth) = (html, 0)
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[mark...]
            if rest.starts(with: "<\(name)".utf8) { depth += 1 }
            if rest.starts(with: "</\(name)".utf8) { depth -= 1 }
            rest = rest.dropFirst()
            guard depth <= 0 else { continue }
            return rest.firstIndex(of: UInt8(ascii: ">")).map { rest[($0 + 1)...] } ?? rest.dropFirst(rest.count)
        }
        return rest.dropFirst(rest.count)
    }
}
