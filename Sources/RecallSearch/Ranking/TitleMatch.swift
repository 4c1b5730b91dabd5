import RecallText

/// The share of a query's words that an item's title has: who types a title looks for its thread.
struct TitleMatch {
    private let words: [(word: QueryWord, idf: Float)]
    private let total: Float
    private let beginnings: TermBeginnings
    private let analyzer: QueryAnalyzer
    /// The shares of the titles met so far: the items of a thread have the same.
    private var known: [String: Float] = [:]

    init(_ words: [(word: QueryWord, idf: Float)], _ analyzer: QueryAnalyzer) {
        self.words = Array(words.filter { $0.idf > 0 }.prefix(Self.mostWords))
        total = self.words.reduce(0) { $0 + $1.idf }
        beginnings = TermBeginnings(self.words.reduce(into: []) { $0.formUnion($1.word.terms) })
        self.analyzer = analyzer
    }

    /// A longer text is no title.
    private static let mostWords = 64
    private static let weight: Float = 0.5
    /// A smaller share is a topic in common, as a long question has it with many titles.
    private static let leastShare: Float = 0.5

    /// The part of a passage's score for the title of its item.
    mutating func bonus(for title: String) -> Float {
        guard total > 0, !title.isEmpty else { return 0 }
        let share = known[title] ?? share(of: title)
        known[title] = share
        return share < Self.leastShare ? 0 : Self.weight * share * share
    }

    private func share(of title: String) -> Float {
        let terms = analyzer.words(of: title, beginningLike: beginnings)
            .reduce(into: Set<String>()) { $0.formUnion(analyzer.terms(of: $1.word.term)) }
        guard !terms.isEmpty else { return 0 }
        return words.reduce(0) { $1.word.terms.isDisjoint(with: terms) ? $0 : $0 + $1.idf } / total
    }
}
