/// The words of one alternative of a mail, to be compared with those of another one.
struct AlternativeWords {
    private let words: Set<Substring>

    /// The different words of a text in UTF-8, in lower case; links are none, since HTML hides them.
    ///
    /// - Complexity: O(*n*).
    init(_ text: [UInt8]) {
        var words: Set<Substring> = []
        for token in String(decoding: text, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace)
        where !token.contains("://") {
            for word in token.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                // Programs break lines anywhere in scripts without spaces.
                if word.unicodeScalars.contains(where: { $0.value >= 0x2E80 }) {
                    for character in word { words.insert(Substring(String(character))) }
                } else {
                    words.insert(word)
                }
            }
        }
        self.words = words
    }

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
