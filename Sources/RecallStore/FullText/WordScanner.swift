import Foundation

/// Cuts UTF-8 text into words: runs of letters, digits and marks; in scripts written without spaces, single characters.
struct WordScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// A scanner over valid UTF-8.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// A word found in the text.
    struct Word {
        /// Its UTF-8 byte range.
        var range: Range<Int>
        /// Whether it has only ASCII bytes.
        var isASCII: Bool
        /// Whether it is one character of a script written without spaces.
        var isIdeograph: Bool
    }

    /// The next word, or `nil` at the end.
    mutating func next() -> Word? {
        while position < bytes.count {
            let start = position
            switch classify() {
            case .separator: continue
            case .ideograph: return Word(range: start..<position, isASCII: false, isIdeograph: true)
            case .wordASCII: return word(from: start, isASCII: true)
            case .word: return word(from: start, isASCII: false)
            }
        }
        return nil
    }

    private mutating func word(from start: Int, isASCII: Bool) -> Word {
        var isASCII = isASCII
        while position < bytes.count {
            let before = position
            switch classify() {
            case .wordASCII: continue
            case .word: isASCII = false
            case .separator, .ideograph:
                position = before
                return Word(range: start..<before, isASCII: isASCII, isIdeograph: false)
            }
        }
        return Word(range: start..<position, isASCII: isASCII, isIdeograph: false)
    }

    private enum CharacterClass {
        case separator, wordASCII, word, ideograph
    }

    /// Classifies the character at `position` and moves behind it.
    private mutating func classify() -> CharacterClass {
        let byte = bytes[position]
        if byte < 0x80 {
            position += 1
            return Self.isASCIIWord(byte) ? .wordASCII : .separator
        }
        return Self.classify(UTF8Scalar.decode(bytes, &position))
    }

    @inline(__always)
    private static func isASCIIWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    private static func classify(_ scalar: UInt32) -> CharacterClass {
        if isIdeograph(scalar) { return .ideograph }
        switch scalar {
        case 0xC0...0x24F: return scalar == 0xD7 || scalar == 0xF7 ? .separator : .word
        // The dots between words in Katakana are separators.
        case 0x2000...0x206F, 0x3000...0x3004, 0x30A0, 0x30FB, 0xFF00...0xFF0F: return .separator
        default:
            guard let properties = Unicode.Scalar(scalar)?.properties else { return .separator }
            return properties.isAlphabetic || isMarkOrNumber(properties.generalCategory) ? .word : .separator
        }
    }

    /// Whether the character is of a script that is written without spaces: Han with its repetition mark, Kana, Hangul.
    static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x30A0, 0x30FB: false
        case 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func isMarkOrNumber(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}

/// A character that is not ASCII.
enum UTF8Scalar {
    /// The character of the bytes at `position`, which moves behind it, at most to the end.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
        let lead = bytes[position]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        var value = UInt32(lead) & (0xFF >> UInt32(length + 1))
        let end = min(position + length, bytes.count)
        for index in position + 1..<max(end, position + 1) { value = value << 6 | UInt32(bytes[index] & 0x3F) }
        position = end
        return value
    }
}

/// Lower case without accents, so that "Café" and "cafe" are one word.
enum WordFolding {
    /// The folded form of a word.
    static func fold(_ bytes: UnsafeBufferPointer<UInt8>, _ word: WordScanner.Word) -> String {
        let slice = UnsafeBufferPointer(rebasing: bytes[word.range])
        guard !word.isASCII else {
            return String(unsafeUninitializedCapacity: slice.count) { out in
                for (index, byte) in slice.enumerated() {
                    out.initializeElement(at: index, to: byte &- 0x41 < 26 ? byte | 0x20 : byte)
                }
                return slice.count
            }
        }
        return foldUnicode(String(decoding: slice, as: UTF8.self))
    }

    /// The folded form of any text, blanks and signs included.
    static func fold(_ text: String) -> String {
        var text = text
        let isASCII = text.withUTF8 { $0.allSatisfy { $0 < 0x80 } }
        return isASCII ? text.lowercased() : foldUnicode(text)
    }

    private static func foldUnicode(_ word: String) -> String {
        let lower = word.lowercased()
        // A letter and its mark are one letter first: й is not и with an accent.
        let composed =
            lower.unicodeScalars.contains { isCombining($0.value) }
            ? lower.precomposedStringWithCanonicalMapping : lower
        return String(String.UnicodeScalarView(composed.unicodeScalars.flatMap(foldScalar)))
    }

    /// Whether the mark may have a letter of its own together with the letter before it.
    private static func isCombining(_ scalar: UInt32) -> Bool {
        0x300...0x36F ~= scalar || 0x653...0x655 ~= scalar
    }

    /// The base letter of a lower-case letter with accents. Covers Latin, Greek and Cyrillic, and what is written or left
    /// out at will in Arabic and Hebrew; marks on their own are dropped.
    private static func foldScalar(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0x300...0x36F: return []
        case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: return []
        case 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED: return []
        case 0x622, 0x623, 0x625, 0x671: return ["\u{627}"]
        case 0x629: return ["\u{647}"]
        case 0x649: return ["\u{64A}"]
        case 0x660...0x669: return [Unicode.Scalar(scalar.value - 0x630) ?? scalar]
        case 0x6F0...0x6F9: return [Unicode.Scalar(scalar.value - 0x6C0) ?? scalar]
        // Sigma at the end of a word.
        case 0x3C2: return ["\u{3C3}"]
        // Ligatures, as PDF files have them.
        case 0xFB00: return ["f", "f"]
        case 0xFB01: return ["f", "i"]
        case 0xFB02: return ["f", "l"]
        case 0xFB03: return ["f", "f", "i"]
        case 0xFB04: return ["f", "f", "l"]
        case 0xFF10...0xFF5A: return [Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar]
        case 0xDF: return ["s", "s"]
        case 0xE6: return ["a", "e"]
        case 0x153: return ["o", "e"]
        case 0xF8: return ["o"]
        case 0x142: return ["l"]
        case 0x111: return ["d"]
        case 0x131: return ["i"]
        case 0xE0...0x24F, 0x1E00...0x1FFF, 0x386...0x3CE, 0x450...0x45F: return base(of: scalar)
        default: return [scalar]
        }
    }

    private static func base(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        // Й and й are letters of their own, not an accented И.
        let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
        return Array(decomposed.filter { !(0x300...0x36F).contains($0.value) })
    }
}
