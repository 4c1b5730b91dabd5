import RecallText

/// Finds what a page declares for each of its elements, in attributes and sheets, as its tags are followed.
struct VisibilityCascade {
    private let rules: VisibilityRules
    private var path: ElementPath
    private let positions: ElementPositions?
    /// Start tags so far.
    private var tags = 0
    /// Styles of attributes by their bytes: mails repeat a few of them in each cell.
    private var known: [ArraySlice<UInt8>: VisibilityStyle] = [:]
    private var references = HTMLCharacterReferences()
    /// Values of variables that may still be copied.
    private var variablesLeft = 1_000_000

    /// Styles of attributes that are kept, and bytes of one.
    private static let mostKnown = 256, longestKnown = 512
    /// Classes of an element that are looked up.
    private static let mostClasses = 1_000

    /// True if the parser must keep the attributes of tags.
    var needsAttributes: Bool { !rules.attributeNames.isEmpty }

    /// The cascade of a page of HTML.
    init(page: UnsafeBufferPointer<UInt8>) {
        rules = VisibilityRules(page: page)
        path = ElementPath(keepsChildren: rules.needsSiblings, counting: rules.outerNames)
        positions = rules.needsPositions ? ElementPositions(page: page) : nil
        guard !rules.isEmpty else { return }
        for (depth, name) in Self.pageElements.enumerated() {
            var element = ElementPath.Element(names: Self.names(of: name))
            element.position = ElementPositions.Position(index: Int32(depth + 1), indexOfType: 1)
            path.enter(element)
        }
    }

    /// Elements of each page, with or without their tags.
    private static let pageElements = ["html", "body"]

    private static func names(of element: String) -> [UInt64] {
        [VisibilitySelector.any, VisibilitySelector.name(0, element.utf8)]
    }

    /// The styles that rules give to `html` and `body` where a page does not have their tags.
    mutating func pageStyles(
        _ page: UnsafeBufferPointer<UInt8>, variables: inout CSSVariables
    ) -> [(style: VisibilityStyle, isPage: Bool)] {
        guard !rules.isEmpty else { return [] }
        var styles: [(VisibilityStyle, Bool)] = []
        for (depth, name) in Self.pageElements.enumerated() {
            var style = rules.style(for: Self.names(of: name), in: &path, at: depth)
            guard !style.isEmpty, !Self.hasTag(HTMLTag.key(name.utf8), page) else { continue }
            resolve(&style, &variables)
            styles.append((style, depth == 0))
        }
        return styles
    }

    private static func hasTag(_ key: UInt64, _ page: UnsafeBufferPointer<UInt8>) -> Bool {
        var tokens = HTMLTokenizer(page)
        while let token = tokens.next() {
            guard case .start(let tag) = token else { continue }
            if tag.key == key { return true }
            if HTMLElement(key: tag.key) == .raw { _ = tokens.rawText(of: tag) }
        }
        return false
    }

    /// Counts a start tag; one without content is a sibling of what follows.
    mutating func count(_ tag: HTMLTag, _ attributes: HTMLTokenizer.Attributes, isVoid: Bool) {
        tags += 1
        guard isVoid, rules.needsSiblings else { return }
        path.addChild(element(tag, attributes))
    }

    /// Enters the element of a start tag. Returns the declarations for it and the number of levels to leave at its end.
    mutating func enter(
        _ tag: HTMLTag, _ attributes: HTMLTokenizer.Attributes, isForeign: Bool, variables: inout CSSVariables
    ) -> (style: VisibilityStyle, levels: Int) {
        var style = VisibilityStyle(attributesOf: tag, isForeign: isForeign)
        if isForeign { style.merge(VisibilityStyle(presentation: attributes)) }
        var levels = 0
        if !rules.isEmpty {
            let element = element(tag, attributes)
            let depth = Self.pageElements.firstIndex { HTMLTag.key($0.utf8) == tag.key }
            if let depth { path.add(element, at: depth) } else { levels = enter(element, tag) }
            style.merge(rules.style(for: element.names, in: &path, at: depth))
        }
        if let css = tag.style { style.merge(inline(css)) }
        animate(&style)
        resolve(&style, &variables)
        return (style, levels)
    }

