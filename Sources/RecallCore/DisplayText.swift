/// Text from items, made safe to show.
public enum DisplayText {
    /// `text` without control characters, bidirectional marks and overrides, with which an e-mail could manipulate its
    /// display, and without characters that nobody sees but a language model reads, such as tags. Joiners of letters and
    /// emoji stay. Tabs and line breaks become blanks unless `keepingLines`.
    public static func safe(_ text: String, keepingLines: Bool = false) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepingLines, 0x09 where keepingLines: safe.append(scalar)
            case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: safe.append(" ")
            case 0..<0x20, 0x7F..<0xA0: continue
            case 0x200C, 0x200D, 0xFE0F: safe.append(scalar)
            // Bidirectional marks and overrides too.
            case _ where scalar.properties.isDefaultIgnorableCodePoint: continue
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }

    /// True for a text whose characters are all seen, and that a command takes for no option: what is offered to be typed.
    public static func isTypeable(_ text: String) -> Bool { !text.hasPrefix("-") && safe(text) == text }

    /// A name or a title in a line whose parts " · " divides, safe to show: such a mark in it becomes a comma, so that it
    /// is one part.
    public static func part(_ text: String) -> String {
        let text = safe(text)
        guard text.contains(where: dots.contains) else { return text }
        return text.replacing(/\s+[·•‧∙⋅]\s*|[·•‧∙⋅]\s+/, with: ", ")
    }

    private static let dots: Set<Character> = ["·", "•", "‧", "∙", "⋅"]

    /// A text that stands between “ and ”, with single quotation marks for its double ones, so that it cannot seem to
    /// end.
    public static func quotation(_ text: String) -> String {
        var single = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { single.append(singleMarks[scalar] ?? scalar) }
        return String(single)
    }

    private static let singleMarks: [Unicode.Scalar: Unicode.Scalar] = [
        "“": "‘", "”": "’", "„": "‚", "\"": "'", "‟": "‛", "＂": "＇",
    ]
}
