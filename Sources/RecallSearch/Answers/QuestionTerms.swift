import RecallStore
import RecallText

/// The words of a question, to be looked for in texts: which of them a text contains, in any of their forms.
struct QuestionTerms {
    /// A set of words of the question, as bits.
    typealias Words = UInt64

    /// The words that count, with their idf.
    private let words: [(word: QueryWord, idf: Float)]
    private let beginnings: TermBeginnings
    private let analyzer: QueryAnalyzer
    /// For each folded word met so far, the words of the question that it is. Words repeat.
    private var known: [String: Words] = [:]
    /// The summed idf of the words that an answer is expected to be near.
    let total: Float

    init(_ query: PreparedQuery) {
        // "much" of "how much" is no word of the answer.
        let asking = zip(query.words, query.words.dropFirst()).map {
            QuestionType.numberQuestions.contains("\($0.folded) \($1.folded)")
        }
        let counted = zip(query.words, query.lexical.idfs).enumerated().filter { index, word in
            word.1 > 0 && !(index > 0 && asking[index - 1])
        }.map(\.element)
        words = counted.prefix(Words.bitWidth).map { ($0, $1) }
        beginnings = TermBeginnings(words.reduce(into: []) { $0.formUnion($1.word.terms) })
        analyzer = query.analyzer
        total = words.reduce(0) { $0 + $1.idf }
    }

    /// The words of the question among folded words.
    mutating func words(in folded: [String]) -> Words {
        folded.reduce(0) { $0 | words(of: $1) }
    }

    /// The words of the question that a folded word is a form of.
    mutating func words(of folded: String) -> Words {
        guard beginnings.contain(folded) else { return 0 }
        if let known = known[folded] { return known }
        let terms = analyzer.isFunctionWord(folded) ? [folded] : analyzer.terms(of: folded)
        let found = words.indices.reduce(Words(0)) { words[$1].word.terms.isDisjoint(with: terms) ? $0 : $0 | 1 << $1 }
        known[folded] = found
        return found
    }

    /// The share of the question's idf that these words have.
    func share(of found: Words) -> Float {
        guard total > 0 else { return 0 }
        return words.indices.reduce(0) { found & 1 << $1 == 0 ? $0 : $0 + words[$1].idf } / total
    }

    /// The share of the question's idf of words that are among folded words in no form, but whose beginning is a part of
    /// one: "Meisterschaft" in "Weltmeisterschaften". Stems do not tell in compounds, nor in a language that is not known.
    mutating func partShare(in folded: [String]) -> Float {
        let whole = words(in: folded)
        let parts = words.indices.filter { index in
            let word = words[index].word.folded
            let beginning = word.prefix(max(Self.shortestPart, word.count - Self.longestEnding))
            return whole & 1 << index == 0 && folded.contains { $0.contains(beginning) }
        }
        return share(of: parts.reduce(0) { $0 | 1 << $1 })
    }

    /// The fewest letters by which a word is known within another.
    private static let shortestPart = 4
    /// The letters that inflection may change at the end of a word.
    private static let longestEnding = 2

    /// The share of the neighbouring pairs of words, weighted by the lower idf, both of which are found.
    func pairShare(of found: Words) -> Float {
        var (both, all): (Float, Float) = (0, 0)
        for index in words.indices.dropLast() {
            let weight = min(words[index].idf, words[index + 1].idf)
            all += weight
            if found & 3 << index == 3 << index { both += weight }
        }
        return all > 0 ? both / all : 0
    }
}
