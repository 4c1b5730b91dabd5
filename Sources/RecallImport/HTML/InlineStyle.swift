import RecallText

/// The effect of a `style` attribute (or one from before CSS) on the visibility of text.
struct InlineStyle {
    /// Nothing of the element is shown: `display: none`, `font-size: 0`, …
    var isHidden = false
    /// `white-space: pre…`: line ends in the source count.
    var isPreformatted = false
    /// The text's colour, if given.
    var color: Color?
    /// The background colour, if given.
    var background: Color?

    /// A colour, as precisely as visibility requires.
    enum Color: Equatable {
        case rgb(UInt32)
        /// A picture, a variable, a name that is not white or black.
        case unknown
    }

    /// The style in the declarations of `css`.
    init(_ css: UnsafeBufferPointer<UInt8>) {
        // Longer ones carry pictures as data, not style.
        for declaration in css.prefix(4_096).split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = Self.word(declaration[..<colon])
            let value = Self.word(declaration[declaration.index(after: colon)...])
            apply(name, value.hasSuffix("!important") ? String(value.dropLast(10)) : value)
        }
    }

    private mutating func apply(_ name: String, _ value: String) {
        switch name {
        case "display": isHidden = isHidden || value == "none"
        case "visibility": isHidden = isHidden || value == "hidden" || value == "collapse"
        case "font-size", "opacity", "max-height": isHidden = isHidden || Self.isZero(value)
        case "white-space": isPreformatted = value == "pre" || value == "pre-wrap" || value == "break-spaces"
        case "color": color = Color(value)
        case "background", "background-color": background = Color(value)
        default: break
        }
    }

    /// The bytes without spaces, in lower case.
    private static func word(_ bytes: some Sequence<UInt8>) -> String {
        String(
            decoding: bytes.lazy.filter { $0 > 0x20 }.map(\.asciiLowercase), as: UTF8.self
        )
    }

    /// `0`, `0px`, `0.0em`, …
    private static func isZero(_ value: String) -> Bool {
        let number = value.utf8.prefix { $0.isASCIIDigit || $0 == 0x2E }
        return !number.isEmpty && number.allSatisfy { $0 == 0x30 || $0 == 0x2E }
    }
}

extension InlineStyle.Color {
    /// The colour of an HTML attribute.
    init(_ value: HTMLTag.Bytes) {
        self.init(String(decoding: value.prefix(64), as: UTF8.self).lowercased())
    }

    /// The colour of a CSS value or an HTML attribute without spaces in lower case.
    init(_ value: String) {
        switch value {
        case "white": self = .rgb(0xFFFFFF)
        case "black": self = .rgb(0)
        default: self = Self.hexadecimal(value) ?? Self.function(value) ?? .unknown
        }
    }

    private static func hexadecimal(_ value: String) -> Self? {
        guard value.first == "#", let number = UInt32(value.dropFirst(), radix: 16) else { return nil }
        switch value.utf8.count {
        case 7: return .rgb(number)
        case 4: return .rgb((number >> 8 & 15) * 0x110000 | (number >> 4 & 15) * 0x1100 | (number & 15) * 0x11)
        default: return nil
        }
    }

    /// `rgb(255,255,255)`.
    private static func function(_ value: String) -> Self? {
        guard value.hasPrefix("rgb("), value.hasSuffix(")") else { return nil }
        let parts = value.dropFirst(4).dropLast().split(separator: ",").compactMap { UInt32($0) }
        guard parts.count == 3, parts.allSatisfy({ $0 < 256 }) else { return nil }
        return .rgb(parts[0] << 16 | parts[1] << 8 | parts[2])
    }
}
