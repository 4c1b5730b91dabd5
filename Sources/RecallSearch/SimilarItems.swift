public import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

extension SearchEngine {
    /// The threads nearest in meaning to an item, best first, its own left out.
    ///
    /// The item's vector is the mean of its passages'. Needs no encoder: the vectors are there.
    ///
    /// - Complexity: O(*n*) in passages.
    public func similar(to id: ItemID, limit: Int) throws -> SearchResponse {
        try store.read { snapshot in
            let state = try state(snapshot, .exact, loadingVectors: true)
            guard let passages = try snapshot.passages(of: id), let vector = state.index.meanVector(of: passages.item)
            else {
                let note =
                    "That item is not embedded, so nothing can be compared with it. Run: recall import --embed-only"
                return SearchResponse(results: [], lanes: [], notes: [note])
            }
            let ranked = nearest(to: vector, besides: passages.thread, state.index, limit: max(300, limit * 20))
            let page = try ResultAssembly(ranked: ranked, state: state, readsCloser: false)
                .page(limit: limit)
            return SearchResponse(results: page.results, lanes: [.meaning], notes: [], timeline: page.timeline)
        }
    }

    private func nearest(
        to vector: [Float], besides thread: Range<Int>, _ index: SearchIndex, limit: Int
    ) -> RankedPassages {
        let count = index.layout.count
        var ranked = RankedPassages(words: [], analyzer: QueryAnalyzer(for: index.layout))
        ranked.scores = LexicalRetriever.Scores(count: count)
        ranked.namesSender = [Bool](repeating: false, count: count)
        var cosines = [Float](repeating: .nan, count: count)
        index.vectors?.score(vector, into: &cosines)
        ranked.cosines = cosines
        let fusion = Fusion(
            weights: .vectors, cosines: cosines, words: ranked.scores, namesSender: ranked.namesSender, dateFits: nil)
        ranked.candidates = fusion.best(
            limit, of: (0..<count).filter { index.layout.isLive[$0] && !thread.contains($0) })
        return ranked
    }
}

extension SearchIndex {
    /// The mean of the passages' vectors, of length 1; `nil` if none has one.
    fileprivate func meanVector(of passages: Range<Int>) -> [Float]? {
        let vectors = passages.compactMap { self.vectors?.vector(of: $0) }
        guard let first = vectors.first else { return nil }
        let sum = vectors.dropFirst().reduce(first) { zip($0, $1).map(+) }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : nil
    }
}
