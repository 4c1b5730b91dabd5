import RecallCore
import RecallStore
import RecallText

/// Which words of a query a passage says, and where.
struct SaidWords {
    /// For each highlight, the positions in the query of the words that it is.
    private let places: [(range: Range<Int>, words: Set<Int>)]

    init(_ hit: PassageHit, of ranked: RankedPassages) {
        let analyzer = ranked.analyzer
        places = hit.highlights.map { range in
            let terms = analyzer.foldedWords(of: hit.text.utf8Slice(range)).reduce(into: Set<String>()) {
                $0.formUnion(analyzer.terms(of: $1))
            }
            return (range, Set(ranked.words.indices.filter { !ranked.words[$0].terms.isDisjoint(with: terms) }))
        }
    }

    /// The words that the whole passage says.
    var all: Set<Int> { places.reduce(into: []) { $0.formUnion($1.words) } }

    /// The words that stand in a part of the passage.
    func words(in part: Range<Int>) -> Set<Int> {
        places.reduce(into: []) { if part.contains($1.range.lowerBound) { $0.formUnion($1.words) } }
    }
}
