/// The words of one alternative of a mail, to be compared with those of another one.
struct AlternativeWords {
    /// A hash of each word (FNV-1a, 64 bits, from a random start).
    private let words: Set<UInt64>

    /// The different words of a text in UTF-8, without regard to capitals of ASCII; links are none, since HTML hides them.
    ///
    /// - Complexity: O(*n*).
    init(_ text: [UInt8]) {
        var words: Set<UInt64> = []
        text.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex { $0 <= UInt8(ascii: " ") } ?? bytes.count
                if end > start { Self.add(UnsafeBufferPointer(rebasing: bytes[start..<end]), to: &words) }
                start = end + 1
            }
        }
        self.words = words
    }

    /// Adds the words of what stands between two blanks.
    private static func add(_ token: UnsafeBufferPointer<UInt8>, to words: inout Set<UInt64>) {
        guard !isLink(token) else { return }
        var (hash, i) = (offset, 0)
        func end() {
            if hash != offset { words.insert(hash) }
            hash = offset
        }
        while i < token.count {
            let length = min(length(ofScalarWith: token[i]), token.count - i)
            switch kind(token, i) {
            case .separator: end()
            case .letter: for j in i..<i + length { mix(token[j], into: &hash) }
            case .word:
                // Programs break lines anywhere in scripts without spaces.
                end()
                for j in i..<i + length { mix(token[j], into: &hash) }
                end()
            }
            i += length
        }
        end()
    }

    private static func isLink(_ token: UnsafeBufferPointer<UInt8>) -> Bool {
        token.indices.dropLast(2).contains { i in
            token[i] == UInt8(ascii: ":") && token[i + 1] == UInt8(ascii: "/") && token[i + 2] == UInt8(ascii: "/")
        }
    }

    /// The part that a scalar has in words.
    private enum Kind {
        case letter, separator
        /// It is a word by itself, as in Chinese.
        case word
    }

    private static func kind(_ token: UnsafeBufferPointer<UInt8>, _ i: Int) -> Kind {
        let byte = token[i]
        let next = i + 1 < token.count ? token[i + 1] : 0
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .letter
        // U+0080 to U+00BF and U+2000 to U+2BFF are punctuation and signs.
        case ..<0x80, 0xC2: return .separator
        case 0xE2: return next < 0xB0 ? .separator : next < 0xBA ? .letter : .word
        // U+3000 to U+303F.
        case 0xE3 where next == 0x80: return .separator
        case 0xE3...: return .word
        default: return .letter
        }
    }

    private static func length(ofScalarWith first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0...: 4
        default: 1
        }
    }

    private static func mix(_ byte: UInt8, into hash: inout UInt64) {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        hash = (hash ^ UInt64(isCapital ? byte | 0x20 : byte)) &* 0x100_0000_01B3
    }

    /// Random, so that nobody can write words that have the hashes of others.
    private static let offset = UInt64.random(in: 1...UInt64.max)

    /// True if these are too few of the other one's words to say what that says. Of 93 pairs in mail archives those of
    /// people and newsletters share 93 % of the plain one's words or more; only spam and made-up mails share less than 70 %.
    func sayOther(than shown: AlternativeWords) -> Bool {
        // HTML of hardly any words shows pictures, which the plain text may tell.
        guard shown.words.count >= Self.fewestWords else { return false }
        return Float(words.intersection(shown.words).count) < Self.leastShare * Float(words.count)
    }

    private static let fewestWords = 3
    private static let leastShare: Float = 0.6
}
