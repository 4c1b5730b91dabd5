import RecallText

/// Keeps the declarations of a `style` attribute, or of a rule's block, that style text. Nothing kept can load, run
/// or leave its place.
///
/// A declaration is kept whole or dropped: its property must be on a list, and its value may only contain characters
/// of words, numbers and colours. This excludes `\`, which could disguise a name, `@`, comments, and all functions
/// except those of colours.
enum StyleDeclarations {
    /// Bytes of a style that are read.
    private static let longest = 8 << 10

    /// The declarations of `css` that may stay; `nil` if there are none.
    static func allowed(in css: some Collection<UInt8>) -> [UInt8]? {
        var kept: [UInt8] = []
        for declaration in ArraySlice(css.prefix(longest)).split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let property = lowercased(declaration[..<colon])
            let value = lowercased(declaration[(colon + 1)...])
            guard properties.contains(property), isPlain(value) else { continue }
            kept += (kept.isEmpty ? "" : ";").utf8
            kept += "\(property):\(value)".utf8
        }
        return kept.isEmpty ? nil : kept
    }

    /// In lower case, without white space around it.
    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.trimmed.map { $0.isASCIISpace ? 0x20 : $0.asciiLowercase }, as: UTF8.self)
    }

    private static func isPlain(_ value: String) -> Bool {
        !value.isEmpty && value.utf8.allSatisfy(isPlainByte) && closesStrings(value) && hasColourFunctionsOnly(value)
    }

    private static func closesStrings(_ value: String) -> Bool {
        value.utf8.reduce(UInt8?.none) { quote, byte in
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return quote }
            return quote == nil ? byte : quote == byte ? nil : quote
        } == nil
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || " #.,%-+!()'\"/".utf8.contains(byte)
    }

    /// Each `(` is that of `rgb`, `rgba`, `hsl` or `hsla`, and is closed before the next one.
    private static func hasColourFunctionsOnly(_ value: String) -> Bool {
        let pieces = value.split(separator: "(", omittingEmptySubsequences: false)
        let isColour = pieces.dropLast().allSatisfy { piece in
            ["rgb", "rgba", "hsl", "hsla"].contains(piece.split { !$0.isLetter }.last.map(String.init) ?? "")
                && piece.last?.isLetter == true
        }
        return isColour && value.closesParentheses
    }

    private static let properties: Set<String> = {
        var all: Set<String> = [
            "background", "background-color", "border-collapse", "border-radius", "border-spacing", "box-sizing",
            "caption-side", "clear", "color", "direction", "display", "empty-cells", "float", "font", "font-family",
            "font-size", "font-style", "font-variant", "font-weight", "height", "letter-spacing", "line-height",
            "list-style", "list-style-type", "max-height", "max-width", "min-height", "min-width", "opacity",
            "overflow-wrap", "table-layout", "text-align", "text-decoration", "text-decoration-line", "text-indent",
            "text-transform", "vertical-align", "visibility", "white-space", "width", "word-break", "word-spacing",
            "word-wrap", "border", "border-color", "border-style", "border-width", "margin", "padding",
        ]
        for side in ["top", "right", "bottom", "left"] {
            all.formUnion(["margin-\(side)", "padding-\(side)", "border-\(side)"])
            all.formUnion(["color", "style", "width"].map { "border-\(side)-\($0)" })
        }
        return all
    }()
}
