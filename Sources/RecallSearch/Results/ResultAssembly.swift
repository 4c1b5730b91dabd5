import Foundation
import RecallCore
import RecallEmbedding
import RecallStore

/// Makes results for people out of ranked passages: one for each thread, with its best passages, and why; one for all
/// that say the same.
struct ResultAssembly {
    let ranked: RankedPassages
    let snapshot: LibrarySnapshot
    let index: SearchIndex
    var filter = SearchFilter.everything
    var order = SearchQuery.Order.relevance
    var clock = QueryClock()
    /// Whether the best passages are read once more for their best sentences, which takes time.
    var readsCloser = true
    var encoder: (any SentenceEncoder)?

    /// Passages shown of each thread.
    static let passagesPerThread = 3
    /// Below both, a passage has nothing to do with the query.
    private static let leastCosine: Float = 0.28
    private static let leastCoverage: Float = 0.3

    /// A passage that has to do with the query, and its item.
    private typealias Found = (candidate: Fusion.Candidate, item: PassageItem?)

    /// The first `limit` results, and the months of all that was found.
    func page(limit: Int) throws -> (results: [SearchResult], timeline: [TimelineMonth]) {
        let relevant = ranked.candidates.filter(isRelevant)
        let found = zip(relevant, try snapshot.items(ofPassages: relevant.map(\.index))).map { Found($0, $1) }
        var rows = try rows(of: threads(of: found), limit: limit)
        if readsCloser {
            try CloserReading(ranked: ranked, vectors: index.vectors, encoder: encoder).read(&rows)
        }
        let explanation = Explanation(ranked: ranked, filter: filter, clock: clock)
        return (rows.map { $0.result(explanation) }, timeline(of: found))
    }

    private func timeline(of found: [Found]) -> [TimelineMonth] {
        let items = Set(found.compactMap(\.item))
        return Timeline(clock).months(ofSorted: items.compactMap(\.date).sorted())
    }

    /// The passages of each thread, best first; the threads in the order of the results.
    private func threads(of found: [Found]) -> [[Found]] {
        let threads = found.grouped(byThread: { threadStart($0.candidate.index) }, limit: .max)
        guard order == .date else { return threads }
        return threads.sorted { ($0[0].item?.date ?? .distantPast) > ($1[0].item?.date ?? .distantPast) }
    }

    /// Rows for the first `limit` threads that say something of their own.
    ///
    /// - Complexity: O(`limit`²) comparisons of two texts.
    private func rows(of threads: [[Found]], limit: Int) throws -> [ResultRow] {
        var rows: [ResultRow] = []
        for thread in threads where rows.count < limit {
            guard let row = try row(thread.map(\.candidate)) else { continue }
            if let same = rows.firstIndex(where: { $0.content.isSame(as: row.content) }) {
                rows[same].similarThreads += 1
            } else {
                rows.append(row)
            }
        }
        return rows
    }

    private func isRelevant(_ candidate: Fusion.Candidate) -> Bool {
        let parts = ranked.parts(of: candidate)
        return parts.coverage >= Self.leastCoverage || (parts.cosine ?? 0) >= Self.leastCosine
    }

    /// The first passage of the passage's thread: what passages of one thread have in common.
    private func threadStart(_ passage: Int) -> Int {
        var start = passage
        while start > 0, !index.layout.beginsThread[start] { start -= 1 }
        return start
    }

    private func row(_ candidates: [Fusion.Candidate]) throws -> ResultRow? {
        let hits = try candidates.prefix(Self.passagesPerThread).compactMap { candidate in
            try snapshot.passage(index: candidate.index).map { (stored: $0, candidate: candidate) }
        }
        guard let best = hits.first, let thread = try snapshot.thread(best.stored.thread) else { return nil }
        return ResultRow(
            thread: thread, passages: hits.map { hit($0.stored, $0.candidate) }, bestIndex: best.stored.index,
            morePassages: candidates.count - hits.count, content: content(of: best.stored, in: thread))
    }

    private func hit(_ stored: StoredPassage, _ candidate: Fusion.Candidate) -> PassageHit {
        PassageHit(
            passage: stored.passage, item: stored.item, text: stored.text,
            highlights: ranked.analyzer.ranges(of: ranked.terms, and: ranked.filterWords, in: stored.text),
            score: ranked.parts(of: candidate))
    }

    private func content(of passage: StoredPassage, in thread: ItemThread) -> SameContent {
        SameContent(
            words: ranked.analyzer.foldedWords(of: passage.text), title: ranked.analyzer.foldedWords(of: thread.title),
            isWholeItem: passage.isNearlyWholeItem)
    }
}
