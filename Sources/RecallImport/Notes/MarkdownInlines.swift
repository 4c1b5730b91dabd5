import CCmarkGFM
import RecallCore

/// Makes inlines of the nodes that cmark-gfm found in a line, and of the `[[links]]` and addresses in their text.
enum MarkdownInlines {
    private static let deepest = 48
    /// The tags after which a new line begins.
    private static let breaks = ["<br", "<p>", "<p/", "<p ", "</p"]

    /// The inlines directly below `node`.
    static func below(_ node: OpaquePointer, _ depth: Int) -> [MarkdownInline] {
        guard depth < deepest else { return [.text(MarkdownStructure.plainText(of: node))] }
        return MarkdownHighlights.marked(node.children.flatMap { inlines($0, depth + 1) })
    }

    private static func inlines(_ node: OpaquePointer, _ depth: Int) -> [MarkdownInline] {
        switch node.type {
        case "text": return links(in: node.string(cmark_node_get_literal))
        case "softbreak": return [.lineEnd(isBreak: false)]
        case "linebreak": return [.lineEnd(isBreak: true)]
        case "code": return [.code(node.string(cmark_node_get_literal))]
        case "html_inline":
            let tag = node.string(cmark_node_get_literal).lowercased()
            return breaks.contains(where: tag.hasPrefix) ? [.lineEnd(isBreak: true)] : []
        case "emph": return [.emphasis(below(node, depth))]
        case "strong": return [.strong(below(node, depth))]
        case "strikethrough": return [.deleted(below(node, depth))]
        case "link":
            let words = below(node, depth).flatMap(withoutLinks)
            return [.link(target: node.string(cmark_node_get_url), words)]
        case "image":
            let description = CleanText.line(MarkdownStructure.plainText(of: node))
            return [.picture(source: node.string(cmark_node_get_url), description: description)]
        case "footnote_reference": return [.footnote(label: node.string(cmark_node_get_literal))]
        default: return below(node, depth)
        }
    }

    /// The words of a link, of which none leads elsewhere.
    private static func withoutLinks(_ inline: MarkdownInline) -> [MarkdownInline] {
        switch inline {
        case .link(_, let inner), .note(_, let inner): inner
        default: [inline]
        }
    }

    /// `text` cut at `[[links]]`, embedded pictures and addresses of the web.
    static func links(in text: String) -> [MarkdownInline] {
        var (pieces, rest, plain): ([MarkdownInline], Substring, String) = ([], text[...], "")
        while let sign = rest.firstIndex(where: { $0 == "[" || $0 == "!" || $0 == "h" || $0 == "H" }) {
            plain += rest[..<sign]
            rest = rest[sign...]
            if let (found, end) = NoteLink.first(in: rest) ?? address(in: rest, after: plain) {
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(found)
                rest = rest[end...]
            } else {
                plain.append(rest.removeFirst())
            }
        }
        plain += rest
        return plain.isEmpty ? pieces : pieces + [.text(plain)]
    }

    /// An address that `text` begins with, without the punctuation of the sentence around it.
    private static func address(in text: Substring, after before: String) -> (MarkdownInline, Substring.Index)? {
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://"), before.last?.isLetter != true else {
            return nil
        }
        var address = text.prefix(2_000).prefix { !$0.isWhitespace && !"<>\"[]".contains($0) }
        while let last = address.last, ".,;:!?'*_~".contains(last) || (last == ")" && !address.contains("(")) {
            address = address.dropLast()
        }
        guard address.count > 8 else { return nil }
        return (.link(target: String(address), [.text(String(address))]), address.endIndex)
    }
}

/// A link between notes: `[[Target#section|name]]`, or `![[picture.png]]`.
enum NoteLink {
    private static let pictures: Set = ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif"]

    /// The link that `text` begins with, and where it ends.
    static func first(in text: Substring) -> (MarkdownInline, Substring.Index)? {
        let isEmbedded = text.hasPrefix("!")
        let opening = isEmbedded ? text.dropFirst() : text
        guard opening.hasPrefix("[[") else { return nil }
        let inside = opening.dropFirst(2).prefix(1_000).prefix { $0 != "]" && $0 != "[" && $0 != "\n" }
        guard opening[inside.endIndex...].hasPrefix("]]"), !inside.isEmpty else { return nil }
        let end = text.index(inside.endIndex, offsetBy: 2)
        return (link(inside, isEmbedded: isEmbedded), end)
    }

    private static func link(_ inside: Substring, isEmbedded: Bool) -> MarkdownInline {
        let parts = inside.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = CleanText.line(String(place[0]))
        if isEmbedded, pictures.contains(AbsolutePath.fileExtension(target)) {
            return .picture(source: target, description: "")
        }
        let section = place.dropFirst().map { CleanText.line(String($0)) }
        let name =
            parts.count > 1 ? String(parts[1]) : ([target] + section).filter { !$0.isEmpty }.joined(separator: " › ")
        return .note(name: target, [.text(CleanText.line(name))])
    }
}
