import RecallText

/// Finds what a page declares for each of its elements, in attributes and sheets, as its tags are followed.
struct VisibilityCascade {
    private let rules: VisibilityRules
    /// The number of open elements with each name that rules ask for around others.
    private var outerNames: [UInt64: Int] = [:]
    /// Styles of attributes by their bytes: mails repeat a few of them in each cell.
    private var known: [ArraySlice<UInt8>: VisibilityStyle] = [:]
    private var references = HTMLCharacterReferences()

    /// Styles of attributes that are kept, and bytes of one.
    private static let mostKnown = 256, longestKnown = 512
    /// Classes of an element that are looked up.
    private static let mostClasses = 32

    /// The cascade of a page of HTML.
    init(page: UnsafeBufferPointer<UInt8>) {
        rules = VisibilityRules(page: page)
    }

    /// The declarations for the element of a start tag, and its names that `enter` counts.
    mutating func style(of tag: HTMLTag) -> (style: VisibilityStyle, outerNames: [UInt64]) {
        var style = VisibilityStyle(attributesOf: tag)
        var outer: [UInt64] = []
        if !rules.isEmpty {
            let names = names(of: tag)
            style.merge(rules.style(for: names, in: outerNames))
            if !rules.outerNames.isEmpty { outer = names.filter(rules.outerNames.contains) }
        }
        if let css = tag.style { style.merge(inline(css)) }
        return (style, outer)
    }

    /// True if a sheet that is not known may give the element a background.
    func mayHaveBackground(_ tag: HTMLTag) -> Bool {
        tag.classes != nil && !rules.isWhole
    }

    /// Counts an element as one around those that follow.
    mutating func enter(_ names: [UInt64]) {
        for name in names { outerNames[name, default: 0] += 1 }
    }

    /// Ends such an element.
    mutating func leave(_ names: [UInt64]) {
        for name in names { outerNames[name, default: 1] -= 1 }
    }

    private mutating func inline(_ css: HTMLTag.Bytes) -> VisibilityStyle {
        let key = ArraySlice(css.prefix(PlainCSS.longest))
        if let style = known[key] { return style }
        let style = VisibilityStyle(PlainCSS.bytes(of: decoded(css))[...])
        if key.count <= Self.longestKnown, known.count < Self.mostKnown { known[key] = style }
        return style
    }

    /// The names by which rules select the element.
    private mutating func names(of tag: HTMLTag) -> [UInt64] {
        var names = [VisibilitySelector.any, VisibilitySelector.name(0, tag.name)]
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
