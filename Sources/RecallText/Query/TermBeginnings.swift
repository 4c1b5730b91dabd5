/// The first letters of terms, as a filter before stemming. Stemming changes the ends of words, never the first
/// letter, nor the second of longer words, so most words can be ruled out without stemming them.
package struct TermBeginnings: Sendable {
    /// A bit for each first byte, and for each pair of bytes.
    private var letters = [UInt64](repeating: 0, count: 1 << 8 / 64)
    private var pairs = [UInt64](repeating: 0, count: 1 << 16 / 64)

    /// Words of so many bytes keep their first two ("dying", stemmed "die", does not).
    private static let longWord = 6

    /// The beginnings of `terms`.
    package init(_ terms: Set<String>) {
        for term in terms {
            guard let first = term.utf8.first else { continue }
            letters[Int(first) / 64] |= 1 << UInt64(first % 64)
            if let pair = Self.pair(term.utf8) { pairs[pair / 64] |= 1 << UInt64(pair % 64) }
        }
    }

    /// True if a folded word may have one of the terms as its stem.
    package func contain(_ folded: String) -> Bool {
        contain(folded.utf8)
    }

    /// True if a word in ASCII may have one of the terms as its stem, once it is folded.
    func contain(ascii word: UnsafeBufferPointer<UInt8>.SubSequence) -> Bool {
        contain(word.lazy.map(\.asciiLowercase))
    }

    @inline(__always)
    private func contain(_ folded: some Collection<UInt8>) -> Bool {
        guard let first = folded.first, letters[Int(first) / 64] & 1 << UInt64(first % 64) != 0 else { return false }
        guard folded.count >= Self.longWord, let pair = Self.pair(folded) else { return true }
        return pairs[pair / 64] & 1 << UInt64(pair % 64) != 0
    }

    @inline(__always)
    private static func pair(_ word: some Collection<UInt8>) -> Int? {
        var bytes = word.makeIterator()
        guard let first = bytes.next(), let second = bytes.next() else { return nil }
        return Int(first) << 8 | Int(second)
    }
}
