import CLibXML2
import RecallCore

/// Follows libxml2's events through an HTML document and lays out its text. No tree is built.
final class HTMLTextParser {
    /// An element that is open, with what to restore at its end.
    private struct Open {
        var element: HTMLElement
        var outer: State
        /// The length of the text at its start.
        var start: Int
        /// The layout's `rowLine` before it.
        var rowLine: Int?
    }

    /// What an element changes for what is in it.
    private struct State {
        var isDropped = false
        var isHidden = false
        var isPreformatted = false
        var inTitle = false
        var quoteDepth = 0
        var listDepth = 0
        var background: InlineStyle.Color? = .rgb(0xFFFFFF)
        var linkTarget: [UInt8] = []
    }

    private var layout = TextLayout(limit: ImportLimits.textBytes)
    private var state = State() {
        didSet {
            layout.isHidden = state.isHidden
            layout.isPreformatted = state.isPreformatted
            layout.quoteDepth = state.quoteDepth
        }
    }
    private var open: [Open] = []
    private var title: [UInt8] = []
    private var imageTexts: [UInt8] = []
    private var isOverDepth = false
    private var context: htmlParserCtxtPtr?

    /// The text of `html`, which is UTF-8.
    static func parse(_ html: [UInt8]) -> ExtractedText {
        let parser = HTMLTextParser()
        parser.run(html)
        return parser.result()
    }

