/// Properties of fonts and of how text is set.
extension VisibilityDeclaration {
    static let texts: [String: Parser] = [
        "white-space": words(
            .isPreformatted, true: ["pre", "pre-wrap", "break-spaces"], false: ["normal", "nowrap", "pre-line"]),
        "font-size": { fontSize($0).map { [(.fontSize, $0)] } ?? [] },
        "font": font,
        "font-size-adjust": fontSizeAdjust,
        "text-size-adjust": number(.textSizeAdjust, .share, doubt: 0, reset: 1, words: ["none", "auto"]),
        "line-height": lineHeight,
        "letter-spacing": spacing(.lettersOverlap, from: -8), "word-spacing": spacing(.wordsOverlap, from: -40),
        "text-security": hides(.isMasked, unless: ["none"]),
        "-webkit-text-security": hides(.isMasked, unless: ["none"]),
        "animation": { [(.animation, .names(listed($0)))] },
        // How long it takes and what it leaves is not looked up.
        "animation-name": { [(.animation, .names(listed($0) + ["forwards"]))] },
    ]

    private static func listed(_ value: String) -> [String] {
        value.split(maxSplits: 256) { " ,".contains($0) }.prefix(256).map(String.init)
    }

    static func fontSize(_ value: some StringProtocol) -> VisibilityStyle.Value? {
        if let number = CSSNumber(value) {
            switch number.unit {
            case "em", "%", "ex", "ch", "cap", "ic":
                return .factor(number.pixels(em: 1, percent: 0.01) ?? 1)
            case "rem": return .rootFactor(number.value)
            // Pages without a `DOCTYPE` have pixels without a unit.
            case "" where number.value <= 1 && number.value >= 0: return .number(number.value)
            default: break
            }
        }
        switch CSSQuantity(value, .length(percent: 0.16)) {
        case .number(let pixels): return pixels < 0 ? nil : .number(pixels)
        case .doubtful: return .number(0)
        case nil: break
        }
        switch value {
        case "inherit", "unset", "revert", "revert-layer": return .factor(1)
        case "smaller": return .factor(0.8)
        case "larger": return .factor(1.2)
        case "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "initial":
            return .number(16)
        default: return nil
        }
    }

    /// The size in `italic 700 12px/1.5 Arial`: the first word that can be one.
    private static let font: Parser = { value in
        let words = CSSWords.split(value, isSeparator: CSSWords.isListSeparator)
        // Weights have no unit, and zero needs none.
        let sizes = words.lazy.filter { CSSNumber($0).map { $0.unit != "" || $0.value == 0 } ?? true }
        return sizes.compactMap { fontSize($0) }.first.map { [(.fontSize, $0)] } ?? []
    }

    /// The height of lower-case letters as a share of the font's size.
    private static let fontSizeAdjust: Parser = { value in
        if (["none", "from-font"] + resets).contains(value) { return [(.isAdjusted, .flag(false))] }
        let shares = CSSQuantity.all(in: value, .share)
        return shares.first.map { [(.isAdjusted, .flag($0.number ?? 0 < 0.15))] } ?? []
    }

    /// Lines without a height, which a box of that height cuts off.
    private static let lineHeight: Parser = { value in
        if (["normal"] + resets).contains(value) { return [(.lineHeight, .number(16))] }
        if let share = CSSQuantity(value, .share)?.number { return [(.lineHeight, .number(share * 16))] }
        return CSSQuantity(value, .length(percent: 0.16)).map { [(.lineHeight, .number($0.number ?? 0))] } ?? []
    }

    private static func spacing(_ property: VisibilityStyle.Property, from least: Double) -> Parser {
        { value in
            if (["normal"] + resets).contains(value) { return [(property, .flag(false))] }
            return CSSQuantity(value, .length(percent: 0.16)).map { [(property, .flag($0.number ?? least <= least))] }
                ?? []
        }
    }
}
