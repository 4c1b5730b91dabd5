/// An estimate of the tokens of a text in the vocabulary of a language model that is not known.
///
/// Byte-pair vocabularies take four letters of English as a token, and fewer of other languages; digits and punctuation
/// often one by one, a Chinese character one or two. The estimate is meant to be too high rather than too low: what is
/// over a model's window is cut off there, most often at its beginning, where the instructions are.
package enum TokenEstimate {
    /// The tokens of a text, at most.
    ///
    /// - Complexity: O(*n*) in its bytes.
    package static func tokens(in text: some StringProtocol) -> Int {
        var counter = Counter()
        for scalar in text.unicodeScalars { counter.add(scalar) }
        return counter.tokens
    }

    /// The longest beginning of `text` of at most `limit` tokens, at a character's end.
    package static func prefix(of text: String, tokens limit: Int) -> Substring {
        var counter = Counter()
        for index in text.indices {
            for scalar in text[index].unicodeScalars { counter.add(scalar) }
            if counter.tokens > limit { return text[..<index] }
        }
        return text[...]
    }

    /// The beginning of `text`, of at most `limit` tokens.
    static func cut(_ text: String, to limit: Int) -> String { String(prefix(of: text, tokens: limit)) }

    /// No text of that many tokens has more bytes.
    package static func mostBytes(of tokens: Int) -> Int { 8 * (tokens + 1) }

    /// Counts scalar by scalar.
    private struct Counter {
        private(set) var tokens = 0
        private var letters = 0
        private var blanks = 0

        private static let lettersPerToken = 4
        private static let blanksPerToken = 4

        mutating func add(_ scalar: Unicode.Scalar) {
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A:
                if letters % Self.lettersPerToken == 0 { tokens += 1 }
                (letters, blanks) = (letters + 1, 0)
            case 0x20:
                // A single blank belongs to the word that follows it.
                (letters, blanks) = (0, blanks + 1)
                if blanks % Self.blanksPerToken == 0 { tokens += 1 }
            default:
                (letters, blanks) = (0, 0)
                tokens += scalar.value < 0x800 ? 1 : 2
            }
        }
    }
}
