import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

/// Reranks the best passages by features that are too expensive to compute for all: answer type, proximity of the
/// query's words, its numbers, and similarity to the best passage.
struct Reranker {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    let limits: SearchLimits

    /// The number of passages that are reranked. Later ones keep their ranks.
    private static let depth = 150
    /// The number of those whose texts are read, which takes most of the time: what stands in that of a later one seldom
    /// brings it among the first.
    private static let textDepth = 60
    /// The weight of term proximity, reached if all adjacent words of the query are adjacent in the passage.
    private static let proximityWeight: Float = 0.35
    /// The weight of being from the person whose full name is all of the query: more than what says the name can have.
    private static let fullNameWeight: Float = 1.5
    /// The weight of similarity to the best passage (pseudo-relevance feedback in vectors, Rocchio 1971).
    private static let agreementWeight: Float = 0.15

    /// The passages, best first, the first ones by their new scores; without what their texts give when time is over.
    func rerank(_ scored: [ScoredPassage]) throws -> [RankedPassage] {
        var ranked = scored.map { RankedPassage(scored: $0) }
        let depth = min(Self.depth, ranked.count)
        let agreement = agreement(of: scored.prefix(depth))
        for position in 0..<depth {
            ranked[position].bonus = Self.agreementWeight * agreement[position]
            if query.mentions.isFullName, scored[position].candidate.namesSender {
                ranked[position].bonus += Self.fullNameWeight
            }
        }
        let texts = try texts(of: ranked.prefix(asksForMore ? depth : Self.textDepth).map(\.id))
        for (position, features) in try features(of: texts).enumerated() {
            let kind = try texts[position].map(kindBonus) ?? 0
            ranked[position].bonus += features.answerType
            ranked[position].bonus += Self.proximityWeight * features.proximity
            ranked[position].bonus += features.versions + features.numbers
            ranked[position].bonus += features.title + kind
        }
        let role = try SenderRoleMatch(query.mentions.senderRole, texts, snapshot)
        for (position, text) in texts.enumerated() where role.isSent(text) {
            ranked[position].bonus += SenderRoleMatch.weight
            ranked[position].hasSenderRole = true
        }
        let items = limits.isOver ? [] : try snapshot.items(of: ranked.prefix(depth).map(\.id))
        for (position, bonus) in TemporalFeedback(items, scores: ranked[..<depth].map(\.score)).bonuses {
            ranked[position].bonus += bonus
        }
        return ranked[..<depth].sorted(by: RankedPassage.isBetter) + ranked[depth...]
    }

    /// True if the query asks for a version or a number, a kind of item or a sender's role, which a passage of any rank may have.
    private var asksForMore: Bool {
        !query.kinds.wishes.isEmpty || query.mentions.senderRole != nil || !VersionMatch(query.text).isEmpty
            || !LongNumbers(query.text).digits.isEmpty
    }

    /// The passages, as many from the front as there is time for; `nil` for those that are gone.
    private func texts(of ids: [PassageID]) throws -> [PassageText?] {
        try snapshot.readAhead(ids, limits)
        var texts: [PassageText?] = []
        for id in ids {
            try limits.check()
            if limits.isOver { break }
            texts.append(try snapshot.passage(id))
        }
        return texts
    }

    private func features(of texts: [PassageText?]) throws -> [TextFeatures] {
        let (text, words, idfs) = (query.text, query.words, query.lexical.idfs)
        let (layout, terms) = (snapshot.index.layout, snapshot.caches.terms)
        return try texts.mapInHalves { half in
            let analyzer = QueryAnalyzer(for: layout, in: terms)
            var reader = TextFeatureReader(text, zip(words, idfs).map { ($0, $1) }, analyzer)
            return half.map { passage in passage.map { reader.features(of: $0) } ?? TextFeatures() }
        }
    }

    private func kindBonus(_ passage: PassageText) throws -> Float {
        let item = passage.stored.item
        return try query.kinds.bonus(for: item) { try snapshot.library.hasPicture(item.id) }
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
