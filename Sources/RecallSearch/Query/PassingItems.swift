import RecallCore
import RecallStore

/// The items that pass a filter.
struct PassingItems {
    /// The table in which positions are; `nil` without a filter.
    var table: ItemTable?
    /// The items; `nil` without a filter, when all pass.
    var items: ItemSet?
    /// The live passages that may be ranked.
    var passages: [Int]

    /// The numbers of those that pass, if there is a filter.
    var counts: QueryInterpretation.PassingCounts? {
        items.map { QueryInterpretation.PassingCounts(items: $0.count, passages: passages.count) }
    }
}

extension SearchFilter {
    /// The sequences of words that items may have because of this filter: those that are not negated.
    var positiveWords: [WordSequence] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.positiveWords)
        case .words(let words), .subject(let words): [words]
        case .near(let a, let b, _): [a, b]
        default: []
        }
    }
}
