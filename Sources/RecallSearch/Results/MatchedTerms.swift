import RecallCore
import RecallStore
import RecallText

/// The words that are looked for in texts that are shown.
struct AskedTerms: Sendable {
    fileprivate let words: [QueryWord]
    fileprivate let terms: Set<String>
    fileprivate let filterWords: [WordSequence]

    init(_ query: PreparedQuery) {
        (words, terms, filterWords) = (query.words, query.terms, query.filterWords)
    }
}

/// The terms of a query in the text of a passage: which words of the query it contains, and where.
struct MatchedTerms {
    /// The UTF-8 byte ranges of the text that hold words of the query or of its filter, ascending.
    let ranges: [Range<Int>]
    /// For each range, the positions in the query of the words that it is.
    private let words: [Set<Int>]

    init(_ text: String, _ asked: AskedTerms, _ analyzer: QueryAnalyzer) {
        ranges = analyzer.ranges(of: asked.terms, and: asked.filterWords, in: text)
        words = ranges.map { range in
            let terms = analyzer.foldedWords(of: text.utf8Slice(range)).reduce(into: Set<String>()) {
                $0.formUnion(analyzer.terms(of: $1))
            }
            return Set(asked.words.indices.filter { !asked.words[$0].terms.isDisjoint(with: terms) })
        }
    }

    /// The words of the query that the whole passage contains.
    var all: Set<Int> { words.reduce(into: []) { $0.formUnion($1) } }

    /// The matched words within a part of the passage.
    func words(in part: Range<Int>) -> Set<Int> {
        zip(ranges, words).reduce(into: []) { if part.contains($1.0.lowerBound) { $0.formUnion($1.1) } }
    }
}
