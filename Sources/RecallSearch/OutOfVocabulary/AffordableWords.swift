import RecallStore
import RecallText

extension QueryWords {
    /// A query of so many words is looked up without asking what they cost.
    private static let fewWords = 64
    /// The distinct words that are looked up, at most, and the sum of their postings.
    private static let mostWords = 256
    private static let mostPostings = 4_000_000

    /// The words that a search has room for, in their order, and the number of distinct ones that are left out: the most
    /// common of a long text, which tell the least.
    func affordable(_ words: [QueryWord]) throws -> (words: [QueryWord], leftOut: Int) {
        guard words.count > Self.fewWords else { return (words, 0) }
        var seen: Set<String> = []
        let distinct = words.filter { !$0.isFunctionWord && seen.insert($0.folded).inserted }
        let kept = try rarest(of: distinct)
        let rest = words.filter { $0.isFunctionWord || kept.contains($0.folded) }
        guard rest.count > 2 * Self.mostWords else { return (rest, distinct.count - kept.count) }
        return (distinct.filter { kept.contains($0.folded) }, distinct.count - kept.count)
    }

    /// The rarest of distinct words, folded, that can be afforded together.
    private func rarest(of words: [QueryWord]) throws -> Set<String> {
        let frequencies = try library.documentFrequencies(of: words.reduce(into: Set()) { $0.formUnion($1.terms) })
        let costs = words.map { word in
            (word: word.folded, postings: word.terms.reduce(0) { $0 + frequencies[$1, default: 0] })
        }
        var rest = Self.mostPostings
        return Set(
            costs.sorted { ($0.postings, $0.word) < ($1.postings, $1.word) }.prefix(Self.mostWords).prefix {
                rest -= $0.postings
                return rest >= 0
            }.map(\.word))
    }
}
