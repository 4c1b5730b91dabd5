/// References to all footnotes that a Markdown text defines: cmark-gfm drops those that nothing refers to.
struct FootnoteReferences {
    /// A paragraph for the end of the text; empty if it defines no footnote.
    private(set) var text = ""
    /// The line of the longer text at which the paragraph begins, from 1.
    private(set) var line = 0

    /// The most footnotes of one text that are looked for, and the bytes of a label.
    private static let (most, longestLabel) = (1_000, 200)

    /// References to what `text` defines.
    ///
    /// - Complexity: O(*n*).
    init(to text: String) {
        guard text.contains("[^") else { return }
        var labels: [String] = []
        var lines = 1
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if labels.count < Self.most, let label = Self.label(line) { labels.append("[^\(label)]") }
            lines += 1
        }
        guard !labels.isEmpty else { return }
        self.text = "\n\n" + labels.joined(separator: " ") + "\n"
        line = lines + 1
    }

    /// The label that a line defines, also within quotations and lists.
    private static func label(_ line: Substring.UTF8View) -> String? {
        let start = line.drop { " \t>-*+".utf8.contains($0) }
        guard start.starts(with: "[^".utf8) else { return nil }
        let label = start.dropFirst(2).prefix(longestLabel).prefix { $0 > 0x20 && !"[]".utf8.contains($0) }
        guard !label.isEmpty, line[label.endIndex...].starts(with: "]:".utf8) else { return nil }
        return String(Substring(label))
    }
}
