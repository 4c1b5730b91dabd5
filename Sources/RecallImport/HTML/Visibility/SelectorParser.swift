import RecallText

/// Reads selectors of plain CSS (`PlainCSS`). What a browser does not know makes a list void; what may be known to one
/// and is not known here is `perhaps` so.
struct SelectorParser {
    /// The selectors of the rule around, for `&`.
    private let parents: [VisibilitySelector]
    private var selector = VisibilitySelector()
    private var rest: ArraySlice<UInt8>
    private let depth: Int
    /// False if a browser may not know the selector.
    private var isSure = true

    /// Bytes of a selector, selectors of a list in parentheses, compounds of one and parentheses within each other, and compounds
    /// with those of selectors within it.
    private static let longest = 1_000, mostSelectors = 64, mostCompounds = 16, deepest = 4, largest = 4_096

    /// The selectors of a list without those that select no text, and false if a browser may drop the whole list. In a
    /// rule within another one, they are relative to those of that.
    static func selectors(
        _ css: ArraySlice<UInt8>, in parents: [VisibilitySelector] = [], depth: Int = 0
    ) -> (all: [VisibilitySelector], isSure: Bool) {
        let list = split(css)
        guard depth < deepest, depth == 0 || list.count <= mostSelectors else {
            return ([VisibilitySelector(constant: .perhaps)], false)
        }
        var (all, isSure): ([VisibilitySelector], Bool) = ([], true)
        for css in list {
            var parser = SelectorParser(parents: parents, rest: css.trimmed, depth: depth)
            if let selector = parser.run() { all.append(selector) }
            isSure = isSure && parser.isSure
        }
        return (all, isSure)
    }

    private init(parents: [VisibilitySelector], rest: ArraySlice<UInt8>, depth: Int) {
        self.parents = parents
        self.rest = rest
        self.depth = depth
    }

    /// The parts between commas outside of parentheses.
    private static func split(_ css: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var level = 0
        return css.split { byte in
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { level += 1 }
            if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { level -= 1 }
            return level <= 0 && byte == UInt8(ascii: ",")
        }
    }

    private mutating func run() -> VisibilitySelector? {
        guard rest.count <= Self.longest else { return VisibilitySelector(constant: .perhaps) }
        var combinator: VisibilitySelector.Combinator?
        if depth == 0, !parents.isEmpty {
            let isRelative = rest.first.flatMap(Self.combinator) != nil
            if isRelative || !rest.contains(UInt8(ascii: "&")) {
                selector.compounds = [VisibilitySelector.Compound(parts: [.any(parents)])]
                combinator = takeCombinator() ?? .descendant
            }
        }
        while !rest.isEmpty {
            guard selector.compounds.count < Self.mostCompounds else { return VisibilitySelector(constant: .perhaps) }
            guard let parts = compound() else { return nil }
            if parts.contains(where: Self.isDoubtful) { isSure = false }
            selector.compounds.append(VisibilitySelector.Compound(parts: parts, combinator: combinator))
            combinator = takeCombinator()
        }
        selector.size = selector.compounds.reduce(0) { size, compound in
            compound.parts.reduce(size + 1) { $1.inner.reduce($0) { $0 + $1.size } }
        }
        guard selector.size <= Self.largest else { return VisibilitySelector(constant: .perhaps) }
        return selector.compounds.isEmpty ? nil : selector
    }

    private static func isDoubtful(_ part: VisibilitySelector.Part) -> Bool {
        if case .constant(.perhaps) = part { true } else { false }
    }

    private static func combinator(_ byte: UInt8) -> VisibilitySelector.Combinator? {
        switch byte {
        case UInt8(ascii: ">"): .child
        case UInt8(ascii: "+"): .next
        case UInt8(ascii: "~"): .later
        default: nil
        }
    }

