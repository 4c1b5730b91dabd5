/// The columns that characters take in a terminal: two for East Asian wide and fullwidth ones and for emoji, none for
/// marks that are written over another character (Unicode Standard Annex 11).
extension Character {
    var columns: Int {
        // Most characters by far; control characters are not printed.
        if let value = asciiValue { return value >= 0x20 && value < 0x7F ? 1 : 0 }
        if unicodeScalars.contains(where: \.isShownAsEmoji) { return 2 }
        return unicodeScalars.reduce(0) { $0 + $1.columns }
    }
}

extension StringProtocol {
    /// The columns of all characters together.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    fileprivate var isShownAsEmoji: Bool { properties.isEmojiPresentation || value == 0xFE0F }

    fileprivate var columns: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: 0
        // Vowels and final consonants of a Hangul syllable stand in the square of its first.
        case _ where (0x1160...0x11FF).contains(value): 0
        default: Self.wide.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// The ranges with the property East_Asian_Width W or F in Unicode 16, apart from emoji; unassigned code points between
    /// assigned ones are included.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
        0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