    private mutating func enter(_ element: ElementPath.Element, _ tag: HTMLTag) -> Int {
        // Rows are in a body of their table, with or without its tags.
        let isBare = tag.key == HTMLTag.key("tr") && path.isWithin(VisibilitySelector.name(0, "table".utf8))
        if isBare {
            let body = VisibilitySelector.name(0, "tbody".utf8)
            path.enter(ElementPath.Element(names: [VisibilitySelector.any, body]))
        }
        path.enter(element)
        return isBare ? 2 : 1
    }

    /// Leaves an element that had so many levels.
    mutating func leave(_ levels: Int) {
        for _ in 0..<levels { path.leave() }
    }

    /// True if a sheet that is not known may give the element a background.
    func mayHaveBackground(_ tag: HTMLTag) -> Bool {
        tag.classes != nil && !rules.isWhole
    }

    private mutating func inline(_ css: HTMLTag.Bytes) -> VisibilityStyle {
        let key = ArraySlice(css.prefix(PlainCSS.longest))
        if let style = known[key] { return style }
        let style = VisibilityStyle(PlainCSS.bytes(of: decoded(css))[...])
        if key.count <= Self.longestKnown, known.count < Self.mostKnown { known[key] = style }
        return style
    }

    // MARK: Variables and animations

    private mutating func resolve(_ style: inout VisibilityStyle, _ variables: inout CSSVariables) {
        if !style.variables.isEmpty, variablesLeft > 0 {
            variablesLeft -= style.variables.count + variables.count
            variables.declare(style.variables)
            if style.variables.count >= VisibilityStyle.mostVariables { variables.isPartial = true }
        }
        for reference in style.references {
            style.declare(reference, as: variablesLeft > 0 ? variables.replaced(in: reference.value) : "var()")
        }
    }

    /// Applies what an animation leaves. One of ten seconds or more is all that is seen.
    private func animate(_ style: inout VisibilityStyle) {
        guard case .names(let words)? = style[.animation] else { return }
        let isLong = words.contains { word in
            guard let number = CSSNumber(word) else { return word == "paused" || word.contains("(") }
            return number.unit == "s" && number.value >= 10 || number.unit == "ms" && number.value >= 10_000
        }
        let stays = words.contains { $0 == "forwards" || $0 == "both" }
        for animation in words.compactMap({ rules.animations[$0] }) {
            if stays { style.merge(animation: animation.last) }
            if isLong { style.merge(animation: animation.doubt) }
        }
    }

    // MARK: Elements

    private mutating func element(_ tag: HTMLTag, _ attributes: HTMLTokenizer.Attributes) -> ElementPath.Element {
        var element = ElementPath.Element(names: names(of: tag))
        if needsAttributes {
            element.hasMoreAttributes = attributes.count >= HTMLTokenizer.mostAttributes
            for (name, value) in attributes {
                let name = VisibilitySelector.name(UInt8(ascii: "["), name)
                guard rules.attributeNames.contains(name) else { continue }
                let kept = PlainCSS.value(decoded(value.prefix(ElementPath.longestValue)))
                element.attributes.append((name, kept))
            }
        }
        if let positions, tags > 0, tags <= positions.all.count { element.position = positions.all[tags - 1] }
        return element
    }

    /// The names by which rules select the element.
    private mutating func names(of tag: HTMLTag) -> [UInt64] {
        var names = [VisibilitySelector.any, VisibilitySelector.name(0, tag.name)]
        if tag.link != nil { names.append(VisibilitySelector.link) }
        if let id = tag.id { names.append(VisibilitySelector.name(UInt8(ascii: "#"), decoded(id))) }
        if let classes = tag.classes {
            names += decoded(classes).split(maxSplits: Self.mostClasses, whereSeparator: \.isASCIISpace)
                .prefix(Self.mostClasses).map { VisibilitySelector.name(UInt8(ascii: "."), $0) }
        }
        return names
    }

    /// The value of an attribute.
    private mutating func decoded(_ value: HTMLTag.Bytes) -> [UInt8] {
        let value = value.prefix(PlainCSS.longest)
        return value.contains(UInt8(ascii: "&")) ? references.decoded(value, inAttribute: true) : Array(value)
    }
}