    private func run(_ html: [UInt8]) {
        var events = Self.events
        let user = Unmanaged.passUnretained(self).toOpaque()
        guard let context = htmlCreatePushParserCtxt(&events, user, nil, 0, nil, XML_CHAR_ENCODING_UTF8) else { return }
        defer { htmlFreeParserCtxt(context) }
        self.context = context
        let options = [
            HTML_PARSE_RECOVER, HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC,
        ]
        htmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
        let bytes = html.contains(0) ? html.map { $0 == 0 ? 0x20 : $0 } : html
        bytes.withUnsafeBytes { raw in
            _ = htmlParseChunk(context, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count), 1)
        }
    }

    private func result() -> ExtractedText {
        var text = String(decoding: layout.bytes, as: UTF8.self)
        if text.isEmpty { text = String(decoding: imageTexts, as: UTF8.self) }
        var defects: Set<Defect> = []
        if layout.isTruncated { defects.insert(.truncatedText) }
        if layout.hasControlCharacters { defects.insert(.controlCharacters) }
        if !layout.hiddenRanges.isEmpty { defects.insert(.hiddenText) }
        if isOverDepth { defects.insert(.overLimit) }
        let title = String(decoding: title, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
        return ExtractedText(text: text, title: title, hiddenRanges: layout.hiddenRanges, defects: defects)
    }

    // MARK: Events

    private static var events: htmlSAXHandler {
        var events = htmlSAXHandler()
        events.startElement = { user, name, attributes in
            guard let user, let name else { return }
            HTMLTextParser.of(user).start(name, HTMLAttributes(attributes))
        }
        events.endElement = { user, _ in user.map { HTMLTextParser.of($0).end() } }
        events.characters = { user, text, count in
            guard let user else { return }
            HTMLTextParser.of(user).write(UnsafeBufferPointer(start: text, count: Int(count)))
        }
        events.ignorableWhitespace = events.characters
        events.cdataBlock = { _, _, _ in }  // scripts and styles
        return events
    }

    private static func of(_ user: UnsafeMutableRawPointer) -> HTMLTextParser {
        Unmanaged<HTMLTextParser>.fromOpaque(user).takeUnretainedValue()
    }

    private func start(_ name: UnsafePointer<UInt8>, _ attributes: HTMLAttributes) {
        let element = HTMLElement(name: name)
        if open.count < ImportLimits.htmlDepth {
            open.append(Open(element: element, outer: state, start: layout.bytes.count, rowLine: layout.rowLine))
            applyStyle(attributes)
            begin(element, attributes)
        } else {
            flatten(element)
        }
    }

    /// Takes an element beyond the depth limit off libxml2's own stack, which it searches at each end tag, so that time
    /// stays linear; its text goes to the element around it.
    private func flatten(_ element: HTMLElement) {
        isOverDepth = true
        switch element {
        case .inline, .link, .image, .title: break
        case .dropped:
            return open.append(Open(element: element, outer: state, start: layout.bytes.count, rowLine: layout.rowLine))
        default: layout.requireBreak(1)
        }
        guard let context, context.pointee.nameNr > 1 else { return }
        context.pointee.nameNr -= 1
        context.pointee.name = context.pointee.nameTab[Int(context.pointee.nameNr) - 1]
    }

    private func begin(_ element: HTMLElement, _ attributes: HTMLAttributes) {
        switch element {
        case .inline: break
        case .line: layout.requireBreak(1)
        case .paragraph, .rule: layout.requireBreak(2)
        case .lineBreak: layout.addBreak()
        case .list: beginList()
        case .listItem: layout.beginListItem(indentedBy: max(0, state.listDepth - 1))
        case .table, .row: beginRow(element)
        case .cell: layout.beginCell()
        case .quote: beginQuote(attributes)
        case .preformatted: beginPreformatted()
        case .link: state.linkTarget = attributes["href"].map(Array.init) ?? []
        case .image: addImage(attributes)
        case .title: state.inTitle = title.isEmpty
        case .dropped: state.isDropped = true
        }
    }

    private func end() {
        guard let closed = open.popLast() else { return }
        if closed.element == .link { endLink(closed) }
        state = closed.outer
        if closed.element == .row || closed.element == .table { endRow(closed) }
        switch closed.element {
        case .line, .listItem: layout.requireBreak(1)
        case .paragraph, .quote, .preformatted, .table: layout.requireBreak(2)
        case .list: layout.requireBreak(state.listDepth == 0 ? 2 : 1)
        default: break
        }
    }

    private func write(_ text: UnsafeBufferPointer<UInt8>) {
        if state.inTitle {
            if title.count < 4_096 { title += text.prefix(4_096) }
        } else if !state.isDropped {
            layout.write(text)
        }
    }

    // MARK: Elements

    private func beginList() {
        layout.requireBreak(state.listDepth == 0 ? 2 : 1)
        state.listDepth += 1
    }

    private func beginRow(_ element: HTMLElement) {
        if element == .table { layout.requireBreak(2) }
        layout.beginRow()
    }

    /// Goes on in the row around a table; if the table has text, that row has several lines.
    private func endRow(_ closed: Open) {
        layout.endRow()
        layout.rowLine = closed.rowLine ?? (layout.bytes.count > closed.start ? -1 : nil)
    }

    private func beginPreformatted() {
        layout.requireBreak(2)
        state.isPreformatted = true
    }

    /// A quote, unless it is the one that mail programs make of indented text.
    private func beginQuote(_ attributes: HTMLAttributes) {
        layout.requireBreak(2)
        let isIndent = attributes["style"].map { String(decoding: $0, as: UTF8.self).contains("border:none") } ?? false
        guard attributes["type"] != nil || attributes["class"] != nil || !isIndent else { return }
        state.quoteDepth += 1
    }

    /// Keeps an image's text in case that there is no other text.
    private func addImage(_ attributes: HTMLAttributes) {
        guard let text = attributes["alt"], !text.isEmpty, imageTexts.count < 65_536, !state.isDropped else { return }
        imageTexts += (imageTexts.isEmpty ? [] : [0x0A]) + [0x5B] + text.prefix(1_024) + [0x5D]
    }

    /// Writes the target of a link that has no text of its own, on a page where it may be all there is.
    private func endLink(_ closed: Open) {
        guard layout.bytes.count == closed.start, !state.linkTarget.isEmpty, imageTexts.isEmpty else { return }
        guard state.linkTarget.starts(with: "http".utf8), state.linkTarget.count <= 256 else { return }
        state.linkTarget.withUnsafeBufferPointer { write($0) }
    }

    private func applyStyle(_ attributes: HTMLAttributes) {
        guard !attributes.isEmpty else { return }
        let style = attributes["style"].map(InlineStyle.init)
        if style?.isHidden ?? false || attributes["hidden"] != nil { state.isHidden = true }
        if style?.isPreformatted ?? false { state.isPreformatted = true }
        let background =
            style?.background ?? attributes["bgcolor"].map { .init(String(decoding: $0, as: UTF8.self).lowercased()) }
        if let background {
            state.background = background
        } else if attributes["class"] != nil {
            state.background = .unknown
        }
        let color = style?.color ?? attributes["color"].map { .init(String(decoding: $0, as: UTF8.self).lowercased()) }
        // Only white on white: dark text is often put on a dark picture's place.
        if color == .rgb(0xFFFFFF), state.background == color { state.isHidden = true }
    }
}

/// The attributes of an element: names and values in turn, ended by a null pointer. Names are lower case.
struct HTMLAttributes {
    private let first: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    init(_ first: UnsafeMutablePointer<UnsafePointer<UInt8>?>?) {
        self.first = first
    }

    var isEmpty: Bool { first == nil }

    /// The value of the attribute; empty if it has none, `nil` if there is no such attribute.
    subscript(name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard var next = first else { return nil }
        while let candidate = next.pointee {
            if Self.equal(candidate, name) { return Self.value(next[1]) }
            next += 2
        }
        return nil
    }

    private static func equal(_ text: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        for i in name.indices where text[i] != name[i] { return false }
        return text[name.count] == 0
    }

    private static func value(_ text: UnsafePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
        guard let text else { return UnsafeBufferPointer(start: nil, count: 0) }
        var count = 0
        while text[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: text, count: count)
    }
}
