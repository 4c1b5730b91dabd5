import RecallEmbedding
import RecallStore
import RecallVectorIndex

extension Candidates {
    /// The candidates that words alone find.
    init(_ matches: LexicalRetriever.Matches, _ query: PreparedQuery) {
        all = matches.best.map { Candidate(passage: $0.passage, lexical: $0.score, boosts: query.boosts) }
            .sorted { $0.passage < $1.passage }
        (highest, languageCoverage, isSemantic) = (matches.highest, 1, false)
        (highestCosine, background) = (nil, .none)
    }

    /// The union of lexical and semantic candidates, each with all its features.
    ///
    /// - Complexity: O(*k* × (dimension + log *p*)) for *k* candidates and *p* postings.
    init(
        _ matches: LexicalRetriever.Matches, _ semantic: SemanticMatches, in index: any VectorIndex,
        languageCoverage: Float, background: CosineBackground, _ query: PreparedQuery
    ) {
        var scores = Dictionary(uniqueKeysWithValues: matches.best.map { ($0.passage, $0.score) })
        let new = semantic.neighbors.map { PassageID(rawValue: $0.key) }.filter { scores[$0] == nil }.sorted()
        for (passage, score) in zip(new, query.lexical.scores(of: new)) { scores[passage] = score }
        let cosines = Self.cosines(of: matches.best.map(\.passage), semantic, in: index)
        all = scores.map { passage, score in
            Candidate(passage: passage, cosine: cosines[passage], lexical: score, boosts: query.boosts)
        }.sorted { $0.passage < $1.passage }
        (highest, isSemantic) = (matches.highest, true)
        highestCosine = all.lazy.compactMap(\.cosine).max()
        (self.languageCoverage, self.background) = (languageCoverage, background)
    }

    /// The candidates nearest to a vector, words aside.
    init(nearest neighbors: [Neighbor]) {
        all = neighbors.map {
            Candidate(passage: PassageID(rawValue: $0.key), cosine: $0.similarity, lexical: LexicalScore())
        }
        (highest, languageCoverage, isSemantic) = (LexicalScore(), 1, true)
        (highestCosine, background) = (neighbors.first?.similarity, .none)
    }

    private static func cosines(
        of found: [PassageID], _ semantic: SemanticMatches, in index: any VectorIndex
    ) -> [PassageID: Float] {
        var cosines = Dictionary(
            uniqueKeysWithValues: semantic.neighbors.map { (PassageID(rawValue: $0.key), $0.similarity) })
        let rest = found.filter { cosines[$0] == nil }
        for (passage, cosine) in zip(rest, index.similarities(to: semantic.query, of: rest.map(\.rawValue))) {
            cosines[passage] = cosine
        }
        return cosines
    }
}

extension Candidate {
    fileprivate init(passage: PassageID, cosine: Float? = nil, lexical: LexicalScore, boosts: PassageBoosts) {
        self.init(
            passage: passage, cosine: cosine, lexical: lexical, namesSender: boosts.namesSender(of: passage),
            correspondentShare: boosts.correspondentShare(of: passage), dateFit: boosts.dateFit(of: passage))
    }
}
