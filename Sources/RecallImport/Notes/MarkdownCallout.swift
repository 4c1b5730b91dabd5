import RecallCore

/// A callout, as Obsidian and GitHub have them: a quotation that begins with `[!kind] Title`.
enum MarkdownCallout {
    private static let longestKind = 40

    /// The callout that a quotation of these blocks is; `nil` if it is only a quotation.
    static func content(of blocks: [MarkdownBlock]) -> MarkdownBlock.Content? {
        guard let first = blocks.first, case .paragraph(let inlines) = first.content,
            case .text(let text)? = inlines.first, let (kind, rest) = mark(text)
        else { return nil }
        let lineEnd = inlines.firstIndex { if case .lineEnd = $0 { true } else { false } } ?? inlines.endIndex
        let title = (rest.isEmpty ? [] : [.text(rest)]) + inlines[1..<lineEnd]
        let below = Array(inlines[lineEnd...].dropFirst())
        guard !below.isEmpty else { return .callout(kind: kind, title: title, Array(blocks.dropFirst())) }
        let paragraph = MarkdownBlock(
            .paragraph(below), firstLine: min(first.firstLine + 1, first.lastLine), lastLine: first.lastLine)
        return .callout(kind: kind, title: title, [paragraph] + blocks.dropFirst())
    }

    /// The kind that `text` begins with, and what follows it: without the sign that folds it, and what themes add to the kind.
    private static func mark(_ text: String) -> (kind: String, rest: String)? {
        guard text.hasPrefix("[!"), let end = text.prefix(longestKind).firstIndex(of: "]") else { return nil }
        let inside = text[..<end].dropFirst(2)
        let kind = CleanText.line(String(inside.prefix { $0 != "|" }))
        guard !kind.isEmpty, !inside.contains("[") else { return nil }
        var rest = text[end...].dropFirst()
        if let sign = rest.first, sign == "-" || sign == "+" { rest = rest.dropFirst() }
        return (kind, String(rest.drop(while: \.isWhitespace)))
    }
}
