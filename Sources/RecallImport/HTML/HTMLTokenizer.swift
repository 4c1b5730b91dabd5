import RecallText

/// Cuts HTML into tags and text as a browser does (WHATWG HTML, 13.2.5), in one pass, and hands them to a parser.
///
/// Not libxml2's: its HTML parser compares each attribute with all before it, and each end tag with all open elements, so
/// that a mail of 2 MB can take a minute; and this one runs in the importing process, where memory safety counts.
struct HTMLTokenizer {
    private let html: UnsafeBufferPointer<UInt8>
    /// The offset of what comes next.
    private(set) var position = 0
    /// Elements without an end tag in the rest of the document.
    private var unclosed: Set<UInt64> = []
    typealias Attributes = [(name: HTMLTag.Bytes, value: HTMLTag.Bytes)]

    private var keepsAttributes: Bool
    static let mostAttributes = 64
    /// The attributes of the last tag, if they are kept: from the first drawing (SVG) on always.
    private(set) var attributes: Attributes = []

    /// A tokenizer of `html`, which is UTF-8.
    init(_ html: UnsafeBufferPointer<UInt8>, keepingAttributes: Bool = false) {
        self.html = html
        keepsAttributes = keepingAttributes
    }

    /// One piece of the document.
    enum Token {
        /// Text in which character references are not decoded yet.
        case text(UnsafeBufferPointer<UInt8>)
        case start(HTMLTag)
        case end(HTMLTag)
    }

    /// The next token; `nil` at the end. Comments, declarations and unclosed tags are skipped.
    mutating func next() -> Token? {
        while position < html.count {
            guard html[position] == UInt8(ascii: "<") else { return text(from: position) }
            switch byte(1) {
            case 0x41...0x5A, 0x61...0x7A:
                position += 1
                return tag().map { .start($0) }
            case UInt8(ascii: "/") where byte(2).isASCIILetter:
                position += 2
                return tag().map { .end($0) }
            case UInt8(ascii: "!") where byte(2) == 0x2D && byte(3) == 0x2D: skipComment()
            case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"): position = index(of: 0x3E, from: position) + 1
            default: return text(from: position)
            }
        }
        return nil
    }

    /// The text up to the end tag of a raw-text element such as `script`; moves past the end tag. Without an end tag,
    /// the rest of the document belongs to `script`; for other elements the tag is ignored: `nil`.
    mutating func rawText(of tag: HTMLTag) -> UnsafeBufferPointer<UInt8>? {
        guard !unclosed.contains(tag.key) else { return nil }
        var at = position
        while at < html.count {
            at = index(of: 0x3C, from: at)
            guard at < html.count else { break }
            if isEndTag(of: tag, at: at) {
                let text = UnsafeBufferPointer(rebasing: html[position..<at])
                position = index(of: 0x3E, from: at) + 1
                return text
            }
            at += 1
        }
        unclosed.insert(tag.key)
        return nil
    }

    /// Moves to the end of the document.
    mutating func skipRest() {
        position = html.count
    }

    // MARK: Parts

    private mutating func text(from start: Int) -> Token {
        position = index(of: 0x3C, from: start + 1)
        return .text(UnsafeBufferPointer(rebasing: html[start..<position]))
    }

    private mutating func skipComment() {
        var at = position + 4
        if byte(4) == 0x3E {
            position += 5
            return
        }
        while true {
            at = index(of: 0x3E, from: at)
            guard at < html.count else {
                position = html.count
                return
            }
            let isEnd = html[at - 1] == 0x2D && html[at - 2] == 0x2D
            let isBangEnd = html[at - 1] == 0x21 && html[at - 2] == 0x2D && html[at - 3] == 0x2D
            at += 1
            if isEnd || isBangEnd {
                position = at
                return
            }
        }
    }

    /// Reads a tag from its name on and moves past it; `nil` if the document ends within the tag.
    private mutating func tag() -> HTMLTag? {
        let nameStart = position
        while position < html.count, !html[position].isASCIISpace, html[position] != 0x2F, html[position] != 0x3E {
            position += 1
        }
        var tag = HTMLTag(name: UnsafeBufferPointer(rebasing: html[nameStart..<position]))
        if tag.key == HTMLTag.key("svg") { keepsAttributes = true }
        if keepsAttributes { attributes.removeAll(keepingCapacity: true) }
        while position < html.count {
            switch html[position] {
            case 0x3E:
                tag.isSelfClosing = html[position - 1] == 0x2F
                position += 1
                return tag
            case 0x2F: position += 1
            case let byte where byte.isASCIISpace: position += 1
            default: attribute(of: &tag)
            }
        }
        return nil
    }

