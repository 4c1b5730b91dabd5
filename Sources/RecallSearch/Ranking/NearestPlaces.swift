import RecallCore
import RecallStore

/// Places among the first twenty results for the nearest in meaning, unless results that say the query's words have
/// them: the second to the fifth, and the second ten. Where none of the first twenty says them, no place before the second
/// ten is lost to one that stands higher anyway, and for a query of few words they have the sixth to the tenth, too: what
/// has one word of two has it by chance more often than what has ten of thirty (cisi -.014, if they had them always).
///
/// What a fused score puts first may have some words of the query by chance. Where nothing says the query, the first
/// results so hold what vectors alone would have shown there. Not for searches with a filter: within one conversation,
/// words find more than the vectors of short messages (locomo -.015).
struct NearestPlaces {
    private let layout: PassageLayout
    private let hasFewWords: Bool

    /// More than twenty, since a page leaves near-duplicates out.
    private static let lastPlace = 24
    /// The most content words of a query of few words.
    private static let fewWords = 3
    /// The passages among which threads are looked for, since all may be of one long chat.
    private static let depth = 200
    /// In languages that the model covers less, the nearest are seldom near.
    private static let leastLanguageCoverage: Float = 0.8

    /// - Returns: `nil` where the nearest have no places.
    init?(_ candidates: Candidates, of query: PreparedQuery, _ layout: PassageLayout) {
        guard candidates.isSemantic, candidates.languageCoverage >= Self.leastLanguageCoverage else { return nil }
        self.layout = layout
        hasFewWords = query.lexical.contentWordCount <= Self.fewWords
    }

    /// Each place with the last one that a thread may have instead, if a result that says the query has the place.
    private func places(isSaid: Bool) -> [(first: Int, last: Int)] {
        [2...(hasFewWords && !isSaid ? 10 : 5), 11...Self.lastPlace].flatMap { block in
            block.map { (first: $0, last: block.upperBound) }
        }
    }

    /// The passages with the nearest moved up, best first. One that is moved gets the score of the one whose place it
    /// takes.
    func filled(in ranked: [RankedPassage]) -> [RankedPassage] {
        var nearest = nearest(of: ranked)[...]
        let isSaid = ranked.firsts(ofThreads: thread, limit: Self.lastPlace).contains(where: \.keepsPlace)
        return places(isSaid: isSaid).reduce(into: ranked) { ranked, place in
            let first = ranked.prefix(Self.depth).enumerated()
                .firsts(ofThreads: { thread($0.element) }, limit: place.last)
            let better = Set(first.prefix(place.first - 1).map { thread($0.element) })
            if !isSaid || place.last == Self.lastPlace { nearest = nearest.drop { better.contains(thread($0)) } }
            guard let next = nearest.popFirst(), !better.contains(thread(next)),
                let taken = first.dropFirst(place.first - 1).first(where: { !$0.element.keepsPlace }),
                let old = ranked.firstIndex(where: { $0.id == next.id }), old > taken.offset
            else { return }
            ranked.move(from: old, to: taken.offset)
        }
    }

    /// The nearest passage of each of the nearest threads.
    private func nearest(of ranked: [RankedPassage]) -> [RankedPassage] {
        let compared = ranked.filter { $0.scored.candidate.cosine != nil }
        let sorted = compared.sorted { ($0.scored.candidate.cosine ?? 0) > ($1.scored.candidate.cosine ?? 0) }
        return sorted.prefix(Self.depth).firsts(ofThreads: thread, limit: Self.lastPlace)
    }

    private func thread(_ ranked: RankedPassage) -> Int { layout.threadStart(of: ranked.id) }
}

extension RankedPassage {
    /// True for what says the query, be it by who wrote it, or words of it, and for what the sender wrote whom it means.
    fileprivate var keepsPlace: Bool { scored.saysPart || scored.match == .says || hasSenderRole }
}
