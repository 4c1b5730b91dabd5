import RecallCore

/// Evidence for the language of a text: letters by script, and function words.
struct LanguageEvidence {
    /// Scripts, and parts of scripts, that distinguish languages.
    enum Letters: Int, CaseIterable {
        case latin, vietnamese, cyrillic, hebrew, greek, arabic, thai, kana, han, hangul, other
        /// Letters of `cyrillic` and `arabic` that only some languages have. They are counted there as well.
        case russian, ukrainian, otherCyrillic, onlyArabic, persian, otherArabic

        static let scripts = allCases.prefix { $0 != .russian }
    }

    private var counts = [Int](repeating: 0, count: Letters.allCases.count)
    /// The words of two letters and more, in Latin and Cyrillic letters.
    private(set) var words = 0
    /// The number of function words, by the set of languages that have them.
    private(set) var hits: [LanguageSet: Int] = [:]
    /// The hashes of the function words.
    private(set) var distinct: Set<UInt64> = []

    private var hash = WordHash()
    /// The word before, if it is a function word that may begin a name.
    private var name: UInt64?
    /// True if the text up to the next blank belongs to an address, a path or an expression.
    private var isSkipping = false

    subscript(_ letters: Letters) -> Int { counts[letters.rawValue] }

    /// Adds more text, as UTF-8 that may be cut anywhere.
    ///
    /// - Complexity: O(*n*) in bytes.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                position += 1
                let next = position < bytes.count ? bytes[position] : 0x20
                readASCII(byte, before: next)
            } else {
                readScalar(UTF8Scalar.decode(bytes, &position))
            }
        }
        endWord()
        (isSkipping, name) = (false, nil)
    }

    private mutating func readASCII(_ byte: UInt8, before next: UInt8) {
        if (byte | 0x20) &- 0x61 < 26 {
            guard !isSkipping else { return }
            counts[Letters.latin.rawValue] += 1
            if hash.length == 0 { hash.isCapital = byte < 0x60 }
            hash.append(UInt32(byte | 0x20))
        } else if byte &- 0x30 < 10 {
            hash.isNumber = true
        } else {
            endWord()
            if byte <= 0x20 {
                isSkipping = false
            } else if next > 0x20, Self.joins(byte) {
                isSkipping = true
            }
        }
    }

    /// True if the words on both sides of the sign are not words of a sentence.
    private static func joins(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "_"), UInt8(ascii: "="),
            UInt8(ascii: "."), UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "<"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private mutating func readScalar(_ scalar: UInt32) {
        guard !isSkipping else {
            isSkipping = !(0x2000...0x200A ~= scalar || scalar == 0xA0 || scalar >= 0x2E80)
            return
        }
        if let languages = Self.languages(of: scalar) { hits[languages, default: 0] += 1 }
        // A mark of its own is of the letter before it.
        if 0x300...0x36F ~= scalar { return }
        guard let letters = Self.letters(scalar) else { return endWord() }
        counts[letters.rawValue] += 1
        switch letters {
        case .latin, .vietnamese: hash.append(folding: scalar)
        case .cyrillic:
            hash.append(folding: scalar)
            count(Self.cyrillic(scalar))
        default:
            endWord()
            if letters == .arabic { count(Self.arabic(scalar)) }
        }
    }

    private mutating func count(_ letters: Letters?) {
        if let letters { counts[letters.rawValue] += 1 }
    }

    private mutating func endWord() {
        defer { hash = WordHash() }
        guard hash.length > 0 else { return }
        // "Los Angeles", "The Hague": a name, whatever the language.
        if let name, !hash.isCapital { hit(name) }
        name = nil
        guard hash.isWord else { return }
        words += 1
        guard WordHash.functionWords[hash.value] != nil else { return }
        if hash.isCapital { name = hash.value } else { hit(hash.value) }
    }

    private mutating func hit(_ word: UInt64) {
        hits[WordHash.functionWords[word] ?? [], default: 0] += 1
        distinct.insert(word)
    }

    // MARK: Letters

    /// The languages that a character indicates as reliably as a function word.
    private static func languages(of scalar: UInt32) -> LanguageSet? {
        switch scalar {
        // ß
        case 0xDF: [LanguageSet(.german)]
        // ¡ ¿ ñ
        case 0xA1, 0xBF, 0xF1: [LanguageSet(.spanish)]
        // ã õ
        case 0xE3, 0xF5: [LanguageSet(.portuguese)]
        // ő ű
        case 0x151, 0x171: [LanguageSet(.hungarian)]
        default: nil
        }
    }

    private static func letters(_ scalar: UInt32) -> Letters? {
        switch scalar {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x10F, 0x112...0x19F, 0x1A2...0x1AE, 0x1B1...0x24F: .latin
        case 0x110, 0x111, 0x1A0, 0x1A1, 0x1AF, 0x1B0, 0x1EA0...0x1EF9: .vietnamese
        case 0x370...0x373, 0x376...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F: .cyrillic
        case 0x5D0...0x5EA: .hebrew
        case 0x620...0x64A, 0x671...0x6D3: .arabic
        case 0xE01...0xE3A, 0xE40...0xE4E: .thai
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC: .kana
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x323AF: .han
        case 0xAC00...0xD7A3: .hangul
        case 0x530...0x1CFF, 0x1E00...0x1EFF, 0xA000...0xABFF: .other
        default: nil
        }
    }

    private static func cyrillic(_ scalar: UInt32) -> Letters? {
        switch scalar {
        // ё ы э
        case 0x401, 0x42B, 0x42D, 0x44B, 0x44D, 0x451: .russian
        // є і ї ґ
        case 0x404, 0x406, 0x407, 0x454, 0x456, 0x457, 0x490, 0x491: .ukrainian
        case 0x410...0x44F: nil
        default: .otherCyrillic
        }
    }

    private static func arabic(_ scalar: UInt32) -> Letters? {
        switch scalar {
        // ة ى ي ك
        case 0x629, 0x649, 0x64A, 0x643: .onlyArabic
        // پ چ ژ ک گ ی
        case 0x67E, 0x686, 0x698, 0x6A9, 0x6AF, 0x6CC: .persian
        case 0x671...0x6D3: .otherArabic
        default: nil
        }
    }
}

