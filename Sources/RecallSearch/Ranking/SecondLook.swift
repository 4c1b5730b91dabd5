import RecallStore
import RecallVectorIndex

/// Orders the best passages anew by what costs too much to ask of all: what their texts look like, whether the query's
/// words stand together, and how near they are to the best one.
struct SecondLook {
    let ranked: RankedPassages
    let hints: AnswerHints
    let vectors: ExactIndex?
    let glances: Glances
    let limits: SearchLimits

    /// Passages that are looked at. Those behind them keep their places.
    private static let depth = 150
    /// Added where all neighbouring words of the query stand side by side.
    private static let proximityWeight: Float = 0.35
    /// Added to what says the same as the best passage (pseudo-relevance feedback in vectors, Rocchio 1971).
    private static let agreementWeight: Float = 0.15

    /// The candidates, best first, the first ones by their new scores.
    func reorder(_ candidates: [Fusion.Candidate]) throws -> [Fusion.Candidate] {
        var best = Array(candidates.prefix(Self.depth))
        let agreement = agreement(of: best)
        var proximity = WordProximity(ranked)
        var passages: [PassageGlance?] = []
        for (position, candidate) in best.enumerated() {
            try limits.check()
            if limits.isOver { break }
            let glance = try glances.glance(at: candidate.index, ranked.analyzer)
            var bonus = Self.agreementWeight * agreement[position]
            if let glance, !hints.isEmpty || !proximity.isEmpty {
                bonus += hints.bonus(for: glance.passage.text, glance.words)
                bonus += Self.proximityWeight * proximity.share(in: glance.words)
            }
            passages.append(glance?.passage)
            best[position].add(bonus)
        }
        for (position, bonus) in LoneMailDates(passages, scores: best.map(\.score)).bonuses {
            best[position].add(bonus)
        }
        return best.sorted(by: Fusion.Candidate.isBetter) + candidates.dropFirst(Self.depth)
    }

    /// How near each passage is to the first one, from 0 for the middle of them to 1.
    private func agreement(of candidates: [Fusion.Candidate]) -> [Float] {
        let none = [Float](repeating: 0, count: candidates.count)
        guard ranked.cosines != nil, let first = candidates.first, let vector = vectors?.vector(of: first.index) else {
            return none
        }
        let cosines = candidates.map { vectors?.score(vector, of: $0.index) ?? 0 }
        let middle = cosines.sorted()[cosines.count / 2]
        return cosines.map { max(0, min(1, ($0 - middle) / max(1 - middle, 0.01))) }
    }
}

extension Fusion.Candidate {
    /// Adds what a second look gave.
    fileprivate mutating func add(_ bonus: Float) {
        secondLook += bonus
        score += bonus
    }
}
