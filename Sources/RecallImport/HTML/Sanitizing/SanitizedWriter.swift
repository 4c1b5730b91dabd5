/// Writes elements and text, so that what is written is well-formed whatever the text is.
struct SanitizedWriter {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []
    /// True if output was dropped because the limit was reached.
    private(set) var isCut = false
    private let limit: Int

    /// A writer of about `limit` bytes of text; end tags and pictures come on top.
    init(limit: Int) {
        self.limit = limit
    }

    /// Leaves out all that follows, but end tags.
    mutating func cut() {
        isCut = true
    }

    private mutating func hasRoom(for count: Int) -> Bool {
        if bytes.count + count > limit { isCut = true }
        return !isCut
    }

    /// Writes text.
    mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        guard hasRoom(for: text.count) else { return }
        for byte in text { escape(byte) }
    }

    /// Begins a start tag; false if there is no room for it.
    mutating func beginTag(_ name: StaticString) -> Bool {
        guard hasRoom(for: name.utf8CodeUnitCount + 8) else { return false }
        bytes.append(UInt8(ascii: "<"))
        append(name)
        return true
    }

    /// Writes an attribute of the tag that was begun.
    mutating func attribute(_ name: StaticString, _ value: [UInt8]) {
        bytes.append(0x20)
        append(name)
        append("=\"")
        for byte in value { escape(byte) }
        append("\"")
    }

    /// Writes an attribute whose value needs no escapes and does not count, since it has a limit of its own.
    mutating func picture(_ address: [UInt8]) {
        append(" src=\"")
        bytes += address
        append("\"")
    }

    /// Ends the tag that was begun.
    mutating func endTag() {
        append(">")
    }

    /// Writes a style sheet, which has no `<` in it.
    mutating func styleSheet(_ css: [UInt8]) {
        guard !css.isEmpty, !css.contains(UInt8(ascii: "<")), hasRoom(for: css.count) else { return }
        append("<style>")
        bytes += css
        close("style")
    }

    /// Writes an end tag.
    mutating func close(_ name: StaticString) {
        append("</")
        append(name)
        append(">")
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        case UInt8(ascii: "\""): append("&quot;")
        case UInt8(ascii: "'"): append("&#39;")
        case UInt8(ascii: "`"): append("&#96;")
        case 0x09, 0x0A, 0x20...: if byte != 0x7F { bytes.append(byte) }
        default: break
        }
    }
}
