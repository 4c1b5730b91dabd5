/// A Markdown text taken apart for display: blocks of inlines, all of them plain data. It holds no HTML, and nothing in it
/// loads or opens anything.
public struct MarkdownPage: Hashable, Sendable, Codable {
    /// The blocks, in order.
    public var blocks: [MarkdownBlock]

    /// A page of these blocks.
    public init(_ blocks: [MarkdownBlock] = []) {
        self.blocks = blocks
    }
}

/// A block of a page, and the lines of the text that it was made from.
public struct MarkdownBlock: Hashable, Sendable, Codable {
    /// The kinds of block (CommonMark 0.30, 4 and 5; tables, tasks and footnotes as on GitHub; callouts).
    public indirect enum Content: Hashable, Sendable, Codable {
        case heading(level: Int, [MarkdownInline])
        case paragraph([MarkdownInline])
        case quote([MarkdownBlock])
        /// A quotation that note apps show as a box: its kind as written, such as "warning", and its title, which may be empty.
        case callout(kind: String, title: [MarkdownInline], [MarkdownBlock])
        /// A list, which counts from `start` if it is ordered.
        case list(start: Int?, [MarkdownListItem])
        case code(language: String, text: String)
        case rule
        case table(alignments: [MarkdownAlignment], header: [[MarkdownInline]], rows: [[[MarkdownInline]]])
        case footnote(label: String, [MarkdownBlock])
    }

    /// The block itself.
    public var content: Content
    /// The numbers of its first and last line, from 1.
    public var firstLine: Int, lastLine: Int

    /// A block made from these lines.
    public init(_ content: Content, firstLine: Int, lastLine: Int) {
        self.content = content
        self.firstLine = firstLine
        self.lastLine = lastLine
    }
}

/// An item of a list.
public struct MarkdownListItem: Hashable, Sendable, Codable {
    /// True if a task is done; `nil` if the item is no task.
    public var isDone: Bool?
    /// The blocks of the item.
    public var blocks: [MarkdownBlock]

    /// An item of a list.
    public init(isDone: Bool?, blocks: [MarkdownBlock]) {
        self.isDone = isDone
        self.blocks = blocks
    }
}

/// The alignment of a table's column.
public enum MarkdownAlignment: String, Hashable, Sendable, Codable {
    case start, center, end
}

/// A part of a line.
public indirect enum MarkdownInline: Hashable, Sendable, Codable {
    case text(String)
    case code(String)
    /// The end of a line of the text: a break, or only the line's width.
    case lineEnd(isBreak: Bool)
    case emphasis([MarkdownInline])
    case strong([MarkdownInline])
    case deleted([MarkdownInline])
    /// `==marked==` words.
    case marked([MarkdownInline])
    /// A link as written: a path, or an address that is shown and never opened by itself.
    case link(target: String, [MarkdownInline])
    /// A link to the note of that name (`[[Name]]`).
    case note(name: String, [MarkdownInline])
    /// A picture: a path as written, or an address that is never loaded.
    case picture(source: String, description: String)
    case footnote(label: String)
}
