import RecallText

/// A number of CSS with its unit: `12px`, `.5em`, `50%`.
struct CSSNumber {
    let value: Double
    /// In lower case; empty if there is none.
    let unit: Substring

    /// The number of a value in lower case; `nil` if it is anything else.
    init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard let first = text.utf8.first, Self.isOfNumber(first) else { return nil }
        let digits = Self.digits(of: text)
        guard digits.utf8.contains(where: \.isASCIIDigit), let value = Double(digits), value.isFinite else {
            return nil
        }
        self.value = value
        unit = text[digits.endIndex...]
        guard unit.utf8.allSatisfy({ $0.isASCIILetter || $0 == UInt8(ascii: "%") }) else { return nil }
    }

    /// The number at the start, with an exponent: `1e-3` of `1e-3px`.
    static func digits(of text: Substring) -> Substring {
        let digits = text[..<endOfDigits(text.utf8, from: text.startIndex)]
        let rest = text[digits.endIndex...]
        guard rest.utf8.first == UInt8(ascii: "e") else { return digits }
        let end = endOfDigits(rest.utf8, from: rest.utf8.index(after: rest.startIndex))
        let exponent = text[digits.endIndex..<end]
        return exponent.utf8.last?.isASCIIDigit == true ? text[..<end] : digits
    }

    /// The end of a sign, digits and a point: a second sign begins another number.
    private static func endOfDigits(_ bytes: Substring.UTF8View, from start: String.Index) -> String.Index {
        var index = start
        while index < bytes.endIndex, isOfNumber(bytes[index]) {
            let isSign = bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
            if isSign, index > start { break }
            index = bytes.index(after: index)
        }
        return index
    }

    static func isOfNumber(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
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
        case "pc", "rem", "rlh", "ric": value * 16
        case "rex", "rch", "rcap": value * 8
        case "in": value * 96
        case "cm": value * 37.8
        case "mm": value * 3.78
        case "q": value * 0.945
        case "em", "lh", "ic": value * em
        case "ex", "ch", "cap": value * em / 2
        case "%": value * percent
        // Of a narrow window: with `left: 50%`, half of its width to the left is what spreads a block over it.
        case "vw", "vh", "vmin", "vmax", "vi", "vb": value * 8
        case let unit where unit.count > 2 && "sld".contains(unit.first ?? " ") && unit.dropFirst().first == "v":
            value * 8
        default: nil
        }
    }

    /// True if a browser knows the unit and its size depends on a box that is not known: `1cqw`.
    var isOfContainer: Bool { unit.hasPrefix("cq") }

    /// The share of 1 that a number or a percentage is; `nil` for a length.
    var share: Double? {
        unit == "" ? value : unit == "%" ? value / 100 : nil
    }

    /// The angle in degrees; `nil` if it is none.
    var degrees: Double? {
        switch unit {
        case "deg": value
        case "turn": value * 360
        case "rad": value * 180 / .pi
        case "grad": value * 0.9
        default: value == 0 && unit == "" ? 0 : nil
        }
    }
}
