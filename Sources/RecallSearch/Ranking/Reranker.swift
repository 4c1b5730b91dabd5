import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

/// Reranks the best passages by features that are too expensive to compute for all: answer type, proximity of the
/// query's words, its dotted numbers, and similarity to the best passage.
struct Reranker {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    let limits: SearchLimits

    /// The number of passages that are reranked. Later ones keep their ranks.
    private static let depth = 150
    /// The weight of term proximity, reached if all adjacent words of the query are adjacent in the passage.
    private static let proximityWeight: Float = 0.35
    /// The weight of being from the person whose full name is all of the query: more than what says the name can have.
    private static let fullNameWeight: Float = 1.5
    /// The weight of similarity to the best passage (pseudo-relevance feedback in vectors, Rocchio 1971).
    private static let agreementWeight: Float = 0.15

    /// The passages, best first, the first ones by their new scores; all of them as they are when time is over.
    func rerank(_ scored: [ScoredPassage]) throws -> [RankedPassage] {
        var ranked = scored.map { RankedPassage(scored: $0) }
        let depth = min(Self.depth, ranked.count)
        let agreement = agreement(of: scored.prefix(depth))
        let question = QuestionType(query.text, query.words.map(\.folded))
        let versions = VersionMatch(query.text)
        var (proximity, titles) = (TermProximity(query), TitleMatch(query))
        var passages: [StoredPassage?] = []
        try snapshot.readAhead(ranked.prefix(depth).map(\.id), query.analyzer, limits)
        for position in 0..<depth {
            try limits.check()
            if limits.isOver { break }
            let passage = try snapshot.passage(ranked[position].id, query.analyzer)
            ranked[position].bonus = Self.agreementWeight * agreement[position]
            if query.mentions.isFullName, scored[position].candidate.namesSender {
                ranked[position].bonus += Self.fullNameWeight
            }
            if let passage, !question.isOpen || !proximity.isEmpty {
                ranked[position].bonus += question.bonus(for: passage.stored.text, passage.words)
                ranked[position].bonus += Self.proximityWeight * proximity.share(in: passage.words)
            }
            if let text = passage?.stored.text { ranked[position].bonus += versions.bonus(for: text) }
            if let item = passage?.stored.item {
                let kind = try query.kinds.bonus(for: item) { try snapshot.library.hasPicture(item.id) }
                ranked[position].bonus += titles.bonus(for: item.title) + kind
            }
            passages.append(passage?.stored)
        }
        let role = try SenderRoleMatch(query.mentions.senderRole, passages, snapshot)
        for (position, passage) in passages.enumerated() where role.isSent(passage) {
            ranked[position].bonus += SenderRoleMatch.weight
            ranked[position].hasSenderRole = true
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
