import RecallText

/// Media queries, for the window in which a page is thought to be read: 1,280 by 800 pixels on a light screen with a
/// mouse. Queries of anything else hold perhaps.
enum MediaQuery {
    private static let width = 1_280.0, height = 800.0
    private static let longest = 1_000, deepest = 4

    /// Tests a list of queries, of which one must hold.
    static func match(_ media: some Collection<UInt8>) -> SelectorMatch {
        guard media.count <= longest else { return .perhaps }
        let text = String(decoding: media.map { $0.isASCIISpace ? 0x20 : $0.asciiLowercase }, as: UTF8.self)
        let queries = CSSWords.split(text, isSeparator: CSSWords.isComma)
        return queries.isEmpty ? .yes : .any(queries.map { query($0) })
    }

    private static func query(_ query: Substring) -> SelectorMatch {
        var words = CSSWords.split(spaced(query), isSeparator: CSSWords.isSpace)[...]
        guard let first = words.first else { return .yes }
        if first == "only" { words = words.dropFirst() }
        let isNegated = first == "not" && words.dropFirst().first?.hasPrefix("(") == false
        if isNegated { words = words.dropFirst() }
        var match = SelectorMatch.yes
        if let type = words.first, !type.hasPrefix("("), type != "not" {
            match = SelectorMatch(type == "all" || type == "screen")
            words = words.dropFirst()
            if words.first == "and" { words = words.dropFirst() }
        }
        if !words.isEmpty { match = min(match, condition(words, 0, feature)) }
        return isNegated ? !match : match
    }

    /// Apart from words, what is in parentheses: `and(color)`.
    private static func spaced(_ text: Substring) -> String {
        var (result, depth) = ("", 0)
        for character in text {
            let isOpening = character == "(" && depth == 0
            if isOpening, ["and", "not", "or"].contains(where: result.hasSuffix) { result.append(" ") }
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            result.append(character)
            if character == ")", depth == 0 { result.append(" ") }
        }
        return result
    }

    /// Tests conditions in parentheses, which `and`, `or` and `not` connect.
    static func condition(
        _ words: ArraySlice<Substring>, _ depth: Int, _ test: (Substring) -> SelectorMatch
    ) -> SelectorMatch {
        guard depth < deepest else { return .perhaps }
        var (match, isNegated, isAny): (SelectorMatch?, Bool, Bool) = (nil, false, false)
        for word in words {
            switch word {
            case "and": isAny = false
            case "or": isAny = true
            case "not": isNegated.toggle()
            default:
                var one = inParentheses(word, depth, test)
                if isNegated { one = !one }
                isNegated = false
                match = match.map { isAny ? max($0, one) : min($0, one) } ?? one
            }
        }
        return match ?? .perhaps
    }

    private static func inParentheses(
        _ word: Substring, _ depth: Int, _ test: (Substring) -> SelectorMatch
    ) -> SelectorMatch {
        guard word.hasPrefix("(") else { return test(word) }
        let inside = word.dropFirst().dropLast(word.hasSuffix(")") ? 1 : 0)
        let words = CSSWords.split(spaced(inside), isSeparator: CSSWords.isSpace)
        let isCondition = words.first == "not" || words.first?.hasPrefix("(") == true
        return isCondition ? condition(words[...], depth + 1, test) : test(inside)
    }

    // MARK: Features

