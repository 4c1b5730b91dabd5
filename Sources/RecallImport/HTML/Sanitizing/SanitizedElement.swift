/// The sanitizer's treatment of an element. Unlisted elements are removed, and their text stays.
enum SanitizedElement {
    /// Written out again, under this name.
    case kept(StaticString)
    /// A link: shown, but without its target.
    case link
    case image
    /// The page's body; only the first one counts.
    case body
    /// Removed with its content.
    case dropped
    /// Removed; its content stays.
    case unwrapped

    /// The treatment of the element with the key (`HTMLTag.key`).
    init(key: UInt64) {
        self = Self.byKey[key] ?? .unwrapped
    }

    private static let byKey: [UInt64: SanitizedElement] = {
        var table: [UInt64: SanitizedElement] = [:]
        for name in keptNames { table[key(name)] = .kept(name) }
        for name in droppedNames { table[key(name)] = .dropped }
        table[key("a")] = .link
        table[key("img")] = .image
        table[key("image")] = .image
        table[key("body")] = .body
        return table
    }()

    private static func key(_ name: StaticString) -> UInt64 { HTMLTag.key(name) }

    private static let keptNames: [StaticString] = [
        "abbr", "acronym", "address", "article", "aside", "b", "bdi", "big", "blockquote", "br", "caption", "center",
        "cite",
        "code", "col", "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "font",
        "footer", "h1",
        "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "ins", "kbd", "li", "main", "mark", "nav", "ol", "p", "pre",
        "q",
        "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strike", "strong", "sub", "sup", "table", "tbody",
        "td",
        "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "wbr",
    ]

    /// Elements that contain code, controls, drawings or a fallback. `HTMLElement.raw` is removed too.
    private static let droppedNames: [StaticString] = [
        "applet", "audio", "canvas", "datalist", "fencedframe", "frameset", "map", "math", "noscript", "object",
        "portal",
        "select", "svg", "template", "video", "xml",
    ]
}
