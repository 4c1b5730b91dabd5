public import RecallCore
import RecallStore
import RecallText
import RecallVectorIndex

extension SearchEngine {
    /// The threads whose vectors are nearest to an item's, best first, without the item's own. Only items that pass `filter`
    /// are compared.
    ///
    /// The item's vector is the mean of its passages' stored vectors, so no encoder is needed.
    ///
    /// - Complexity: that of `VectorIndex.nearest`.
    public func similar(
        to id: ItemID, within filter: SearchFilter = .everything, limit: Int
    ) throws -> SearchResponse {
        try store.read { library in
            try answer(library, .exact, loadingVectors: true) { snapshot in
                try similar(to: id, within: filter, limit: limit, snapshot)
            }
        }
    }

    private func similar(
        to id: ItemID, within filter: SearchFilter, limit: Int, _ snapshot: SearchSnapshot
    ) throws -> SearchResponse {
        guard let passages = try snapshot.library.passages(of: id), let index = snapshot.index.vectors?.index,
            let vector = index.meanVector(of: passages.item)
        else {
            let note =
                "That item is not embedded, so nothing can be compared with it. Run: "
                + store.location.command("import --embed-only")
            return SearchResponse(results: [], lanes: [], notes: [note])
        }
        let matches = try snapshot.matches(filter)
        var others = matches.passages
        for passage in passages.thread { others.remove(passage) }
        let nearest = index.nearest(to: vector, limit: max(300, limit * 20), among: others.keys)
        try WorkCancellation.current?.check()
        let query = try PreparedQuery(withoutWords: matches, snapshot)
        let ranked = ScoredPassage.best(nearest.count, of: Candidates(nearest: nearest), query)
            .map { RankedPassage(scored: $0) }
        let page = ResultPage(query: query, snapshot: snapshot)
        let list = try page.rows(of: ranked, limit: limit)
        let explanation = try Explanation(query: query, junk: snapshot.junk())
        return SearchResponse(
            results: try HitPages(snapshot.library).numbered(list.rows.map { $0.result(explanation) }),
            lanes: [.meaning], notes: [], timeline: try page.timeline(of: ranked), hasMore: list.hasMore)
    }
}

extension VectorIndex {
    /// The mean of the passages' vectors, of length 1; `nil` if none has one.
    fileprivate func meanVector(of passages: Range<PassageID>) -> [Float]? {
        let vectors = passages.compactMap { vector(of: $0.rawValue) }
        guard let first = vectors.first else { return nil }
        let sum = vectors.dropFirst().reduce(first) { zip($0, $1).map(+) }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? sum.map { $0 / length } : nil
    }
}
