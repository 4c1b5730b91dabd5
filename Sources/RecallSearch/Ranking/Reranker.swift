import RecallStore
import RecallText
import RecallVectorIndex

/// Orders the best passages anew by what costs too much to ask of all: whether their texts look like answers, whether the
/// query's words stand together, and how near they are to the best one.
struct Reranker {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    let limits: SearchLimits

    /// Passages that are reranked. Those behind them keep their places.
    private static let depth = 150
    /// Added where all neighbouring words of the query stand side by side.
    private static let proximityWeight: Float = 0.35
    /// Added to what says the same as the best passage (pseudo-relevance feedback in vectors, Rocchio 1971).
    private static let agreementWeight: Float = 0.15

    /// The passages, best first, the first ones by their new scores; all of them as they are when time is over.
    func rerank(_ scored: [ScoredPassage]) throws -> [RankedPassage] {
        var ranked = scored.map { RankedPassage(scored: $0) }
        let depth = min(Self.depth, ranked.count)
        let agreement = agreement(of: scored.prefix(depth))
        let question = QuestionType(query.text, query.words.map(\.folded))
        var proximity = TermProximity(query)
        var passages: [StoredPassage?] = []
        for position in 0..<depth {
            try limits.check()
            if limits.isOver { break }
            let passage = try snapshot.passage(ranked[position].id, query.analyzer)
            ranked[position].bonus = Self.agreementWeight * agreement[position]
            if let passage, !question.isOpen || !proximity.isEmpty {
                ranked[position].bonus += question.bonus(for: passage.stored.text, passage.words)
                ranked[position].bonus += Self.proximityWeight * proximity.share(in: passage.words)
            }
            passages.append(passage?.stored)
        }
        for (position, bonus) in TemporalFeedback(passages, scores: ranked[..<depth].map(\.score)).bonuses {
            ranked[position].bonus += bonus
        }
        return ranked[..<depth].sorted(by: RankedPassage.isBetter) + ranked[depth...]
    }

    /// The nearness of each passage to the first one, from 0 for the middle of them to 1.
    private func agreement(of scored: ArraySlice<ScoredPassage>) -> [Float] {
        let none = [Float](repeating: 0, count: scored.count)
        guard let index = snapshot.index.vectors?.index, let first = scored.first, first.candidate.cosine != nil,
            let vector = index.vector(of: first.candidate.passage.rawValue)
        else { return none }
        let cosines = index.similarities(to: vector, of: scored.map { $0.candidate.passage.rawValue }).map { $0 ?? 0 }
        let middle = cosines.sorted()[cosines.count / 2]
        return cosines.map { max(0, min(1, ($0 - middle) / max(1 - middle, 0.01))) }
    }
}
