import RecallText

/// Keeps the media queries by which mails fit themselves to a screen's width.
enum StyleMediaQuery {
    private static let longest = 200
    private static let words: Set<Substring> = [
        "only", "screen", "all", "and", "min-width", "max-width", "min-device-width", "max-device-width",
    ]

    /// The query of `@media …`; `nil` for another rule, for print, and for a query of anything but widths.
    static func allowed(_ prelude: ArraySlice<UInt8>) -> String? {
        guard prelude.count <= longest else { return nil }
        let text = String(decoding: prelude.map { $0.isASCIISpace ? 0x20 : $0.asciiLowercase }, as: UTF8.self)
        guard text.hasPrefix("@media"),
            text.allSatisfy({ "@():,. -".contains($0) || $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        let query = text.dropFirst(6)
        let parts = query.split { " ():,".contains($0) }
        guard !parts.isEmpty, parts.allSatisfy({ words.contains($0) || isLength($0) }), query.closesParentheses
        else {
            return nil
        }
        return query.trimmingPrefix(" ").description
    }

    /// `600px`, `37.5em`
    private static func isLength(_ word: Substring) -> Bool {
        let number = word.prefix { $0.isNumber || $0 == "." }
        return !number.isEmpty && ["px", "em", "rem"].contains(word[number.endIndex...])
    }
}
