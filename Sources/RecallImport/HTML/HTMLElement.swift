/// What an element means for the text: where lines break, what is left out.
enum HTMLElement {
    /// No break: text flows through.
    case inline
    /// Begins and ends a line.
    case line
    /// An empty line before and after.
    case paragraph
    case lineBreak
    case rule
    case list, listItem
    case table, row, cell
    case quote
    case preformatted
    case link, image
    case title
    /// Its text is not for readers.
    case dropped

    /// The element of a lower-case tag name.
    init(name: UnsafePointer<UInt8>) {
        self = Self.byName[Self.key(name)] ?? .inline
    }

    /// The first eight bytes of the name, which tell all names in the table apart.
    private static func key(_ name: UnsafePointer<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        var i = 0
        while i < 8, name[i] != 0 {
            key = key << 8 | UInt64(name[i])
            i += 1
        }
        return key
    }

    private static let byName: [UInt64: HTMLElement] = {
        var table: [UInt64: HTMLElement] = [:]
        for (element, names) in names {
            for name in names.split(separator: " ") {
                table[name.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }] = element
            }
        }
        return table
    }()

    private static let names: [(HTMLElement, String)] = [
        (.line, "body center dd details dialog div dt fieldset figcaption form html legend option summary thead tbody"),
        (.line, "tfoot caption optgroup"),
        (.paragraph, "address article aside dl figure footer h1 h2 h3 h4 h5 h6 header main nav p section"),
        (.lineBreak, "br"), (.rule, "hr"),
        (.list, "ul ol menu dir"), (.listItem, "li"),
        (.table, "table"), (.row, "tr"), (.cell, "td th"),
        (.quote, "blockquote"), (.preformatted, "pre listing plaintext textarea xmp"),
        (.link, "a"), (.image, "img"), (.title, "title"),
        (.dropped, "script style template datalist audio video canvas map"),
    ]
}