    private mutating func takeCombinator() -> VisibilitySelector.Combinator? {
        var combinator: VisibilitySelector.Combinator?
        while let byte = rest.first {
            if let sign = Self.combinator(byte) {
                combinator = sign
            } else if byte.isASCIISpace {
                combinator = combinator ?? .descendant
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        return combinator
    }

    // MARK: Compounds

    /// Reads `td.price#total:link`; `nil` if it selects no text.
    private mutating func compound() -> [VisibilitySelector.Part]? {
        var parts: [VisibilitySelector.Part] = []
        let start = rest.startIndex
        while let sign = rest.first, !sign.isASCIISpace, Self.combinator(sign) == nil {
            switch sign {
            case UInt8(ascii: "*"), UInt8(ascii: "|"): rest = rest.dropFirst()
            case UInt8(ascii: "&"):
                rest = rest.dropFirst()
                if !parents.isEmpty { parts.append(.any(parents)) }
            case UInt8(ascii: "."), UInt8(ascii: "#"):
                rest = rest.dropFirst()
                let word = word()
                guard !word.isEmpty else { return fail() }
                selector.specificity += sign == UInt8(ascii: ".") ? 1 << 8 : 1 << 16
                parts.append(.name(VisibilitySelector.name(sign, word)))
            case UInt8(ascii: "["):
                guard let test = attribute() else { return fail() }
                selector.specificity += 1 << 8
                parts.append(test)
            case UInt8(ascii: ":"):
                guard let state = pseudo() else { return nil }
                if let state { parts.append(state) }
            default:
                let word = word()
                guard !word.isEmpty, parts.isEmpty else { return fail() }
                // A namespace before `|` is that of all.
                if rest.first == UInt8(ascii: "|") { break }
                selector.specificity += 1
                parts.append(.name(VisibilitySelector.name(0, word)))
            }
        }
        return rest.startIndex > start ? parts : nil
    }

    private mutating func fail() -> [VisibilitySelector.Part]? {
        isSure = false
        return nil
    }

    private mutating func word() -> ArraySlice<UInt8> {
        let word = rest.prefix { byte in
            byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
                || byte == PlainCSS.placeholder
        }
        rest = rest[word.endIndex...]
        return word
    }

    /// The content up to the closing sign; moves past it.
    private mutating func content(_ open: UInt8, _ close: UInt8) -> ArraySlice<UInt8> {
        var level = 0
        rest = rest.dropFirst()
        let end = rest.firstIndex { byte in
            if byte == open { level += 1 }
            if byte == close { level -= 1 }
            return level < 0
        }
        let content = rest[..<(end ?? rest.endIndex)]
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        return content
    }

    /// `[href]`, `[data-a="1" i]`
    private mutating func attribute() -> VisibilitySelector.Part? {
        let content = content(UInt8(ascii: "["), UInt8(ascii: "]")).trimmed
        let name = content.prefix { !$0.isASCIISpace && !"=~|^$*".utf8.contains($0) }
        guard !name.isEmpty else { return nil }
        var test = content[name.endIndex...].trimmed
        let key = VisibilitySelector.name(UInt8(ascii: "["), name)
        guard let sign = test.popFirst() else { return .attribute(name: key, sign: 0, value: []) }
        if sign != UInt8(ascii: "=") { test = test.dropFirst() }
        test = test.trimmed
        var value = test
        if let quote = test.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            value = test.dropFirst().prefix { $0 != quote }
        } else {
            value = test.prefix { !$0.isASCIISpace }
        }
        return .attribute(name: key, sign: sign, value: PlainCSS.value(value))
    }

    // MARK: States

    /// Reads what begins with a colon: a part, none for what holds for all, `nil` for what selects no text.
    private mutating func pseudo() -> VisibilitySelector.Part?? {
        rest = rest.dropFirst()
        let isElement = rest.first == UInt8(ascii: ":")
        if isElement { rest = rest.dropFirst() }
        let name = String(decoding: word(), as: UTF8.self)
        let arguments = rest.first == UInt8(ascii: "(") ? content(UInt8(ascii: "("), UInt8(ascii: ")")).trimmed : nil
        if isElement || SelectorState.elements.contains(name) {
            if !SelectorState.elements.contains(name) { isSure = false }
            // The first line of text is text.
            return name == "first-line" ? .some(nil) : nil
        }
        if let arguments { return function(name, arguments) }
        selector.specificity += 1 << 8
        if let position = SelectorPosition(name) { return .some(.position(position)) }
        if name.hasPrefix("-") { isSure = false }
        return SelectorState.part(name)
    }

    private mutating func function(_ name: String, _ arguments: ArraySlice<UInt8>) -> VisibilitySelector.Part?? {
        switch name {
        case "is", "where", "matches", "-webkit-any", "-moz-any", "not":
            let inner = Self.selectors(arguments, in: parents, depth: depth + 1).all
            if name != "where" { selector.specificity += inner.map(\.specificity).max() ?? 0 }
            return .some(name == "not" ? .not(inner) : .any(inner))
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            selector.specificity += 1 << 8
            let position = SelectorPosition(name, String(decoding: arguments, as: UTF8.self))
            return .some(position.map { .position($0) } ?? .constant(.perhaps))
        case "host", "host-context", "state", "active-view-transition-type", "highlight":
            return nil
        default:
            selector.specificity += 1 << 8
            return .some(.constant(.perhaps))
        }
    }
}

extension VisibilitySelector {
    /// A selector that is the same for all elements.
    fileprivate init(constant: SelectorMatch) {
        self.init(compounds: [Compound(parts: [.constant(constant)])])
    }
}