/// A hash of a folded word, made letter by letter (FNV-1a).
struct WordHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var length = 0
    /// True if it contains a digit.
    var isNumber = false
    /// True if it begins with an ASCII capital.
    var isCapital = false
    /// True if it may be a word of a sentence. A single letter may be anything, but "y" is mostly a word.
    var isWord: Bool { !isNumber && (length > 1 || value == Self.y) }

    private static let y: UInt64 = {
        var hash = WordHash()
        hash.append(UInt32(UInt8(ascii: "y")))
        return hash.value
    }()

    /// Appends a folded letter.
    @inline(__always)
    mutating func append(_ letter: UInt32) {
        value = (value ^ UInt64(letter)) &* 0x100_0000_01B3
        length += 1
    }

    /// Appends a letter as `WordFolding` folds it.
    mutating func append(folding scalar: UInt32) {
        guard Self.folded.indices.contains(Int(scalar)) else { return append(scalar) }
        for letter in Self.folded[Int(scalar)] { append(letter) }
    }

    /// The languages of function words, by their hashes. Words of one letter are excluded as ambiguous.
    static let functionWords: [UInt64: LanguageSet] = {
        var table: [UInt64: LanguageSet] = [:]
        for (word, languages) in StopWords.table {
            var hash = WordHash()
            for scalar in word.unicodeScalars { hash.append(scalar.value) }
            if hash.isWord { table[hash.value] = languages.reduce(into: []) { $0.formUnion(LanguageSet($1)) } }
        }
        return table
    }()

    /// The folded forms of Latin and Cyrillic letters.
    private static let folded: [[UInt32]] = (0..<0x530).map { scalar in
        Unicode.Scalar(scalar).map { WordFolding.fold(String($0)).unicodeScalars.map(\.value) } ?? []
    }
}
