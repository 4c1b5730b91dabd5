import Foundation
import RecallCore
import RecallStore

/// Makes results for people out of ranked passages: one for each thread, with its best passages, and why.
struct ResultAssembly {
    let ranked: RankedPassages
    let snapshot: LibrarySnapshot
    let layout: PassageLayout

    /// Passages shown of each thread.
    static let passagesPerThread = 3
    /// Weak matches shown at most: what nobody can be sure of is not worth reading further.
    private static let mostWeak = 5
    /// Below both, a passage that is no clear match has nothing to do with the query.
    private static let leastCosine: Float = 0.3
    private static let leastCoverage: Float = 0.3

    /// The best `limit` threads, best first: clear matches, and the first weak ones.
    func results(limit: Int) throws -> [SearchResult] {
        let terms = ranked.words.filter { !$0.isFunctionWord }.reduce(into: Set<String>()) { $0.formUnion($1.terms) }
        var weak = 0
        return try ranked.candidates.lazy.filter(isRelevant)
            .grouped(byThread: { threadStart($0.index) }, limit: limit)
            .filter { passages in
                if !passages.contains(where: isClear) { weak += 1 }
                return weak <= Self.mostWeak || passages.contains(where: isClear)
            }
            .compactMap { try result($0, terms) }
    }

    private func isClear(_ candidate: Fusion.Candidate) -> Bool {
        ranked.confidence(of: candidate) >= SearchResult.clearMatch
    }

    private func isRelevant(_ candidate: Fusion.Candidate) -> Bool {
        let parts = ranked.parts(of: candidate)
        return isClear(candidate) || parts.coverage >= Self.leastCoverage || (parts.cosine ?? 0) >= Self.leastCosine
    }

    /// The first passage of the passage's thread: what passages of one thread have in common.
    private func threadStart(_ index: Int) -> Int {
        var start = index
        while start > 0, !layout.beginsThread[start] { start -= 1 }
        return start
    }

    private func result(_ candidates: [Fusion.Candidate], _ terms: Set<String>) throws -> SearchResult? {
        let hits = try candidates.prefix(Self.passagesPerThread).compactMap { candidate in
            try snapshot.passage(index: candidate.index).map { (stored: $0, candidate: candidate) }
        }
        guard let best = hits.first, let thread = try snapshot.thread(best.stored.thread) else { return nil }
        let passages = hits.map { hit in
            PassageHit(
                passage: hit.stored.passage, item: hit.stored.item, text: hit.stored.text,
                highlights: ranked.analyzer.ranges(of: terms, and: ranked.filterWords, in: hit.stored.text),
                score: ranked.parts(of: hit.candidate))
        }
        return SearchResult(
            thread: thread, passages: passages, morePassages: candidates.count - passages.count,
            why: Explanation(ranked: ranked).why(passages[0]),
            confidence: candidates.lazy.map(ranked.confidence).max() ?? 0)
    }
}
