public import RecallCore

/// A note or Markdown document taken apart for display.
public struct NotePagePayload: Encodable, Sendable {
    struct Link: Encodable {
        let target, item: String
    }

    let blocks: [MarkdownBlockPayload]
    /// The links that lead to items, by their targets as written.
    let links: [Link]
    /// The pictures that can be asked for, by their sources.
    let pictures: [String]

    /// A page, the items that its links lead to, and its pictures that are there.
    public init(_ page: MarkdownPage, links: [String: ItemID], pictures: Set<String>) {
        blocks = page.blocks.map(MarkdownBlockPayload.init)
        self.links = links.sorted { $0.key < $1.key }.map { Link(target: $0.key, item: $0.value.description) }
        self.pictures = pictures.sorted()
    }
}

/// A block of a page: the keys that its type has.
struct MarkdownBlockPayload: Encodable, Sendable {
    private(set) var type: String
    /// The numbers of its first and last line in the text, from 1.
    private(set) var lines: [Int]
    private(set) var level, start: Int?
    private(set) var language, text, label: String?
    private(set) var inlines: [MarkdownInlinePayload]?
    private(set) var blocks: [MarkdownBlockPayload]?
    private(set) var items: [MarkdownListItemPayload]?
    private(set) var alignments: [String]?
    private(set) var rows: [[[MarkdownInlinePayload]]]?

    init(_ block: MarkdownBlock) {
        type = ""
        lines = [block.firstLine, block.lastLine]
        switch block.content {
        case .heading(let level, let inlines):
            (type, self.level, self.inlines) = ("heading", level, inlines.map(MarkdownInlinePayload.init))
        case .paragraph(let inlines): (type, self.inlines) = ("paragraph", inlines.map(MarkdownInlinePayload.init))
        case .quote(let blocks): (type, self.blocks) = ("quote", blocks.map(Self.init))
        case .callout(let kind, let title, let blocks):
            (type, label, inlines) = ("callout", kind, title.map(MarkdownInlinePayload.init))
            self.blocks = blocks.map(Self.init)
        case .list(let start, let items):
            (type, self.start, self.items) = ("list", start, items.map(MarkdownListItemPayload.init))
        case .code(let language, let text): (type, self.language, self.text) = ("code", language, text)
        case .rule: type = "rule"
        case .table(let alignments, let header, let rows):
            (type, self.alignments) = ("table", alignments.map(\.rawValue))
            self.rows = ([header] + rows).map { $0.map { $0.map(MarkdownInlinePayload.init) } }
        case .footnote(let label, let blocks):
            (type, self.label, self.blocks) = ("footnote", label, blocks.map(Self.init))
        }
    }
}

/// An item of a list.
struct MarkdownListItemPayload: Encodable, Sendable {
    private let isDone: Bool?
    private let blocks: [MarkdownBlockPayload]

    init(_ item: MarkdownListItem) {
        isDone = item.isDone
        blocks = item.blocks.map(MarkdownBlockPayload.init)
    }
}

/// A part of a line: the keys that its type has.
struct MarkdownInlinePayload: Encodable, Sendable {
    private(set) var type: String
    private(set) var text, target: String?
    private(set) var inlines: [MarkdownInlinePayload]?

    init(_ inline: MarkdownInline) {
        type = ""
        switch inline {
        case .text(let text): (type, self.text) = ("text", text)
        case .code(let text): (type, self.text) = ("code", text)
        case .lineEnd(let isBreak): type = isBreak ? "break" : "lineEnd"
        case .emphasis(let inner): (type, inlines) = ("emphasis", inner.map(Self.init))
        case .strong(let inner): (type, inlines) = ("strong", inner.map(Self.init))
        case .deleted(let inner): (type, inlines) = ("deleted", inner.map(Self.init))
        case .marked(let inner): (type, inlines) = ("marked", inner.map(Self.init))
        case .link(let target, let inner): (type, self.target, inlines) = ("link", target, inner.map(Self.init))
        case .note(let name, let inner): (type, target, inlines) = ("note", name, inner.map(Self.init))
        case .picture(let source, let text): (type, target, self.text) = ("picture", source, text)
        case .footnote(let label): (type, text) = ("footnote", label)
        }
    }
}
