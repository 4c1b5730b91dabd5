/// One pass over one text: words from the bytes where the text is ASCII, else from `ScalarWords`.
struct WordPieceScanner {
    private let text: UnsafeBufferPointer<UInt8>
    private let tokenizer: WordPieceTokenizer
    private let limit: Int
    private let lowercases: Bool
    private var words: WordMatcher
    private var scalars: ScalarWords?

    init(text: UnsafeBufferPointer<UInt8>, vocabulary: Vocabulary.View, tokenizer: WordPieceTokenizer, limit: Int) {
        self.text = text
        self.tokenizer = tokenizer
        self.limit = limit
        lowercases = tokenizer.normalizer.lowercases
        words = WordMatcher(
            vocabulary: vocabulary, unknownID: tokenizer.unknownID, longestWord: tokenizer.longestWord,
            expectedTokens: min(limit, text.count / 4))
    }

    var output: TokenizedText { words.output }

    mutating func run() {
        var start = 0
        while let match = tokenizer.addedTokens.next(in: text, from: start), words.count < limit {
            scan(start..<match.range.lowerBound)
            words.append(match.token.id, match.range.lowerBound, match.range.upperBound)
            start = match.range.upperBound
        }
        scan(start..<text.count)
    }

    private mutating func scan(_ range: Range<Int>) {
        tokenizer.asciiClasses.withUnsafeBufferPointer { classes in
            tokenizer.asciiPunctuation.withUnsafeBufferPointer { scan(range, classes, punctuation: $0) }
        }
    }

    private mutating func scan(
        _ range: Range<Int>, _ classes: UnsafeBufferPointer<ASCIIClass>, punctuation: UnsafeBufferPointer<Int32>
    ) {
        var i = range.lowerBound
        let end = range.upperBound
        while i < end, words.count < limit {
            switch classes[Int(text[i])] {
            case .space:
                i += 1
            case .punctuation:
                words.append(punctuation[Int(text[i])], i, i + 1)
                i += 1
            case .letter:
                let start = i
                i += 1
                while i < end, classes[Int(text[i])] == .letter { i += 1 }
                if i < end, classes[Int(text[i])] == .other {
                    i = scanScalars(start..<end, classes)
                } else {
                    words.match(
                        ascii: UnsafeBufferPointer(rebasing: text[start..<i]), at: start, lowercases: lowercases)
                }
            case .other:
                i = scanScalars(i..<end, classes)
            }
        }
    }

    /// Takes scalars up to the next ASCII space or punctuation, which it leaves.
    private mutating func scanScalars(_ range: Range<Int>, _ classes: UnsafeBufferPointer<ASCIIClass>) -> Int {
        var scalars = self.scalars.take() ?? ScalarWords(tokenizer.normalizer)
        var i = range.lowerBound
        scanning: while i < range.upperBound {
            switch classes[Int(text[i])] {
            case .space, .punctuation: break scanning
            case .letter, .other: break
            }
            let (scalar, length) = UTF8Decoding.scalar(in: text, at: i, end: range.upperBound)
            scalars.add(scalar, .init(lower: Int32(i), upper: Int32(i + length)), to: &words)
            i += length
        }
        scalars.finish(&words)
        self.scalars = scalars
        return i
    }
}

/// Decoding of UTF-8 (RFC 3629) that may be damaged.
enum UTF8Decoding {
    /// The scalar that begins at `i` and its length; U+FFFD of one byte where none does.
    @inline(__always)
    static func scalar(in text: UnsafeBufferPointer<UInt8>, at i: Int, end: Int) -> (scalar: UInt32, length: Int) {
        let lead = UInt32(text[i])
        if lead < 0x80 { return (lead, 1) }
        let length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
        guard lead >= 0xc2, lead < 0xf5, i + length <= end else { return (0xfffd, 1) }
        var scalar = lead & (0x7f >> UInt32(length))
        for byte in text[i + 1..<i + length] {
            guard byte & 0xc0 == 0x80 else { return (0xfffd, 1) }
            scalar = scalar << 6 | UInt32(byte & 0x3f)
        }
        let isShortest = scalar >= (length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80)
        let isScalar = scalar < 0xd800 || 0xe000...0x10ffff ~= scalar
        return isShortest && isScalar ? (scalar, length) : (0xfffd, 1)
    }
}
