import CCmarkGFM

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The structure of a Markdown text (CommonMark).
struct MarkdownStructure: Codable {
    /// The most that is parsed, in bytes: the rest of a longer text is only text.
    static let longest = 2 << 20
    /// The maximum size in bytes of code blocks that are embedded.
    static let longestCode = 2 << 10
    /// The most links, and bytes of one: a definition of a long address that is used often would take gigabytes.
    static let (mostLinks, longestLink) = (10_000, 4 << 10)

    /// The text of the heading of the first level with which the text begins: others are those of a part.
    private(set) var heading: String?
    /// The addresses of links and pictures, in their order.
    private(set) var links: [String] = []
    /// The byte ranges of code blocks.
    private(set) var code: [Range<Int>] = []

    /// That of a text of which nothing is known.
    init() {}

    /// Parses `text`, which has LF line ends.
    ///
    /// - Complexity: quadratic in the length for texts that are made for it, in time and memory (cmark-gfm
    ///   0.29.0.gfm.6). See `MarkdownStructureReader`.
    init(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let lineStarts = Self.lineStarts(in: bytes.prefix(Self.longest))
            UnsafeBufferPointer(rebasing: bytes.prefix(Self.longest)).withMemoryRebound(to: CChar.self) {
                parse($0, lineStarts)
            }
        }
    }

    private mutating func parse(_ bytes: UnsafeBufferPointer<CChar>, _ lineStarts: [Int]) {
        guard let document = cmark_parse_document(bytes.baseAddress, bytes.count, CMARK_OPT_DEFAULT) else { return }
        defer { cmark_node_free(document) }
        guard let iterator = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(iterator) }
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return }
            if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) { take(node, lineStarts) }
        }
    }

    private mutating func take(_ node: OpaquePointer, _ lineStarts: [Int]) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_HEADING:
            guard heading == nil, cmark_node_get_heading_level(node) == 1, Self.isAtTop(node) else { return }
            let text = CleanText.line(Self.plainText(of: node))
            heading = text.isEmpty ? nil : text
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
            guard links.count < Self.mostLinks, let url = cmark_node_get_url(node), strlen(url) <= Self.longestLink
            else { return }
            links.append(String(cString: url))
        case CMARK_NODE_CODE_BLOCK:
            let first = Int(cmark_node_get_start_line(node)) - 1
            let last = Int(cmark_node_get_end_line(node))
            guard first >= 0, first < last, last < lineStarts.count else { return }
            code.append(lineStarts[first]..<lineStarts[last])
        default: break
        }
    }

    /// True for a block of the document before which there is nothing but HTML, rules, pictures and links, tags and properties.
    private static func isAtTop(_ node: OpaquePointer) -> Bool {
        guard let parent = cmark_node_parent(node), cmark_node_get_type(parent) == CMARK_NODE_DOCUMENT else {
            return false
        }
        var before = cmark_node_previous(node)
        while let block = before {
            switch cmark_node_get_type(block) {
            case CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK: break
            case CMARK_NODE_PARAGRAPH where !isProse(block): break
            default: return false
            }
            before = cmark_node_previous(block)
        }
        return true
    }

    private static func isProse(_ paragraph: OpaquePointer) -> Bool {
        let text = plainText(of: paragraph)
        guard !text.hasPrefix("#"), !text.contains("::") else { return false }
        var inline = cmark_node_first_child(paragraph)
        while let node = inline {
            let type = cmark_node_get_type(node)
            let blank = type == CMARK_NODE_TEXT && cmark_node_get_literal(node).map { String(cString: $0) } == " "
            guard blank || [CMARK_NODE_LINK, CMARK_NODE_IMAGE, CMARK_NODE_SOFTBREAK].contains(type) else { return true }
            inline = cmark_node_next(node)
        }
        return false
    }

    /// The text of all nodes below `node`.
    static func plainText(of node: OpaquePointer) -> String {
        guard let iterator = cmark_iter_new(node) else { return "" }
        defer { cmark_iter_free(iterator) }
        var text = ""
        while true {
            let event = cmark_iter_next(iterator)
            if event == CMARK_EVENT_DONE { return text }
            guard event == CMARK_EVENT_ENTER, let inner = cmark_iter_get_node(iterator) else { continue }
            switch cmark_node_get_type(inner) {
            case CMARK_NODE_TEXT, CMARK_NODE_CODE:
                text += cmark_node_get_literal(inner).map { String(cString: $0) } ?? ""
            case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: text += " "
            default: break
            }
        }
    }

    /// The byte offset of each line, and the end.
    private static func lineStarts(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> [Int] {
        var starts = [0]
        for i in bytes.indices where bytes[i] == 0x0A { starts.append(i + 1) }
        starts.append(bytes.endIndex)
        return starts
    }
}
