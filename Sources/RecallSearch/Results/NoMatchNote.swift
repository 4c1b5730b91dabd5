import RecallCore
import RecallStore
import RecallVectorIndex

/// The note for a person when nothing is above the no-match threshold, with what helps.
struct NoMatchNote {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    /// The vector of the query; `nil` without semantic retrieval.
    let vector: [Float]?

    /// The note; `nil` if there is a clear match, or if the query has no words.
    ///
    /// - Parameter best: the confidence of the best passage.
    func text(_ ranked: [RankedPassage], best: Float) -> String? {
        guard !query.words.isEmpty, best < SearchResult.clearMatch else { return nil }
        if hasClearMatchOutside {
            return "Nothing that passes the filter fits well, but something outside of it does: leave a part of it out."
        }
        if isCloseInMeaningAlone(ranked) {
            return "Nothing says it in these words. What is listed is close in meaning, which is less sure."
        }
        return "Nothing fits well enough. Other words may help: names, places, or what it says literally."
    }

    /// True if the best passage is close to the query and contains little or nothing of it literally.
    private func isCloseInMeaningAlone(_ ranked: [RankedPassage]) -> Bool {
        guard let best = ranked.first?.scored, let cosine = best.candidate.cosine else { return false }
        return cosine >= Explanation.closeCosine && best.coverage < ResultPage.leastCoverage
    }

    /// The number of best passages of each retriever to check.
    private static let outsideLimit = 50

    /// True if a passage that the filter excludes would be a clear match.
    private var hasClearMatchOutside: Bool {
        guard query.matches.selection != nil else { return false }
        let matches = query.lexical.retrieve(
            limit: Self.outsideLimit, boosts: PassageBoosts(), where: query.matches.excludes)
        let candidates: Candidates
        if let vector, let index = snapshot.index.vectors?.index {
            let nearest = index.nearest(to: vector, limit: Self.outsideLimit) {
                query.matches.excludes(PassageID(rawValue: $0))
            }
            candidates = Candidates(
                matches, SemanticMatches(query: vector, neighbors: nearest), in: index, languageCoverage: 1, query)
        } else {
            candidates = Candidates(matches, query)
        }
        let calibration = Confidence(query)
        return candidates.all.contains { calibration.probability($0) >= SearchResult.clearMatch }
    }
}
