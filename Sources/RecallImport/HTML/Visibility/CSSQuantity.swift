import RecallText

/// The kind of number that a property takes.
enum CSSMeasure {
    /// Pixels, with a guess of those of the font and of one percent.
    case length(em: Double = 16, percent: Double)
    /// A share of 1, also in percent.
    case share
    /// Degrees.
    case angle

    /// The size of a number; `nil` if the property does not take its unit.
    func size(of number: CSSNumber) -> Double? {
        switch self {
        case .length(let em, let percent): number.pixels(em: em, percent: percent)
        case .share: number.share
        case .angle: number.degrees
        }
    }
}

/// The value of a property that takes a number, as far as it can be computed.
enum CSSQuantity: Equatable {
    case number(Double)
    /// A browser may compute it: a function or unit that depends on what is not known here.
    case doubtful

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The quantity of a value in lower case; `nil` if a browser drops it.
    init?(_ text: some StringProtocol, _ measure: CSSMeasure) {
        if let number = CSSNumber(text) {
            if let value = measure.size(of: number) {
                self = .number(value)
            } else if number.isOfContainer {
                self = .doubtful
            } else {
                return nil
            }
        } else if text.utf8.contains(UInt8(ascii: "(")) {
            let value = CSSCalculation.value(of: Substring(text), measure)
            self = value.map { .number($0) } ?? .doubtful
        } else {
            return nil
        }
    }

    /// The quantities in a list or in the arguments of a function. What is none is left out.
    static func all(in text: some StringProtocol, _ measure: CSSMeasure) -> [CSSQuantity] {
        CSSWords.split(text, isSeparator: CSSWords.isListSeparator).compactMap { CSSQuantity($0, measure) }
    }
}

/// The words of a value; a function with its arguments is one.
enum CSSWords {
    private static let most = 256

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 }
    static func isComma(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ",") }
    static func isListSeparator(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/")
    }

    /// The words between separators outside of parentheses; no more than 256.
    static func split(_ text: some StringProtocol, isSeparator: (UInt8) -> Bool) -> [Substring] {
        let text = Substring(text)
        var (words, depth): ([Substring], Int) = ([], 0)
        var start = text.startIndex
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
            guard depth == 0, isSeparator(byte) else { continue }
            if start < index { words.append(text[start..<index]) }
            // What is cut off may be a function, and that may be anything.
            guard words.count < most else { return words + ["?()"] }
            start = text.utf8.index(after: index)
        }
        if start < text.endIndex { words.append(text[start...]) }
        return words
    }

    /// The functions of a list: `translate(0,0) scale(0)`. Words that are none have no arguments.
    static func functions(in text: some StringProtocol) -> [(name: Substring, arguments: Substring?)] {
        split(text) { $0 == 0x20 || $0 == UInt8(ascii: ",") }.flatMap { word in
            // Functions need no space between them.
            var (found, rest): ([(Substring, Substring?)], Substring) = ([], word)
            while let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) {
                let end = closing(rest, open)
                found.append((rest[..<open], rest[rest.utf8.index(after: open)..<end]))
                rest = end < rest.endIndex ? rest[rest.utf8.index(after: end)...] : ""
            }
            if !rest.isEmpty { found.append((rest, nil)) }
            return found
        }
    }

    /// The index of the parenthesis that closes the one at `open`, or the end.
    private static func closing(_ text: Substring, _ open: String.Index) -> String.Index {
        var depth = 0
        var index = open
        while index < text.endIndex {
            if text.utf8[index] == UInt8(ascii: "(") { depth += 1 }
            if text.utf8[index] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return index }
            index = text.utf8.index(after: index)
        }
        return index
    }
}
