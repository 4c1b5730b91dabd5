import RecallCore

/// Follows the tags of an HTML document and lays out its text. No tree is built.
struct HTMLTextParser {
    private typealias Open = OpenTextElement
    private typealias State = HTMLTextState

    private var tokens: HTMLTokenizer
    private var layout = TextLayout(limit: ImportLimits.textBytes)
    private var references = HTMLCharacterReferences()
    private var cascade: VisibilityCascade
    private var state = State()
    private var open: [Open] = []
    private var title: [UInt8] = []
    private var imageTexts: [UInt8] = []
    private var isOverDepth = false
    private var writesAddresses = false

    /// The text of `html`, which is UTF-8.
    static func parse(_ html: [UInt8], writesAddresses: Bool = false) -> ExtractedText {
        html.withUnsafeBufferPointer { html in
            var cascade = VisibilityCascade(page: html)
            var state = State()
            for (style, isPage) in cascade.pageStyles(html, variables: &state.variables) {
                state.visibility.value.enter(
                    style, .line, isPage: isPage, isBody: !isPage, mayHaveBackground: false)
            }
            let tokens = HTMLTokenizer(html, keepingAttributes: cascade.needsAttributes)
            var parser = HTMLTextParser(tokens: tokens, cascade: cascade, state: state)
            parser.writesAddresses = writesAddresses
            parser.run()
            return parser.result()
        }
    }

    private init(tokens: HTMLTokenizer, cascade: VisibilityCascade, state: State) {
        (self.tokens, self.cascade, self.state) = (tokens, cascade, state)
    }

    private mutating func run() {
        while let token = tokens.next() {
            switch token {
            case .text(let text): if !state.isDropped { write(text) }
            case .start(let tag): start(tag)
            case .end(let tag): end(tag)
            }
        }
        guard layout.bytes.isEmpty else { return }
        state.isPreformatted = true
        imageTexts.withUnsafeBufferPointer { write($0) }
    }

    private func result() -> ExtractedText {
        var defects: Set<Defect> = []
        if layout.isTruncated { defects.insert(.truncatedText) }
        if layout.hasControlCharacters { defects.insert(.controlCharacters) }
        if !layout.hiddenRanges.isEmpty { defects.insert(.hiddenText) }
        if isOverDepth { defects.insert(.overLimit) }
        return ExtractedText(
            text: String(decoding: layout.bytes, as: UTF8.self), title: String(decoding: title, as: UTF8.self),
            hiddenRanges: layout.hiddenRanges, defects: defects)
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        layout.isHidden = state.visibility.value.isHidden
        layout.isPreformatted = state.isPreformatted
        layout.quoteDepth = state.quoteDepth
        references.decode(text) { layout.write($0) }
    }

    // MARK: Tags

    private mutating func start(_ tag: HTMLTag) {
        let element = HTMLElement(key: tag.key)
        closeImplied(by: element)
        let isRaw = element == .raw || element == .title
        cascade.count(tag, tokens.attributes, isVoid: isRaw || element.isVoid)
        if isRaw { return skipRaw(element, tag) }
        if !element.isVoid {
            let isEmpty = tag.isSelfClosing && (state.isForeign || tag.name.contains(0x3A))
            if isEmpty { return }
            let isKept = push(element, tag.key)
            applyStyle(element, tag, isKept: isKept)
        }
        begin(element, tag)
    }

    /// Opens an element. One beyond the depth limit is not kept (false): what it changes lasts until the element around
    /// it ends.
    private mutating func push(_ element: HTMLElement, _ key: UInt64) -> Bool {
        guard open.count < ImportLimits.htmlDepth else {
            isOverDepth = true
            return false
        }
        open.append(
            Open(element: element, key: key, outer: state, start: layout.bytes.count, rowLine: layout.rowLine))
        return true
    }

