public import RecallCore

/// A note or Markdown document taken apart for display, with what its links and pictures lead to.
public struct NotePage: Hashable, Sendable {
    /// The text's blocks.
    public var page: MarkdownPage
    /// The items that its links lead to, by the links' targets as written; links to nothing are missing.
    public var links: [String: ItemID]
    /// The pictures that lie beside it, as written; those that are not there or not shown are missing.
    public var pictures: Set<String>
}

/// The links and pictures of a page, each once.
struct PageTargets {
    private(set) var links: Set<String> = []
    private(set) var pictures: Set<String> = []
    private let most: Int

    /// The targets in `page`, at most `most` links and as many pictures.
    init(_ page: MarkdownPage, most: Int) {
        self.most = most
        add(page.blocks)
    }

    private mutating func add(_ blocks: [MarkdownBlock]) {
        for block in blocks { add(block.content) }
    }

    private mutating func add(_ content: MarkdownBlock.Content) {
        switch content {
        case .heading(_, let inlines), .paragraph(let inlines): add(inlines)
        case .quote(let blocks), .footnote(_, let blocks): add(blocks)
        case .callout(_, let title, let blocks):
            add(title)
            add(blocks)
        case .list(_, let items): for item in items { add(item.blocks) }
        case .table(_, let header, let rows): for cell in header + rows.flatMap(\.self) { add(cell) }
        case .code, .rule: break
        }
    }

    private mutating func add(_ inlines: [MarkdownInline]) {
        for inline in inlines {
            switch inline {
            case .emphasis(let inner), .strong(let inner), .deleted(let inner), .marked(let inner): add(inner)
            case .link(let target, let inner), .note(let target, let inner):
                if links.count < most { links.insert(target) }
                add(inner)
            case .picture(let source, _): if pictures.count < most { pictures.insert(source) }
            case .text, .code, .lineEnd, .footnote: break
            }
        }
    }
}