    private static func feature(_ text: Substring) -> SelectorMatch {
        let text = text.filter { $0 != " " }
        guard let colon = text.firstIndex(of: ":") else { return range(text) ?? flag(text) }
        let name = text[..<colon], value = text[text.index(after: colon)...]
        let isMinimum = name.hasPrefix("min-"), isMaximum = name.hasPrefix("max-")
        if let size = size(isMinimum || isMaximum ? name.dropFirst(4) : name) {
            guard let number = CSSQuantity(value, .length(percent: 0)) else { return .no }
            guard case .number(let pixels) = number else { return .perhaps }
            return SelectorMatch(isMinimum ? size >= pixels : isMaximum ? size <= pixels : size == pixels)
        }
        if name.hasSuffix("device-pixel-ratio") || name.hasSuffix("resolution") {
            // Screens have one or two pixels of their own for each.
            let ratio = CSSNumber(value).map { $0.unit == "dpi" ? $0.value / 96 : $0.value } ?? .nan
            return ratio <= 1 && !isMaximum || ratio >= 3 && isMaximum ? .yes : ratio > 3 ? .no : .perhaps
        }
        return values["\(name):\(value)"] ?? (known.contains(name) ? .no : .perhaps)
    }

    private static func size(_ name: some StringProtocol) -> Double? {
        switch name {
        case "width", "device-width", "inline-size": width
        case "height", "device-height", "block-size": height
        default: nil
        }
    }

    /// `width>=600px`, `400px<width<800px`
    private static func range(_ text: String) -> SelectorMatch? {
        guard text.contains(where: { "<>=".contains($0) }) else { return nil }
        let parts = text.split { "<>=".contains($0) }.map { part in
            size(part) ?? CSSQuantity(part, .length(percent: 0))?.number ?? .nan
        }
        let signs = text.split { !"<>=".contains($0) }
        guard parts.count == signs.count + 1, !parts.contains(where: \.isNaN) else { return .perhaps }
        return SelectorMatch(
            signs.indices.allSatisfy { index in
                let (one, other) = (parts[index], parts[index + 1])
                switch signs[index] {
                case "<": return one < other
                case "<=": return one <= other
                case ">": return one > other
                case ">=": return one >= other
                default: return one == other
                }
            })
    }

    /// A feature without a value: true if it is anything but none.
    private static func flag(_ name: String) -> SelectorMatch {
        switch name {
        case "color", "width", "height", "hover", "pointer", "any-hover", "any-pointer", "orientation": .yes
        case "grid", "monochrome": .no
        default: .perhaps
        }
    }

    private static let values: [String: SelectorMatch] = [
        "prefers-color-scheme:light": .yes, "prefers-color-scheme:no-preference": .yes,
        "prefers-reduced-motion:no-preference": .yes, "prefers-contrast:no-preference": .yes,
        "orientation:landscape": .yes, "hover:hover": .yes, "any-hover:hover": .yes, "pointer:fine": .yes,
        "any-pointer:fine": .yes, "grid:0": .yes, "forced-colors:none": .yes, "inverted-colors:none": .yes,
        "display-mode:browser": .yes, "monochrome:0": .yes, "scan:progressive": .yes, "min-color:1": .yes,
        "scripting:enabled": .perhaps, "scripting:none": .perhaps,
    ]

    /// Features of which all other values do not hold.
    private static let known: Set<Substring> = [
        "prefers-color-scheme", "prefers-reduced-motion", "prefers-contrast", "orientation", "hover", "any-hover",
        "pointer", "any-pointer", "grid", "forced-colors", "inverted-colors", "display-mode", "monochrome",
        "-ms-high-contrast",
    ]
}

/// The conditions of `@supports`, for a browser of today.
enum SupportsCondition {
    static func match(_ css: ArraySlice<UInt8>) -> SelectorMatch {
        guard css.count <= 1_000 else { return .perhaps }
        let text = String(decoding: css, as: UTF8.self)
        return MediaQuery.condition(CSSWords.split(text, isSeparator: CSSWords.isSpace)[...], 0) { test in
            guard let colon = test.firstIndex(of: ":") else { return .perhaps }
            let name = test[..<colon].filter { $0 != " " }
            let isKnown = VisibilityDeclaration.parser(of: name) != nil || known.contains(name)
            return isKnown && !test[colon...].contains("-ms-") ? .yes : .perhaps
        }
    }

    private static let known: Set<String> = [
        "gap", "grid-template-columns", "object-fit", "aspect-ratio", "border-radius",
    ]
}
