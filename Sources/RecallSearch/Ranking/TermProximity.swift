import RecallStore
import RecallText

/// The proximity of a query's neighbouring words in a passage, as in "package size" or "public speaking".
struct TermProximity {
    /// The query's words without function words, with their idf.
    private let words: [(word: QueryWord, idf: Float)]
    private let beginnings: TermBeginnings
    private let analyzer: QueryAnalyzer
    /// For each word met so far that begins like one of them, the words of the query that it is, as bits: none for
    /// function words. Words repeat.
    private var known: [String: UInt64] = [:]

    /// The farthest that words are near.
    private static let reach = 4

    init(_ words: [(word: QueryWord, idf: Float)], _ analyzer: QueryAnalyzer) {
        self.words = Array(words.filter { $0.idf > 0 }.prefix(UInt64.bitWidth))
        beginnings = TermBeginnings(self.words.reduce(into: []) { $0.formUnion($1.word.terms) })
        self.analyzer = analyzer
    }

    /// True if there are fewer than two words.
    var isEmpty: Bool { words.count < 2 }

    /// The share of the query's adjacent pairs of words, weighted by the lower idf of each pair, that are adjacent in
    /// a passage; pairs within four words count half.
    ///
    /// - Complexity: O(words of the passage + matches × pairs).
    mutating func share(in passage: PassageText) -> Float {
        guard !isEmpty else { return 0 }
        var matches: [Match] = []
        var all: UInt64 = 0
        for (position, word) in analyzer.words(of: passage.stored.text, beginningLike: beginnings) {
            let words = queryWords(in: word.term)
            guard words != 0 else { continue }
            matches.append((position, words))
            all |= words
        }
        guard all & (all &- 1) != 0 else { return 0 }
        leaveOutFunctionWords(of: passage.words, between: &matches)
        var (found, total): (Float, Float) = (0, 0)
        for index in 0..<words.count - 1 {
            let weight = min(words[index].idf, words[index + 1].idf)
            total += weight
            found += weight * Self.nearness(of: 1 << index, and: 2 << index, in: matches)
        }
        return found / total
    }

    /// A place where a passage says words of the query.
    private typealias Match = (position: Int, words: UInt64)

    private mutating func queryWords(in word: String) -> UInt64 {
        if let known = known[word] { return known }
        let matches = analyzer.isFunctionWord(word) ? 0 : bits(of: analyzer.terms(of: word))
        known[word] = matches
        return matches
    }

    /// Counts the positions without function words. Most passages say no two words of the query, and most words stand
    /// far from them, so only as many are looked up as tell how near the matches are.
    private func leaveOutFunctionWords(of passage: [String], between matches: inout [Match]) {
        var (last, position) = (matches[0].position, 0)
        matches[0].position = position
        for index in matches.indices.dropFirst() {
            var others = 0
            for word in passage[(last + 1)..<matches[index].position]
            where others < Self.reach && !analyzer.isFunctionWord(word) {
                others += 1
            }
            last = matches[index].position
            position += others + 1
            matches[index].position = position
        }
    }

    private func bits(of terms: Set<String>) -> UInt64 {
        words.indices.reduce(0) { words[$1].word.terms.isDisjoint(with: terms) ? $0 : $0 | 1 << $1 }
    }

    private static func nearness(of first: UInt64, and second: UInt64, in matches: [Match]) -> Float {
        var least = Int.max
        var (firstAt, secondAt): (Int?, Int?)
        for (position, match) in matches where match & (first | second) != 0 {
            if match & first != 0 { firstAt = position }
            if match & second != 0 { secondAt = position }
            if let firstAt, let secondAt, firstAt != secondAt { least = min(least, abs(firstAt - secondAt)) }
        }
        return least == 1 ? 1 : least <= reach ? 0.5 : 0
    }
}
