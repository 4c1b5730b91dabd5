import RecallCore
import RecallStore

/// The matches of a query's filter: the live passages that may be ranked.
struct FilterMatches {
    let layout: PassageLayout
    /// `nil` without a filter, when all live passages match.
    var selection: Selection?
    /// Passages that are not ranked, whether they pass the filter or not: junk that nobody asks for.
    var hidden: PassageSet?

    /// The items and passages that a filter selects.
    struct Selection {
        /// The table in which positions are.
        let table: ItemTable
        let items: ItemSet
        let passages: PassageSet
    }

    /// True if the passage may be ranked.
    @inline(__always)
    func contains(_ passage: PassageID) -> Bool {
        (selection.map { $0.passages.contains(passage) } ?? layout.isLive(passage))
            && !(hidden?.contains(passage) ?? false)
    }

    /// The passages that may be ranked.
    var passages: PassageSet {
        var passages = passing
        if let hidden { passages.subtract(hidden) }
        return passages
    }

    private var passing: PassageSet { selection?.passages ?? layout.live }

    /// The passages that are there and that only the filter keeps from being ranked.
    var excluded: PassageSet {
        var excluded = layout.live
        excluded.subtract(passing)
        return excluded
    }

    /// The numbers of items and passages that match, if there is a filter.
    var counts: QueryInterpretation.PassingCounts? {
        selection.map { QueryInterpretation.PassingCounts(items: $0.items.count, passages: $0.passages.count) }
    }
}

extension SearchFilter {
    /// The words to highlight: more would be looked for in vain in each of the texts that are shown.
    var highlightedWords: [WordSequence] {
        var seen: Set<WordSequence> = []
        return Array(positiveWords.filter { seen.insert($0).inserted }.prefix(Self.mostHighlighted))
    }

    private static var mostHighlighted: Int { 64 }

    /// The word sequences that match because of this filter: those that are not negated.
    var positiveWords: [WordSequence] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.positiveWords)
        case .words(let words), .subject(let words): [words]
        case .near(let a, let b, _): [a, b]
        default: []
        }
    }
}
