import Foundation
import RecallCore
import RecallEmbedding
import RecallStore
import RecallText

/// Makes results for people out of ranked passages: one for each thread, with its best passages, and why; one for all
/// that say the same.
struct ResultAssembly {
    let ranked: RankedPassages
    let state: SearchState
    var filter = SearchFilter.everything
    var order = SearchQuery.Order.relevance
    var clock = QueryClock()
    /// Whether the best passages are read once more for their best sentences, which takes time.
    var readsCloser = true
    /// Whether what was found is counted by month.
    var countsMonths = true
    /// How many passages are shown of each thread.
    var passagesPerThread = Self.passagesPerThread
    var encoder: (any SentenceEncoder)?
    /// What an earlier page of the same search has read.
    var readings = PassageReadings()

    /// Passages shown of each thread, if nothing else is said.
    static let passagesPerThread = 3
    /// Weak matches shown at most: what nobody can be sure of is not worth reading further.
    private static let mostWeak = 5
    /// Below both, a passage that is no clear match has nothing to do with the query.
    private static let leastCosine: Float = 0.3
    static let leastCoverage: Float = 0.3

    /// A passage that has to do with the query, and its item.
    private typealias Found = (candidate: Fusion.Candidate, item: PassageItem?)

    /// The first `limit` results, and the months of all that was found.
    func page(limit: Int) throws -> (results: [SearchResult], timeline: [TimelineMonth]) {
        let relevant = ranked.candidates.filter(isRelevant)
        let found = try found(relevant)
        var rows = try rows(of: threads(of: found), limit: limit)
        if readsCloser {
            try CloserReading(ranked: ranked, state: state, encoder: encoder).read(&rows)
        }
        let explanation = Explanation(ranked: ranked, filter: filter, clock: clock)
        return (rows.map { $0.result(explanation) }, timeline(of: found))
    }

    /// The passages with their items, where those are asked for.
    private func found(_ relevant: [Fusion.Candidate]) throws -> [Found] {
        guard countsMonths || order == .date else { return relevant.map { Found($0, nil) } }
        return zip(relevant, try state.snapshot.items(ofPassages: relevant.map(\.index))).map { Found($0, $1) }
    }

    private func timeline(of found: [Found]) -> [TimelineMonth] {
        guard countsMonths else { return [] }
        let items = Set(found.compactMap(\.item))
        return Timeline(clock).months(ofSorted: items.compactMap(\.date).sorted())
    }

    /// The passages of each thread, best first; the threads in the order of the results.
    private func threads(of found: [Found]) -> [[Found]] {
        let threads = found.grouped(byThread: { threadStart($0.candidate.index) }, limit: .max)
        guard order == .date else { return threads }
        return threads.sorted { ($0[0].item?.date ?? .distantPast) > ($1[0].item?.date ?? .distantPast) }
    }

    /// Rows for the first `limit` threads that say something of their own: clear matches, and the first weak ones.
    ///
    /// - Complexity: O(`limit`²) comparisons of two texts.
    private func rows(of threads: [[Found]], limit: Int) throws -> [ResultRow] {
        var rows: [ResultRow] = []
        var weak = 0
        for thread in threads where rows.count < limit {
            let isWeak = !thread.contains { isClear($0.candidate) }
            if isWeak { weak += 1 }
            guard !isWeak || weak <= Self.mostWeak, let row = try row(thread.map(\.candidate)) else { continue }
            if let same = rows.firstIndex(where: { $0.content.isSame(as: row.content) }) {
                rows[same].similarThreads += 1
            } else {
                rows.append(row)
            }
        }
        return rows
    }

    private func isClear(_ candidate: Fusion.Candidate) -> Bool {
        ranked.confidence(of: candidate) >= SearchResult.clearMatch
    }

    private func isRelevant(_ candidate: Fusion.Candidate) -> Bool {
        let parts = ranked.parts(of: candidate)
        return isClear(candidate) || parts.coverage >= Self.leastCoverage || (parts.cosine ?? 0) >= Self.leastCosine
    }

    /// The first passage of the passage's thread: what passages of one thread have in common.
    private func threadStart(_ passage: Int) -> Int {
        var start = passage
        while start > 0, !state.index.layout.beginsThread[start] { start -= 1 }
        return start
    }

    private func row(_ candidates: [Fusion.Candidate]) throws -> ResultRow? {
        let read = try candidates.prefix(passagesPerThread).compactMap { candidate in
            try readings.reading(candidate.index, of: ranked, state.snapshot).map {
                (reading: $0, candidate: candidate)
            }
        }
        guard let best = read.first?.reading, let thread = try state.snapshot.thread(best.stored.thread) else {
            return nil
        }
        return ResultRow(
            thread: thread, passages: read.map { hit($0.reading, $0.candidate) }, bestIndex: best.stored.index,
            morePassages: candidates.count - read.count,
            confidence: candidates.lazy.map(ranked.confidence).max() ?? 0, content: content(of: best, in: thread))
    }

    private func hit(_ reading: PassageReadings.Reading, _ candidate: Fusion.Candidate) -> PassageHit {
        PassageHit(
            passage: reading.stored.passage, item: reading.stored.item, text: reading.stored.text,
            highlights: reading.highlights, score: ranked.parts(of: candidate))
    }

    private func content(of reading: PassageReadings.Reading, in thread: ItemThread) -> SameContent {
        SameContent(
            words: ranked.analyzer.foldedWords(of: reading.stored.text),
            title: ranked.analyzer.foldedWords(of: thread.title),
            isWholeItem: reading.stored.isNearlyWholeItem)
    }
}
