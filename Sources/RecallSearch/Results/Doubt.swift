import RecallCore
import RecallStore

extension RankedPassages {
    /// What to tell a person when nothing fits well enough, and what helps; `nil` when something does, or when no word
    /// was asked for.
    ///
    /// - Parameter passages: those that passed the filter.
    /// - Complexity: O(*n*) in passages, and only when nothing fits.
    func doubt(besides passages: [Int], _ layout: PassageLayout) -> String? {
        guard !words.isEmpty, bestConfidence < SearchResult.clearMatch else { return nil }
        if hasClearMatch(besides: passages, layout) {
            return "Nothing that passes the filter fits well, but something outside of it does: leave a part of it out."
        }
        if isNearestCloseInMeaningAlone {
            return "Nothing says it in these words. What is listed is close in meaning, which is less sure."
        }
        return "Nothing fits well enough. Other words may help: names, places, or what it says literally."
    }

    /// Whether the best passage is close to the query and says little or nothing of it literally.
    private var isNearestCloseInMeaningAlone: Bool {
        guard let best = candidates.first.map(parts), let cosine = best.cosine else { return false }
        return cosine >= Explanation.closeCosine && best.coverage < ResultAssembly.leastCoverage
    }

    private func hasClearMatch(besides passages: [Int], _ layout: PassageLayout) -> Bool {
        var isOutside = layout.isLive
        for index in passages { isOutside[index] = false }
        return isOutside.indices.contains { index in
            isOutside[index]
                && likelihood(of: Fusion.Candidate(index: index, score: 0)) >= SearchResult.clearMatch
        }
    }
}
