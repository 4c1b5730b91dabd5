/// Cuts UTF-8 text into words: runs of letters, digits and marks; in scripts written without spaces, single characters
/// (Han, Kana, Hangul) or clusters of them (Thai, Lao, Khmer, Burmese).
package struct WordScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// A scanner over valid UTF-8.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// A word found in the text.
    package struct Word {
        /// Its UTF-8 byte range.
        package var range: Range<Int>
        /// True if it has only ASCII bytes.
        package var isASCII: Bool
        /// The unit of writing that it is.
        package var unit: WordUnit
    }

    /// The next word, or `nil` at the end.
    package mutating func next() -> Word? {
        while position < bytes.count {
            let start = position
            switch classify() {
            case .separator: continue
            case .ideograph: return Word(range: start..<position, isASCII: false, unit: .ideograph)
            case .cluster(let role): return cluster(from: start, role)
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
            case .separator, .ideograph, .cluster:
                position = before
                return Word(range: start..<before, isASCII: isASCII, unit: .word)
            }
        }
        return Word(range: start..<position, isASCII: isASCII, unit: .word)
    }

    /// The cluster that begins at `start`, of whose first character `position` is the end.
    private mutating func cluster(from start: Int, _ first: ClusterRole) -> Word {
        if first == .leadingVowel, nextRole == .letter { skipCharacter() }
        while first != .sign, let role = nextRole {
            switch role {
            case .mark: skipCharacter()
            case .stacker:
                skipCharacter()
                if nextRole == .letter { skipCharacter() }
            case .letter where ClusterRole.closesSyllable(bytes, position): skipCharacter()
            case .letter, .leadingVowel, .sign: return Word(range: start..<position, isASCII: false, unit: .cluster)
            }
        }
        return Word(range: start..<position, isASCII: false, unit: .cluster)
    }

    /// The role of the next character, if it may be part of a cluster.
    private var nextRole: ClusterRole? {
        guard position < bytes.count, bytes[position] >= 0xE0 else { return nil }
        var end = position
        return ClusterRole(UTF8Scalar.decode(bytes, &end))
    }

    private mutating func skipCharacter() {
        _ = UTF8Scalar.decode(bytes, &position)
    }

    private enum CharacterClass {
        case separator, wordASCII, word, ideograph
        case cluster(ClusterRole)
    }

    /// Classifies the character at `position` and moves past it.
    private mutating func classify() -> CharacterClass {
        let byte = bytes[position]
        if byte < 0x80 {
            position += 1
            return byte.isASCIIAlphanumeric ? .wordASCII : .separator
        }
        return Self.classify(UTF8Scalar.decode(bytes, &position))
    }

    private static func classify(_ scalar: UInt32) -> CharacterClass {
        if isIdeograph(scalar) { return .ideograph }
        if let role = ClusterRole(scalar) { return .cluster(role) }
        switch scalar {
        case 0xC0...0x24F: return scalar == 0xD7 || scalar == 0xF7 ? .separator : .word
        // The dots between words in Katakana are separators.
        case 0x2000...0x206F, 0x3000...0x3004, 0x30A0, 0x30FB, 0xFF00...0xFF0F: return .separator
        default:
            guard let properties = Unicode.Scalar(scalar)?.properties else { return .separator }
            return properties.isAlphabetic || isMarkOrNumber(properties.generalCategory) ? .word : .separator
        }
    }

    /// True if the character is searched for by itself: Han with its repetition mark, Kana, Hangul.
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
