import Foundation
import RecallCore
import RecallStore
import RecallText

/// The page of results: one for each thread, with its best passages, and one for all near-duplicates.
struct ResultPage {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    var order = SearchQuery.Order.relevance
    var clock = QueryClock()
    /// True if what was found is counted by month.
    var countsMonths = true
    /// The number of passages that are shown of each thread.
    var passagesPerThread = Self.passagesPerThread

    /// The default number of passages shown per thread.
    static let passagesPerThread = 3
    /// The maximum number of weak matches shown, since they are rarely worth reading.
    private static let mostWeak = 5
    /// Below both, a passage that is no clear match has nothing to do with the query.
    private static let leastCosine: Float = 0.3
    static let leastCoverage: Float = 0.3

    /// A passage that has to do with the query, and its item.
    private typealias Found = (ranked: RankedPassage, item: PassageItem?)

    /// The first `limit` rows, and the months of all that was found.
    func rows(of ranked: [RankedPassage], limit: Int) throws -> (rows: [ResultRow], timeline: [TimelineMonth]) {
        let found = try found(ranked.filter(isRelevant))
        return (try rows(of: threads(of: found), limit: limit), timeline(of: found))
    }

    /// The passages, with their items if dates are needed.
    private func found(_ relevant: [RankedPassage]) throws -> [Found] {
        guard countsMonths || order == .date else { return relevant.map { Found($0, nil) } }
        return zip(relevant, try snapshot.library.items(of: relevant.map(\.id))).map { Found($0, $1) }
    }

    private func timeline(of found: [Found]) -> [TimelineMonth] {
        guard countsMonths else { return [] }
        let items = Set(found.compactMap(\.item))
        return Timeline(clock).months(ofSorted: items.compactMap(\.date).sorted())
    }

    /// The passages of each thread, best first; the threads in the order of the results.
    private func threads(of found: [Found]) -> [[Found]] {
        let threads = found.grouped(byThread: { threadStart($0.ranked.id.index) }, limit: .max)
        guard order == .date else { return threads }
        return threads.sorted { ($0[0].item?.date ?? .distantPast) > ($1[0].item?.date ?? .distantPast) }
    }

    /// Rows for the first `limit` threads that are not near-duplicates: clear matches, then the first weak ones.
    ///
    /// - Complexity: O(`limit`²) comparisons of two texts.
    private func rows(of threads: [[Found]], limit: Int) throws -> [ResultRow] {
        var rows: [ResultRow] = []
        var weak = 0
        for thread in threads where rows.count < limit {
            let isWeak = !thread.contains { isClear($0.ranked) }
            if isWeak { weak += 1 }
            guard !isWeak || weak <= Self.mostWeak, let row = try row(thread.map(\.ranked)) else { continue }
            if let same = rows.firstIndex(where: { $0.content.isSame(as: row.content) }) {
                rows[same].similarThreads += 1
            } else {
                rows.append(row)
            }
        }
        return rows
    }

    private func isClear(_ ranked: RankedPassage) -> Bool {
        ranked.scored.confidence >= SearchResult.clearMatch
    }

    private func isRelevant(_ ranked: RankedPassage) -> Bool {
        let scored = ranked.scored
        return isClear(ranked) || scored.coverage >= Self.leastCoverage
            || (scored.candidate.cosine ?? 0) >= Self.leastCosine
    }

    /// The first passage of the passage's thread, which identifies the thread.
    private func threadStart(_ passage: Int) -> Int {
        var start = passage
        while start > 0, !snapshot.index.layout.beginsThread[start] { start -= 1 }
        return start
    }

    private func row(_ ranked: [RankedPassage]) throws -> ResultRow? {
        let read = try ranked.prefix(passagesPerThread).compactMap { ranked in
            try snapshot.passage(ranked.id, query.analyzer).map { (ranked: ranked, text: $0) }
        }
        guard let best = read.first?.text, let thread = try snapshot.library.thread(best.stored.thread) else {
            return nil
        }
        let hits = read.map { read in
            ResultRow.Hit(
                ranked: read.ranked, stored: read.text.stored, matches: MatchedTerms(read.text.stored.text, query))
        }
        return ResultRow(
            thread: thread, hits: hits, morePassages: ranked.count - hits.count,
            confidence: ranked.lazy.map(\.scored.confidence).max() ?? 0,
            content: NearDuplicate(
                words: best.words, title: query.analyzer.foldedWords(of: thread.title),
                isWholeItem: best.stored.isNearlyWholeItem))
    }
}