    private mutating func attribute(of tag: inout HTMLTag) {
        let start = position
        position += 1
        while position < html.count, !html[position].isASCIISpace, !Self.endsName(html[position]) { position += 1 }
        let name = html[start..<position]
        skipSpace()
        guard position < html.count, html[position] == 0x3D else {
            return add(name, html[position..<position], to: &tag)
        }
        position += 1
        skipSpace()
        add(name, value(), to: &tag)
    }

    private mutating func add(_ name: HTMLTag.Bytes, _ value: HTMLTag.Bytes, to tag: inout HTMLTag) {
        tag.add(name, value)
        if keepsAttributes, attributes.count < Self.mostAttributes { attributes.append((name, value)) }
    }

    private mutating func value() -> Slice<UnsafeBufferPointer<UInt8>> {
        guard position < html.count else { return html[position..<position] }
        let quote = html[position]
        if quote == 0x22 || quote == 0x27 {
            let start = position + 1
            let end = index(of: quote, from: start)
            position = min(end + 1, html.count)
            return html[start..<max(start, end)]
        }
        let start = position
        while position < html.count, !html[position].isASCIISpace, html[position] != 0x3E { position += 1 }
        return html[start..<position]
    }

    private func isEndTag(of tag: HTMLTag, at start: Int) -> Bool {
        let name = tag.name
        let after = start + 2 + name.count
        guard after < html.count, html[start + 1] == 0x2F else { return false }
        for i in 0..<name.count where html[start + 2 + i] | 0x20 != name[i] | 0x20 { return false }
        return html[after].isASCIISpace || html[after] == 0x2F || html[after] == 0x3E
    }

    // MARK: Bytes

    private func byte(_ offset: Int) -> UInt8 {
        position + offset < html.count ? html[position + offset] : 0
    }

    /// The index of the next `byte`, or the end.
    private func index(of byte: UInt8, from start: Int) -> Int {
        guard start < html.count else { return html.count }
        return html[start...].firstIndex(of: byte) ?? html.count
    }

    private mutating func skipSpace() {
        while position < html.count, html[position].isASCIISpace { position += 1 }
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        byte == 0x3D || byte == 0x2F || byte == 0x3E
    }
}

/// A tag: its name, and those of its attributes that matter to text.
struct HTMLTag {
    /// The name as written.
    let name: UnsafeBufferPointer<UInt8>
    /// The first eight bytes of the name in lower case, which distinguish all relevant names.
    let key: UInt64
    /// True if it ends in `/>`.
    var isSelfClosing = false
    private(set) var style: Bytes?, classes: Bytes?, hidden: Bytes?, link: Bytes?, imageText: Bytes?, type: Bytes?
    private(set) var color: Bytes?, background: Bytes?, picture: Bytes?, id: Bytes?, fontSize: Bytes?, text: Bytes?
    private(set) var linkColor: Bytes?, isOpen = false, isPopover = false, isChecked = false, isDisabled = false

    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    init(name: UnsafeBufferPointer<UInt8>) {
        self.name = name
        key = Self.key(name)
    }

    /// Keeps an attribute; of several with one name the first counts.
    mutating func add(_ name: Bytes, _ value: Bytes) {
        switch Self.key(name) {
        case Self.key("style"): style = style ?? value
        case Self.key("class"): classes = classes ?? value
        case Self.key("hidden"): hidden = hidden ?? value
        case Self.key("href"): link = link ?? value
        case Self.key("alt"): imageText = imageText ?? value
        case Self.key("type"): type = type ?? value
        case Self.key("color"): color = color ?? value
        case Self.key("bgcolor"): background = background ?? value
        case Self.key("text"): text = text ?? value
        case Self.key("background"): picture = picture ?? value
        case Self.key("id"): id = id ?? value
        case Self.key("size"): fontSize = fontSize ?? value
        case Self.key("link"): linkColor = linkColor ?? value
        case Self.key("open"): isOpen = true
        case Self.key("popover"): isPopover = true
        case Self.key("checked"): isChecked = true
        case Self.key("disabled"): isDisabled = true
        default: break
        }
    }

    /// The key of a name.
    @inline(__always)
    static func key(_ name: some Sequence<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        var count = 0
        for byte in name {
            guard count < 8 else { break }
            key = key << 8 | UInt64(byte.asciiLowercase)
            count += 1
        }
        return key
    }

    /// The key of a name, in the source.
    @inline(__always)
    static func key(_ name: StaticString) -> UInt64 {
        key(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }
}
