import RecallCore

/// Rewrites the harmless part of HTML: allowed elements, attributes and CSS, and text with everything escaped.
/// Anything that is not on an allow list is dropped, so safety does not depend on knowing everything that is harmful,
/// and nothing of the source is copied verbatim. A document's style sheets apply to it alone.
///
/// The only addresses that stay are those of pictures within the mail, which are replaced by the pictures' bytes.
/// Links become text with their address as title.
package struct HTMLSanitizer {
    private struct Open: OpenHTMLElement {
        var element: HTMLElement
        var key: UInt64
        /// The name under which it was written.
        var name: StaticString
    }

    private var writer = SanitizedWriter(limit: ImportLimits.shownHTMLBytes)
    private var references = HTMLCharacterReferences()
    private var pictures: InlinePictures
    private var open: [Open] = []
    /// The element being dropped with its content, and its nesting depth within itself.
    private var dropped: (key: UInt64, depth: Int)?
    private var hasBody = false
    /// The class of the current document, if it has style sheets.
    private var sheetClass: String?
    private var documents = 0

    /// A sanitizer of a page with `pictures`.
    package init(pictures: InlinePictures = InlinePictures()) {
        self.pictures = pictures
    }

    /// The output so far: well-formed UTF-8, the content of the body only. Ends with a line that says so if the input
    /// exceeded a limit.
    package var result: String {
        let end = writer.isCut ? "<p class=\"cut\">The rest is too long to be shown.</p>" : ""
        return String(decoding: writer.bytes, as: UTF8.self) + end
    }

    /// Adds an HTML document or fragment, which is UTF-8.
    package mutating func append(html: [UInt8]) {
        (hasBody, dropped) = (false, nil)
        documents += 1
        html.prefix(ImportLimits.textBytes).withUnsafeBufferPointer { bytes in
            beginDocument(isStyled: bytes.containsIgnoringCase("<style"))
            var tokens = HTMLTokenizer(bytes, keepingAttributes: true)
            while let token = tokens.next() {
                switch token {
                case .text(let text): if dropped == nil { write(text) }
                case .start(let tag): start(tag, &tokens)
                case .end(let tag): end(tag)
                }
            }
        }
        close(from: 0)
        if sheetClass != nil { writer.close("div") }
        if html.count > ImportLimits.textBytes { writer.cut() }
    }

    private mutating func beginDocument(isStyled: Bool) {
        sheetClass = nil
        guard isStyled, writer.beginTag("div") else { return }
        let name = "part\(documents)"
        writer.attribute("class", Array(name.utf8))
        writer.endTag()
        sheetClass = name
    }

    /// Adds plain text.
    mutating func append(text: [UInt8]) {
        guard writer.beginTag("div") else { return }
        writer.attribute("class", Array("text".utf8))
        writer.endTag()
        text.withUnsafeBufferPointer { writer.write($0) }
        writer.close("div")
    }

    /// Adds a line between two messages.
    mutating func appendRule() {
        if writer.beginTag("hr") { writer.endTag() }
    }

    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        references.decode(text) { writer.write($0) }
    }

    // MARK: Tags

    private mutating func start(_ tag: HTMLTag, _ tokens: inout HTMLTokenizer) {
        if let dropped { return count(tag, in: dropped, by: tag.isSelfClosing ? 0 : 1) }
        let element = HTMLElement(key: tag.key)
        if element == .raw || element == .title { return raw(tag, &tokens) }
        close(from: open.indexEndedByNext(element))
        close(from: open.indexOfParagraph(endedBy: element))
        let attributes = tokens.attributes
        switch SanitizedElement(key: tag.key) {
        case .kept(let name): begin(name, element, tag, attributes)
        case .link: beginLink(element, tag, attributes)
        case .image: image(attributes)
        case .body:
            if !hasBody { begin("div", element, tag, attributes, of: sheetClass == nil ? nil : SanitizedName.body) }
            hasBody = true
        case .dropped: if !tag.isSelfClosing { dropped = (tag.key, 1) }
        case .unwrapped: break
        }
    }

    private mutating func end(_ tag: HTMLTag) {
        if let dropped { return count(tag, in: dropped, by: -1) }
        // Content after the end of the body is shown too, as browsers do.
        guard tag.key != HTMLTag.key("body") else { return }
        if tag.key == HTMLTag.key("br"), writer.beginTag("br") { return writer.endTag() }
        close(from: open.index(closing: HTMLElement(key: tag.key)) { $0.key == tag.key })
    }

    private mutating func count(_ tag: HTMLTag, in dropped: (key: UInt64, depth: Int), by difference: Int) {
        guard tag.key == dropped.key else { return }
        let depth = dropped.depth + difference
        self.dropped = depth > 0 ? (dropped.key, depth) : nil
    }

    /// Passes over a script and the like, as far as a browser would; keeps of a style sheet what may stay.
    private mutating func raw(_ tag: HTMLTag, _ tokens: inout HTMLTokenizer) {
        let isSheet = tag.key == HTMLTag.key("style")
        if let text = tokens.rawText(of: tag) {
            guard isSheet, let sheetClass else { return }
            writer.styleSheet(StyleSheet.allowed(in: text, scope: "." + sheetClass))
        } else if isSheet || tag.key == HTMLTag.key("script") {
            tokens.skipRest()
        }
    }

    private mutating func close(from index: Int?) {
        while let index, open.count > index, let last = open.popLast() { writer.close(last.name) }
    }

    // MARK: Elements

    private typealias Attributes = [(name: HTMLTag.Bytes, value: HTMLTag.Bytes)]

    /// Writes a link as text, with its address as title where there is one.
    private mutating func beginLink(_ element: HTMLElement, _ tag: HTMLTag, _ attributes: Attributes) {
        let address = value(of: "href", attributes).flatMap(LinkAddress.text)
        begin("span", element, tag, attributes, of: address == nil ? nil : SanitizedName.link, title: address ?? [])
    }

    /// Writes a start tag. A tag beyond the depth limit is dropped; its content stays.
    ///
    /// - Parameters:
    ///   - ownClass: a class of the written page, in addition to those of the mail.
    ///   - title: replaces the mail's title unless it is empty.
    private mutating func begin(
        _ name: StaticString, _ element: HTMLElement, _ tag: HTMLTag, _ attributes: Attributes,
        of ownClass: String? = nil, title: [UInt8]? = nil
    ) {
        guard element.isVoid || open.count < ImportLimits.htmlDepth, writer.beginTag(name) else { return }
        write(attributes, of: ownClass)
        if let title = title ?? value(of: "title", attributes).map({ Array($0.prefix(1_000)) }), !title.isEmpty {
            writer.attribute("title", title)
        }
        writer.endTag()
        if !element.isVoid { open.append(Open(element: element, key: tag.key, name: name)) }
    }

    private mutating func write(_ attributes: Attributes, of ownClass: String? = nil) {
        let classes = [ownClass].compactMap(\.self) + (sheetClass == nil ? [] : classes(attributes))
        if !classes.isEmpty { writer.attribute("class", Array(classes.joined(separator: " ").utf8)) }
        for (name, form) in SanitizedAttribute.all {
            guard let value = value(of: name, attributes), let kept = SanitizedAttribute.value(value, form) else {
                continue
            }
            writer.attribute(name, kept)
        }
    }

    /// Those by which style sheets know an element.
    private mutating func classes(_ attributes: Attributes) -> [String] {
        SanitizedName.ofElement(
            classes: value(of: "class", attributes) ?? [], id: value(of: "id", attributes) ?? [])
    }

    /// Writes a picture attached to the mail, or else its alternative text.
    private mutating func image(_ attributes: Attributes) {
        let text = value(of: "alt", attributes)?.prefix(1_000) ?? []
        if let source = value(of: "src", attributes), let address = pictures.address(source), writer.beginTag("img") {
            writer.picture(address)
            writer.attribute("alt", Array(text))
            write(attributes)
            writer.endTag()
        } else if !text.isEmpty, writer.beginTag("span") {
            writer.attribute("class", Array("picture".utf8))
            writer.endTag()
            text.withUnsafeBufferPointer { writer.write($0) }
            writer.close("span")
        }
    }

    /// The decoded value of the first attribute of that name.
    private mutating func value(of name: StaticString, _ attributes: Attributes) -> [UInt8]? {
        attributes.first { UnsafeBufferPointer(rebasing: $0.name).equalsIgnoringCase(name) }
            .map { references.decoded($0.value, inAttribute: true) }
    }
}
