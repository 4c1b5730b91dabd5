import CCmarkGFM
import RecallCore

/// Makes a page of a Markdown text: CommonMark with GitHub's tables, tasks, footnotes and strikethrough, and with the
/// `[[links]]` of note apps.
///
/// Runs in a confined process: cmark-gfm takes quadratic time for some texts that are made for it.
struct MarkdownPageParser {
    /// Blocks or inlines within each other; what is deeper is shown as plain text.
    private static let deepest = 32
    // Without "autolink", which reads beyond its input in version 0.29.0.gfm.6 (CVE-2023-22485).
    private static let extensions = ["table", "strikethrough", "tasklist"]

    private var footnotes = 0

    /// The page of `text`, which has LF line ends. Comments are left out, and nothing else: the text of a note is without its
    /// front matter, and what looks like another one is text.
    static func page(of text: String) -> MarkdownPage {
        let text = withoutComments(text)
        let references = FootnoteReferences(to: text)
        if !references.text.isEmpty, let page = page(of: text + references.text, without: references.line) {
            return page
        }
        return page(of: text, without: nil) ?? MarkdownPage()
    }

    /// The page of `text` without the paragraph that begins at `line`; `nil` if no paragraph does.
    private static func page(of text: String, without line: Int?) -> MarkdownPage? {
        guard let document = document(of: text) else { return MarkdownPage() }
        defer { cmark_node_free(document) }
        if let line {
            let isAdded = { cmark_node_get_start_line($0) == line && cmark_node_get_type($0) == CMARK_NODE_PARAGRAPH }
            guard let added = document.children.first(where: isAdded) else { return nil }
            cmark_node_free(added)
        }
        var maker = MarkdownPageParser()
        return MarkdownPage(maker.blocks(below: document, 0))
    }

    private static func document(of text: String) -> OpaquePointer? {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in extensions {
            if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
        }
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        return cmark_parser_finish(parser)
    }

    /// `text` without comments and properties. Their line ends stay, so that all lines keep their numbers.
    private static func withoutComments(_ text: String) -> String {
        let structure = MarkdownStructure(text)
        let ranges =
            NoteMarks(text, code: structure.code).comments + OutlineProperties(text, code: structure.code).noise
        guard ranges.contains(where: { !$0.isEmpty }) else { return text }
        let bytes = Array(text.utf8)
        var (kept, position) = ([UInt8](), 0)
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= position {
            kept += bytes[position..<range.lowerBound] + bytes[range].filter { $0 == 0x0A }
            position = range.upperBound
        }
        return String(decoding: kept + bytes[position...], as: UTF8.self)
    }

    // MARK: Blocks

    private mutating func blocks(below node: OpaquePointer, _ depth: Int) -> [MarkdownBlock] {
        guard depth < Self.deepest else { return Self.flattened(node) }
        return node.children.compactMap { child in
            content(child, depth + 1).map {
                MarkdownBlock(
                    $0, firstLine: Int(cmark_node_get_start_line(child)), lastLine: Int(cmark_node_get_end_line(child)))
            }
        }
    }

    private static func flattened(_ node: OpaquePointer) -> [MarkdownBlock] {
        let text = MarkdownStructure.plainText(of: node)
        guard !text.isEmpty else { return [] }
        let (first, last) = (cmark_node_get_start_line(node), cmark_node_get_end_line(node))
        return [MarkdownBlock(.paragraph([.text(text)]), firstLine: Int(first), lastLine: Int(last))]
    }

    private mutating func content(_ node: OpaquePointer, _ depth: Int) -> MarkdownBlock.Content? {
        switch node.type {
        case "heading":
            return .heading(level: Int(cmark_node_get_heading_level(node)), MarkdownInlines.below(node, depth))
        case "paragraph": return .paragraph(MarkdownInlines.below(node, depth))
        case "block_quote":
            let quoted = blocks(below: node, depth)
            return MarkdownCallout.content(of: quoted) ?? .quote(quoted)
        case "list":
            let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
            return .list(start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, items(of: node, depth))
        case "code_block":
            return .code(
                language: node.string(cmark_node_get_fence_info), text: node.string(cmark_node_get_literal))
        case "html_block": return Self.html(node.string(cmark_node_get_literal))
        case "thematic_break": return .rule
        case "table": return Self.table(node, depth)
        case "footnote_definition":
            footnotes += 1
            return .footnote(label: String(footnotes), blocks(below: node, depth))
        default: return nil
        }
    }

    private mutating func items(of list: OpaquePointer, _ depth: Int) -> [MarkdownListItem] {
        list.children.map { item in
            let isTask = item.type == "tasklist"
            return MarkdownListItem(
                isDone: isTask ? cmark_gfm_extensions_get_tasklist_item_checked(item) : nil,
                blocks: blocks(below: item, depth))
        }
    }

    /// Of HTML only the text stays.
    private static func html(_ html: String) -> MarkdownBlock.Content? {
        let text = HTMLText.extract(Array(html.utf8), charset: "utf-8").text
        return text.isEmpty ? nil : .paragraph([.text(text)])
    }

    private static func table(_ node: OpaquePointer, _ depth: Int) -> MarkdownBlock.Content {
        let columns = Int(cmark_gfm_extensions_get_table_columns(node))
        let letters = cmark_gfm_extensions_get_table_alignments(node).map {
            Array(UnsafeBufferPointer(start: $0, count: columns))
        }
        let rows = node.children.map { row in row.children.map { MarkdownInlines.below($0, depth) } }
        return .table(
            alignments: letters?.map(alignment) ?? [], header: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private static func alignment(_ letter: UInt8) -> MarkdownAlignment {
        switch letter {
        case UInt8(ascii: "c"): .center
        case UInt8(ascii: "r"): .end
        default: .start
        }
    }
}

extension OpaquePointer {
    /// The name of a node's type. cmark-gfm 0.29.0.gfm.6 has none for those of footnotes.
    var type: String {
        switch cmark_node_get_type(self) {
        case CMARK_NODE_FOOTNOTE_DEFINITION: "footnote_definition"
        case CMARK_NODE_FOOTNOTE_REFERENCE: "footnote_reference"
        default: cmark_node_get_type_string(self).map { String(cString: $0) } ?? ""
        }
    }

    /// The nodes directly below a node.
    var children: some Sequence<OpaquePointer> {
        sequence(state: cmark_node_first_child(self)) { node in
            defer { node = node.flatMap { cmark_node_next($0) } }
            return node
        }
    }

    /// A string of a node; empty if it has none.
    func string(_ property: (OpaquePointer) -> UnsafePointer<CChar>?) -> String {
        property(self).map { String(cString: $0) } ?? ""
    }
}
