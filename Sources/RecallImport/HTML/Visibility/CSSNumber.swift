import RecallText

/// A number of CSS with its unit: `12px`, `.5em`, `50%`.
struct CSSNumber {
    let value: Double
    /// In lower case; empty if there is none.
    let unit: Substring

    /// The number of a value in lower case, also in a `calc(…)` of its own; `nil` if it is anything else.
    init?(_ text: some StringProtocol) {
        var text = Substring(text)
        guard let first = text.utf8.first, first == UInt8(ascii: "c") || Self.isOfNumber(first) else {
            return nil
        }
        if text.hasPrefix("calc("), text.hasSuffix(")") { text = text.dropFirst(5).dropLast() }
        text = text.trimmingPrefix(" ")
        let digits = Self.digits(of: text)
        guard digits.utf8.contains(where: \.isASCIIDigit), let value = Double(digits), value.isFinite else {
            return nil
        }
        self.value = value
        unit = text[digits.endIndex...]
        guard unit.allSatisfy({ $0.isLetter || $0 == "%" }) else { return nil }
    }

    /// The number at the start, with an exponent: `1e-3` of `1e-3px`.
    private static func digits(of text: Substring) -> Substring {
        let digits = text[..<(text.utf8.firstIndex { !isOfNumber($0) } ?? text.endIndex)]
        let rest = text[digits.endIndex...]
        guard rest.first == "e" else { return digits }
        let exponent = rest.utf8.dropFirst().prefix(while: isOfNumber)
        return exponent.isEmpty ? digits : text[..<exponent.endIndex]
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    /// The numbers in the arguments of a function or in a list.
    static func all(in text: some StringProtocol) -> [CSSNumber] {
        text.split { " ,/".contains($0) }.compactMap { CSSNumber($0) }
    }

    /// The length in pixels, with a guess of what the unit refers to; `nil` if it is no length.
    ///
    /// - Parameters:
    ///   - em: the pixels of the font.
    ///   - percent: the pixels of one percent.
    func pixels(em: Double = 16, percent: Double) -> Double? {
        switch unit {
        case "": value == 0 ? 0 : nil
        case "px": value
        case "pt": value * 4 / 3
        case "pc", "rem": value * 16
        case "in": value * 96
        case "cm": value * 37.8
        case "mm": value * 3.78
        case "q": value * 0.945
        case "em": value * em
        case "ex", "ch": value * em / 2
        case "%": value * percent
        // Of a narrow window: with `left: 50%`, half of its width to the left is what spreads a block over it.
        case "vw", "vh", "vmin", "vmax", "svw", "svh", "lvw", "lvh", "dvw", "dvh": value * 8
        default: nil
        }
    }

    /// The share of 1 that a number or a percentage is; `nil` for a length.
    var share: Double? {
        unit == "" ? value : unit == "%" ? value / 100 : nil
    }
}
