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
        let found = Self.union(matches, semantic)
        var scores = query.lexical.scores(of: found.filter { $0.lexical == nil }.map(\.passage)).makeIterator()
        let farther = found.filter { $0.cosine == nil }.map(\.passage.rawValue)
        var cosines = index.similarities(to: semantic.query, of: farther).makeIterator()
        all = found.map { found in
            Candidate(
                passage: found.passage, cosine: found.cosine ?? cosines.next().flatMap(\.self),
                lexical: found.lexical ?? scores.next() ?? LexicalScore(), boosts: query.boosts)
        }
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

    /// A passage with what the retrievers that found it know of it.
    private typealias Found = (passage: PassageID, lexical: LexicalScore?, cosine: Float?)

    /// The passages that either retriever found, ascending. Merged, since dictionaries took as long as all scores.
    private static func union(_ matches: LexicalRetriever.Matches, _ semantic: SemanticMatches) -> [Found] {
        let said = matches.best.sorted { $0.passage < $1.passage }
        let near = semantic.neighbors.sorted { $0.key < $1.key }
        var union: [Found] = []
        union.reserveCapacity(said.count + near.count)
        var next = near[...]
        for (passage, score) in said {
            while let neighbor = next.first, neighbor.key < passage.rawValue {
                union.append((PassageID(rawValue: neighbor.key), nil, neighbor.similarity))
                next.removeFirst()
            }
            let isNear = next.first?.key == passage.rawValue
            union.append((passage, score, isNear ? next.removeFirst().similarity : nil))
        }
        return union + next.map { (PassageID(rawValue: $0.key), nil, $0.similarity) }
    }
}

extension Candidate {
    fileprivate init(passage: PassageID, cosine: Float? = nil, lexical: LexicalScore, boosts: PassageBoosts) {
        self.init(
            passage: passage, cosine: cosine, lexical: lexical, namesSender: boosts.namesSender(of: passage),
            correspondentShare: boosts.correspondentShare(of: passage), dateFit: boosts.dateFit(of: passage))
    }
}