    /// Ends elements that have no end tag where the next one of their kind, or a block in a paragraph, begins.
    private mutating func closeImplied(by element: HTMLElement) {
        close(from: open.indexEndedByNext(element))
        close(from: open.indexOfParagraph(endedBy: element))
    }

    private mutating func end(_ tag: HTMLTag) {
        let element = HTMLElement(key: tag.key)
        switch element {
        case .lineBreak: layout.addBreak()
        case .paragraph where !open.contains { $0.element == .paragraph }: layout.requireBreak(2)
        // Content after the end of the body is shown too, as browsers do.
        case .line where tag.key == HTMLTag.key("body") || tag.key == HTMLTag.key("html"): break
        default: close(from: open.index(closing: element) { $0.key == tag.key })
        }
    }

    /// Closes an open element with all in it.
    private mutating func close(from index: Int?) {
        guard let index else { return }
        // A font that ends with an element around it goes on after that, as far as the next cell.
        let isFont = { (closed: Open) in closed.key == HTMLTag.key("font") }
        let carriesFont =
            open.count > index + 1 && open[(index + 1)...].contains(where: isFont)
            && !open[index...].contains { $0.element == .cell || $0.element == .table }
        let before = carriesFont ? state.visibility : nil
        while open.count > index { closeLast() }
        if let before { state.visibility.value.mayHaveColor(of: before.value) }
    }

    private mutating func closeLast() {
        guard let closed = open.popLast() else { return }
        if closed.element == .link { endLink(closed) }
        cascade.leave(closed.levels)
        state = closed.outer
        switch closed.element {
        case .line, .option: layout.requireBreak(1)
        case .listItem:
            layout.endListItem()
            layout.requireBreak(1)
        case .block, .paragraph, .quote, .preformatted: layout.requireBreak(2)
        case .list: layout.requireBreak(state.listDepth == 0 ? 2 : 1)
        case .row: endRow(closed)
        case .table:
            endRow(closed)
            layout.requireBreak(2)
        default: break
        }
    }

    private mutating func begin(_ element: HTMLElement, _ tag: HTMLTag) {
        switch element {
        case .inline:
            state.isForeign = state.isForeign || tag.key == HTMLTag.key("svg") || tag.key == HTMLTag.key("math")
        case .line, .option: layout.requireBreak(1)
        case .block, .paragraph, .rule: layout.requireBreak(2)
        case .lineBreak: layout.addBreak()
        case .list: beginList()
        case .listItem: layout.beginListItem(indentedBy: max(0, state.listDepth - 1))
        case .table: beginTable()
        case .row: layout.beginRow()
        case .cell: layout.beginCell()
        case .quote: beginQuote(tag)
        case .preformatted: beginPreformatted()
        case .link: state.link = tag.link
        case .image: addImage(tag)
        case .dropped: state.isDropped = true
        case .void where tag.key == HTMLTag.key("input"):
            // Only a box that nobody can tick is part of what is written.
            if tag.type?.elementsEqual("checkbox".utf8) == true, tag.isDisabled { write(tag.isChecked ? "☑ " : "☐ ") }
        case .rowGroup, .title, .raw, .void: break
        }
        // A box of Notion's.
        if element == .line, let classes = tag.classes, classes.starts(with: "checkbox checkbox-o".utf8) {
            write(classes.elementsEqual("checkbox checkbox-on".utf8) ? "☑ " : "☐ ")
        }
    }

    private mutating func write(_ text: String) {
        guard !state.isDropped else { return }
        Array(text.utf8).withUnsafeBufferPointer { write($0) }
    }

    /// Passes over a script and the like; a title is kept.
    private mutating func skipRaw(_ element: HTMLElement, _ tag: HTMLTag) {
        guard let text = tokens.rawText(of: tag) else {
            if tag.key == HTMLTag.key("script") || tag.key == HTMLTag.key("style") { tokens.skipRest() }
            return
        }
        guard element == .title, title.isEmpty, !state.isForeign else { return }
        title = Array(
            String(decoding: references.decoded(text.prefix(4_096)), as: UTF8.self).split { $0.isWhitespace }
                .joined(separator: " ").utf8)
    }

