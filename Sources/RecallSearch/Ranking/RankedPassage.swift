import RecallCore
import RecallStore
import RecallVectorIndex

/// A candidate with its score.
struct ScoredPassage {
    let candidate: Candidate
    /// The fused score.
    let score: Float
    /// The share of the query's words, by idf, that the context contains.
    let coverage: Float
    /// The calibrated probability that it is relevant.
    let confidence: Float
    /// The kind of match that it is.
    let match: SearchResult.Match
    /// True if words of the query that it says make it likely to be relevant, be they few.
    let saysPart: Bool

    /// The `limit` best candidates, best first, equal ones by passage; and where these are of too few threads, the best ones
    /// of others.
    static func best(
        _ limit: Int, of candidates: Candidates, _ query: PreparedQuery, _ spread: ThreadSpread? = nil
    ) -> [ScoredPassage] {
        let fusion = Fusion(candidates, weights: query.ranking.weights, total: query.lexical.total)
        let calibration = Confidence(query, languageCoverage: candidates.languageCoverage)
        func ranked(_ limit: Int) -> [(score: Float, key: PassageID, value: Int)] {
            var best = TopK<PassageID, Int>(limit: limit)
            for (position, candidate) in candidates.all.enumerated() {
                let score = fusion.score(candidate)
                if score > 0 { best.insert(candidate.passage, position, score: score) }
            }
            return best.sorted()
        }
        var found = ranked(limit)
        if let spread, candidates.all.count > limit, spread.isNarrow(found.map(\.key)) {
            let all = ranked(candidates.all.count)
            let wide = Set(spread.widened(limit, of: all.map(\.key)))
            found = all.filter { wide.contains($0.key) }
        }
        return found.map { score, _, position in
            let candidate = candidates.all[position]
            return ScoredPassage(
                candidate: candidate, score: score, coverage: calibration.coverage(candidate),
                confidence: calibration.confidence(candidate), match: calibration.match(candidate),
                saysPart: calibration.saysPart(candidate))
        }
    }
}

/// A scored passage at its place among the results.
struct RankedPassage {
    let scored: ScoredPassage
    /// The part of the score that reranking added.
    var bonus: Float = 0
    /// True if its sender has the role that the query asks for.
    var hasSenderRole = false

    var id: PassageID { scored.candidate.passage }
    var score: Float { scored.score + bonus }
    /// The kind of match. Who wrote it is no chance match.
    var match: SearchResult.Match { hasSenderRole ? max(scored.match, .closeInMeaning) : scored.match }

    /// The order of results.
    static func isBetter(_ a: RankedPassage, _ b: RankedPassage) -> Bool {
        a.score == b.score ? a.id < b.id : a.score > b.score
    }

    /// The parts of its score as results show them.
    var parts: ScoreParts {
        let candidate = scored.candidate
        return ScoreParts(
            cosine: candidate.cosine, passageBM25: candidate.lexical.passage, contextBM25: candidate.lexical.context,
            coverage: scored.coverage, namesSender: candidate.namesSender, dateFit: candidate.dateFit,
            rerank: bonus,
            fused: score)
    }
}

extension [RankedPassage] {
    /// Moves a passage to an earlier place. It gets the score of the one that was there.
    mutating func move(from place: Int, to earlier: Int) {
        var moved = remove(at: place)
        moved.bonus = self[earlier].score - moved.scored.score
        insert(moved, at: earlier)
    }
}
