import RecallText

/// Undoes what disguises CSS: comments, escapes, strings and addresses (CSS Syntax 3, 4.3). What remains is in lower
/// case, and every `;`, `{` and `}` in it delimits.
struct PlainCSS {
    /// Bytes that are read of one sheet, and of one attribute.
    static let longestSheet = 1 << 20, longest = 1 << 20
    /// Stands for a character that would be mistaken for a delimiter.
    static let placeholder: UInt8 = 0x7F

    private var rest: ArraySlice<UInt8>
    private var kept: [UInt8] = []
    private var parentheses = 0

    /// The first bytes of `css`, undisguised.
    ///
    /// - Complexity: O(bytes of `css`), at most `longest`.
    static func bytes(of css: some Sequence<UInt8>, longest: Int = PlainCSS.longest) -> [UInt8] {
        let css = Array(css.prefix(longest))
        guard css.contains(where: isDisguise) else { return css.map { $0.isASCIISpace ? 0x20 : $0.asciiLowercase } }
        var plain = PlainCSS(rest: css[...])
        plain.run()
        return plain.kept
    }

    private static func isDisguise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"), UInt8(ascii: "("): true
        case UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: false
        }
    }

    private init(rest: ArraySlice<UInt8>) {
        self.rest = rest
        kept.reserveCapacity(rest.count)
    }

    private mutating func run() {
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\\"): escape()
            case UInt8(ascii: "\""), UInt8(ascii: "'"): string(byte)
            case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): comment()
            case UInt8(ascii: "<") where rest.starts(with: "!--".utf8): space(after: 3)
            case UInt8(ascii: "-") where rest.starts(with: "->".utf8): space(after: 2)
            case UInt8(ascii: "("): open()
            case UInt8(ascii: ")"): close()
            case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"):
                kept.append(parentheses > 0 ? Self.placeholder : byte)
            default: kept.append(byte.isASCIISpace ? 0x20 : byte.asciiLowercase)
            }
        }
    }

    private mutating func space(after count: Int) {
        rest = rest.dropFirst(count)
        kept.append(0x20)
    }

    private mutating func comment() {
        rest = rest.dropFirst()
        var last: UInt8 = 0
        while let byte = rest.popFirst(), last != UInt8(ascii: "*") || byte != UInt8(ascii: "/") { last = byte }
        kept.append(0x20)
    }

    /// Writes a string, which ends at its line's end too, as `value` does.
    private mutating func string(_ quote: UInt8) {
        kept.append(quote)
        while let byte = rest.popFirst(), byte != quote, byte != 0x0A {
            if byte == UInt8(ascii: "\\") { escape() } else { kept.append(Self.plain(byte)) }
        }
        kept.append(quote)
    }

    /// A string or the value of an attribute, in lower case and without anything that delimits.
    static func value(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.map(plain) }

    private static func plain(_ byte: UInt8) -> UInt8 {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte >= 0x80
            ? byte.asciiLowercase : placeholder
    }

    /// Opens a parenthesis. The address in `url(…)` has neither comments nor delimiters.
    private mutating func open() {
        kept.append(UInt8(ascii: "("))
        parentheses += 1
        let start = rest.drop(while: \.isASCIISpace)
        guard kept.suffix(4).elementsEqual("url(".utf8), start.first != UInt8(ascii: "\""),
            start.first != UInt8(ascii: "'")
        else { return }
        while let byte = rest.first, byte != UInt8(ascii: ")") {
            rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
        }
    }

    private mutating func close() {
        parentheses = max(0, parentheses - 1)
        kept.append(UInt8(ascii: ")"))
    }

    /// Writes the character of `\64` or `\d`.
    private mutating func escape() {
        let digits = rest.prefix(6).prefix { Self.hexadecimal($0) != nil }
        guard !digits.isEmpty else { return write(rest.popFirst().map(UInt32.init) ?? 0) }
        rest = rest[digits.endIndex...]
        if rest.first?.isASCIISpace == true { rest = rest.dropFirst() }
        write(digits.reduce(0) { $0 << 4 | (Self.hexadecimal($1) ?? 0) })
    }

    private mutating func write(_ code: UInt32) {
        let character = Unicode.Scalar(code).map(Character.init) ?? "\u{7F}"
        let isOfName = character.isLetter || character.isNumber || "-_".contains(character)
        kept += isOfName ? Array(character.lowercased().utf8) : [Self.placeholder]
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt32.init)
    }
}