    // MARK: Elements

    private mutating func beginList() {
        layout.requireBreak(state.listDepth == 0 ? 2 : 1)
        state.listDepth += 1
    }

    private mutating func beginTable() {
        layout.requireBreak(2)
        layout.beginRow()
    }

    /// Goes on in the row around; if the table has text, that row has several lines.
    private mutating func endRow(_ closed: Open) {
        layout.endRow()
        layout.rowLine = closed.rowLine ?? (layout.bytes.count > closed.start ? -1 : nil)
    }

    private mutating func beginPreformatted() {
        layout.requireBreak(2)
        state.isPreformatted = true
    }

    /// A quote, unless it is the one that mail programs make of indented text.
    private mutating func beginQuote(_ tag: HTMLTag) {
        layout.requireBreak(2)
        let isIndent = tag.style.map { String(decoding: $0, as: UTF8.self).contains("border:none") } ?? false
        if tag.type != nil || tag.classes != nil || !isIndent { state.quoteDepth += 1 }
    }

    /// Keeps an image's text in case that there is no other text.
    private mutating func addImage(_ tag: HTMLTag) {
        guard let text = tag.imageText, !text.isEmpty, imageTexts.count < 65_536, !state.isDropped else { return }
        imageTexts += (imageTexts.isEmpty ? [] : [0x0A]) + [0x5B] + text.prefix(1_024) + [0x5D]
    }

    /// Writes the target of a link that has no text of its own, on a page where it may be all there is.
    private mutating func endLink(_ closed: Open) {
        if writesAddresses, layout.bytes.count > closed.start { return writeAddress(closed) }
        guard layout.bytes.count == closed.start, let link = state.link, imageTexts.isEmpty, !state.isDropped else {
            return
        }
        guard link.starts(with: "http".utf8), link.count <= 256 else { return }
        write(UnsafeBufferPointer(rebasing: link))
    }

    /// Writes the address of a link after its text, unless that says it.
    private mutating func writeAddress(_ closed: Open) {
        guard let link = state.link, !state.isDropped, link.starts(with: "http".utf8), link.count <= 2_048 else {
            return
        }
        let address = references.decoded(link, inAttribute: true)
        let text = String(decoding: layout.bytes[closed.start...], as: UTF8.self)
        guard !text.contains(String(decoding: address, as: UTF8.self)) else { return }
        (Array(" <".utf8) + address + Array(">".utf8)).withUnsafeBufferPointer { layout.write($0) }
    }

    private mutating func applyStyle(_ element: HTMLElement, _ tag: HTMLTag, isKept: Bool) {
        let isForeign = state.isForeign || tag.key == HTMLTag.key("svg")
        let (style, levels) = cascade.enter(
            tag, tokens.attributes, isForeign: isForeign, variables: &state.variables)
        if isKept { open[open.count - 1].levels = levels } else { cascade.leave(levels) }
        if style.flag(.isPreformatted) == true { state.isPreformatted = true }
        let mayHaveBackground = cascade.mayHaveBackground(tag)
        guard !style.isEmpty || mayHaveBackground else { return }
        state.visibility.value.enter(
            style, element, isPage: tag.key == HTMLTag.key("html"), isBody: tag.key == HTMLTag.key("body"),
            mayHaveBackground: mayHaveBackground)
        guard isKept else { return }
        if TextVisibility.isCover(style) { cover(style.number(.level) ?? 0) }
        open[open.count - 1].isContainer = style.flag(.isContainer) == true
    }

    /// Hides the text of the element that the innermost one covers.
    private mutating func cover(_ level: Double) {
        guard let container = open.dropLast().lastIndex(where: \.isContainer) else { return }
        layout.hide(from: open[container].start)
        for index in (container + 1)..<open.count { open[index].outer.visibility.value.cover(level: level) }
    }
}
