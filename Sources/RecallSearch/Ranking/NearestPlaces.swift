import RecallCore
import RecallStore

/// Places among the first five results for the four nearest in meaning, unless results that say the query's words have
/// them.
///
/// What a fused score puts first may have some words of the query by chance. Where nothing says the query, the first
/// results so hold at least what vectors alone would have shown there. Not for searches with a filter: within one
/// conversation, words find more than the vectors of short messages (locomo -.015).
struct NearestPlaces {
    private let layout: PassageLayout

    private static let places = 2...5
    /// The passages among which threads are looked for, since all may be of one long chat.
    private static let depth = 50
    /// In languages that the model covers less, the nearest are seldom near.
    private static let leastLanguageCoverage: Float = 0.8

    /// - Returns: `nil` where the nearest have no places.
    init?(_ candidates: Candidates, _ layout: PassageLayout) {
        guard candidates.isSemantic, candidates.languageCoverage >= Self.leastLanguageCoverage else { return nil }
        self.layout = layout
    }

    /// The passages with the nearest moved up, best first. One that is moved gets the score of the one whose place it
    /// takes.
    func filled(in ranked: [RankedPassage]) -> [RankedPassage] {
        zip(nearest(of: ranked), Self.places).reduce(into: ranked) { ranked, next in
            let thread = layout.threadStart(of: next.0.id)
            let first = firstThreads(of: ranked)
            let better = first.prefix(next.1 - 1)
            guard !better.contains(where: { $0.thread == thread }),
                let taken = first.dropFirst(next.1 - 1).first(where: { ranked[$0.index].scored.match != .says }),
                let old = ranked.firstIndex(where: { $0.id == next.0.id }), old > taken.index
            else { return }
            var moved = ranked.remove(at: old)
            moved.bonus = ranked[taken.index].score - moved.scored.score
            ranked.insert(moved, at: taken.index)
        }
    }

    /// The nearest passage of each of the nearest threads.
    private func nearest(of ranked: [RankedPassage]) -> [RankedPassage] {
        let compared = ranked.filter { $0.scored.candidate.cosine != nil }
        let sorted = compared.sorted { ($0.scored.candidate.cosine ?? 0) > ($1.scored.candidate.cosine ?? 0) }
        return sorted.prefix(Self.depth).grouped(byThread: { layout.threadStart(of: $0.id) }, limit: Self.places.count)
            .map { $0[0] }
    }

    /// The first threads, each with the index of its best passage.
    private func firstThreads(of ranked: [RankedPassage]) -> [(thread: Int, index: Int)] {
        var threads: [(thread: Int, index: Int)] = []
        for (index, passage) in ranked.prefix(Self.depth).enumerated() where threads.count < Self.places.upperBound {
            let thread = layout.threadStart(of: passage.id)
            if !threads.contains(where: { $0.thread == thread }) { threads.append((thread, index)) }
        }
        return threads
    }
}

extension PassageLayout {
    /// The index of the first passage of a passage's thread, which identifies the thread.
    func threadStart(of passage: PassageID) -> Int {
        var start = passage.index
        while start > 0, !beginsThread[start] { start -= 1 }
        return start
    }
}
