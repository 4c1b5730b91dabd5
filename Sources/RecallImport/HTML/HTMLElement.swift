/// The role of an element in text extraction: line breaks, skipped content.
enum HTMLElement {
    /// No break: text flows through.
    case inline
    /// Begins and ends a line.
    case line
    /// Like a line, within a field.
    case option
    /// An empty line before and after.
    case block
    /// Like a block, and ended by any other block.
    case paragraph
    case lineBreak
    case rule
    case list, listItem
    case table, rowGroup, row, cell
    case quote
    case preformatted
    case link, image
    case title
    /// Its text is not for readers, and there are no tags in it.
    case raw
    /// Its content is not for readers.
    case dropped
    /// An element without content or meaning for the text.
    case void

    /// The element whose name has that key (`HTMLTag.key`).
    init(key: UInt64) {
        self = Self.byKey[key] ?? .inline
    }

    /// True if it has no end tag.
    var isVoid: Bool {
        switch self {
        case .lineBreak, .rule, .image, .void: true
        default: false
        }
    }

    /// True if its start tag closes an open paragraph.
    var endsParagraph: Bool {
        switch self {
        case .inline, .link, .image, .lineBreak, .void, .raw, .dropped, .title, .option: false
        default: true
        }
    }

    /// True if the search for an open element to close stops here, at an end tag or implied end of `closing`.
    func isBoundary(for closing: HTMLElement) -> Bool {
        switch closing {
        case .table: false
        case .cell: self == .table || self == .row
        case .row: self == .table || self == .rowGroup
        case .rowGroup: self == .table
        case .listItem: self == .list || self == .table || self == .cell
        case .inline, .link: self != .inline && self != .link && self != .paragraph
        default: self == .table || self == .cell
        }
    }

    private static let byKey: [UInt64: HTMLElement] = {
        var table: [UInt64: HTMLElement] = [:]
        for (element, names) in names {
            for name in names.split(separator: " ") { table[HTMLTag.key(name.utf8)] = element }
        }
        return table
    }()

    private static let names: [(HTMLElement, String)] = [
        (
            .line,
            "body center dd details dialog div dt fieldset figcaption form html legend summary caption"
        ),
        (.option, "option optgroup"),
        (.block, "address article aside dl figure footer h1 h2 h3 h4 h5 h6 header main nav section"),
        (.paragraph, "p"), (.lineBreak, "br"), (.rule, "hr"),
        (.list, "ul ol menu dir"), (.listItem, "li"),
        (.table, "table"), (.rowGroup, "thead tbody tfoot"), (.row, "tr"), (.cell, "td th"),
        (.quote, "blockquote"), (.preformatted, "pre listing textarea"),
        (.link, "a"), (.image, "img"), (.title, "title"),
        (.raw, "script style xmp iframe noembed noframes"), (.dropped, "template datalist audio video canvas map"),
        (.void, "area base basefont bgsound col embed frame input link meta param source track wbr keygen"),
    ]
}
