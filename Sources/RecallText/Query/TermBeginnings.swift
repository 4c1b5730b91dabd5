/// The first letters of terms, as a filter before stemming. Stemming changes the ends of words, never the first
/// letter, nor the second of longer words, so most words can be ruled out without stemming them.
package struct TermBeginnings: Sendable {
    private var letters: Set<UInt8> = []
    private var pairs: Set<UInt16> = []

    /// Words of so many bytes keep their first two ("dying", stemmed "die", does not).
    private static let longWord = 6

    /// The beginnings of `terms`.
    package init(_ terms: Set<String>) {
        for term in terms {
            guard let first = term.utf8.first else { continue }
            letters.insert(first)
            if let pair = Self.pair(term) { pairs.insert(pair) }
        }
    }

    /// True if a folded word may have one of the terms as its stem.
    package func contain(_ folded: String) -> Bool {
        guard let first = folded.utf8.first, letters.contains(first) else { return false }
        guard folded.utf8.count >= Self.longWord, let pair = Self.pair(folded) else { return true }
        return pairs.contains(pair)
    }

    private static func pair(_ word: String) -> UInt16? {
        let bytes = word.utf8.prefix(2)
        return bytes.count == 2 ? bytes.reduce(0) { $0 << 8 | UInt16($1) } : nil
    }
}
