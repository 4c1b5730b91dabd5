import RecallStore
import RecallText

/// The proximity of a query's neighbouring words in a passage, as in "package size" or "public speaking".
struct TermProximity {
    /// The query's words without function words, with their idf.
    private let words: [(word: QueryWord, idf: Float)]
    private let beginnings: TermBeginnings
    private let analyzer: QueryAnalyzer
    /// For each word met so far that begins like one of them, the words of the query that it is, as bits; `nil` for function
    /// words. Words repeat.
    private var known: [String: UInt64?] = [:]

    init(_ query: PreparedQuery) {
        words = zip(query.words, query.lexical.idfs).filter { $1 > 0 }.prefix(UInt64.bitWidth).map { ($0, $1) }
        beginnings = TermBeginnings(words.reduce(into: []) { $0.formUnion($1.word.terms) })
        analyzer = query.analyzer
    }

    /// True if there are fewer than two words.
    var isEmpty: Bool { words.count < 2 }

    /// The share of the query's adjacent pairs of words, weighted by the lower idf of each pair, that are adjacent in
    /// `passage` (folded words); pairs within four words count half.
    ///
    /// - Complexity: O(words of the passage × pairs).
    mutating func share(in passage: [String]) -> Float {
        guard !isEmpty else { return 0 }
        var matches: [(position: Int, words: UInt64)] = []
        var (position, all): (Int, UInt64) = (0, 0)
        for word in passage {
            guard let words = queryWords(in: word) else { continue }
            if words != 0 { matches.append((position, words)) }
            position += 1
            all |= words
        }
        guard all & (all &- 1) != 0 else { return 0 }
        var (found, total): (Float, Float) = (0, 0)
        for index in 0..<words.count - 1 {
            let weight = min(words[index].idf, words[index + 1].idf)
            total += weight
            found += weight * Self.nearness(of: 1 << index, and: 2 << index, in: matches)
        }
        return found / total
    }

    private mutating func queryWords(in word: String) -> UInt64? {
        guard beginnings.contain(word) else { return analyzer.isFunctionWord(word) ? nil : 0 }
        if let known = known[word] { return known }
        let matches = analyzer.isFunctionWord(word) ? nil : bits(of: analyzer.terms(of: word))
        known[word] = .some(matches)
        return matches
    }

    private func bits(of terms: Set<String>) -> UInt64 {
        words.indices.reduce(0) { words[$1].word.terms.isDisjoint(with: terms) ? $0 : $0 | 1 << $1 }
    }

    private static func nearness(
        of first: UInt64, and second: UInt64, in matches: [(position: Int, words: UInt64)]
    ) -> Float {
        var least = Int.max
        var (firstAt, secondAt): (Int?, Int?)
        for (position, match) in matches where match & (first | second) != 0 {
            if match & first != 0 { firstAt = position }
            if match & second != 0 { secondAt = position }
            if let firstAt, let secondAt, firstAt != secondAt { least = min(least, abs(firstAt - secondAt)) }
        }
        return least == 1 ? 1 : least <= 4 ? 0.5 : 0
    }
}
