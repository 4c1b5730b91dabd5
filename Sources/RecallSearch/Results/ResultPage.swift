import Foundation
import RecallCore
import RecallStore
import RecallText

/// The page of results: one for each thread, with its best passages, and one for all near-duplicates.
struct ResultPage {
    let query: PreparedQuery
    let snapshot: SearchSnapshot
    var order = SearchQuery.Order.relevance
    /// The maximum number of weak matches shown.
    var weakLimit = Int.max
    var clock = QueryClock()
    /// True if what was found is counted by month.
    var countsMonths = true
    /// The number of passages that are shown of each thread.
    var passagesPerThread = Self.passagesPerThread

    /// The default number of passages shown per thread.
    static let passagesPerThread = 3
    /// The weak matches that are wanted if the query does not say.
    private static let usualWeakLimit = SearchQuery("").weakLimit
    /// Below both, a weak match has nothing to do with the query.
    private static let leastCosine: Float = 0.3
    private static let leastCoverage: Float = 0.3

    /// A passage that has to do with the query, and its item.
    private typealias Found = (ranked: RankedPassage, item: PassageItem?)

    /// The first rows, and the months of all that was found.
    struct Rows {
        var rows: [ResultRow]
        var timeline: [TimelineMonth] = []
        /// True if a higher limit gives more rows.
        var hasMore = false
    }

    /// The first `limit` rows. What has nothing to do with the query is listed only where more weak matches than usual
    /// are wanted, and never first: who asks for more has the same first result.
    func rows(of ranked: [RankedPassage], limit: Int) throws -> Rows {
        let found = try found(ranked.filter(isRelevant))
        let listed = weakLimit > Self.usualWeakLimit ? try self.found(withRelevantFirst(ranked)) : found
        var list = try rows(of: threads(of: listed), limit: limit)
        list.hasMore =
            try list.hasMore || (listed.count < ranked.count && hasOther(than: list, in: ranked, besides: listed))
        list.timeline = timeline(of: found)
        if order == .relevance { list.rows.makeMonotone() }
        return list
    }

    /// All of the passages, the best relevant one before those above it.
    private func withRelevantFirst(_ ranked: [RankedPassage]) -> [RankedPassage] {
        guard let first = ranked.firstIndex(where: isRelevant) else { return ranked }
        return [ranked[first]] + ranked[..<first] + ranked[(first + 1)...]
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
        let starts = snapshot.index.layout.threadStarts(of: found.map(\.ranked.id))
        let threads = found.grouped(byThread: { starts[$0.ranked.id] }, limit: .max)
        guard order == .date else { return threads }
        return threads.sorted { ($0[0].item?.date ?? .distantPast) > ($1[0].item?.date ?? .distantPast) }
    }

    /// Rows for the first `limit` threads that are not near-duplicates, with at most `weakLimit` weak matches.
    ///
    /// - Complexity: O(`limit`²) comparisons of two texts.
    private func rows(of threads: [[Found]], limit: Int) throws -> Rows {
        var list = Rows(rows: [])
        var (weak, compared) = (0, 0)
        for thread in threads {
            let isWeak = thread.allSatisfy { $0.ranked.match == .weak }
            if isWeak { weak += 1 }
            if list.rows.count == limit || (isWeak && weak > weakLimit) {
                if !list.hasMore { list.hasMore = try isOther(thread, than: list) || compared == Self.mostCompared }
                compared += 1
                if list.hasMore && list.rows.count == limit { break }
                continue
            }
            guard let row = try row(thread.map(\.ranked)) else { continue }
            if let same = list.rows.firstIndex(where: { $0.content.isSame(as: row.content) }) {
                list.rows[same].similarThreads += 1
            } else {
                list.rows.append(row)
            }
        }
        return list
    }

    /// True if threads of `ranked` that are not listed would be rows of their own: a higher limit lists them too.
    private func hasOther(than list: Rows, in ranked: [RankedPassage], besides listed: [Found]) throws -> Bool {
        let starts = snapshot.index.layout.threadStarts(of: ranked.map(\.id))
        let shown = Set(snapshot.index.layout.threadStarts(of: listed.map(\.ranked.id)).values)
        let others = ranked.filter { starts[$0.id].map { !shown.contains($0) } ?? false }.map { Found($0, nil) }
        let left = threads(of: others)
        guard left.count <= Self.mostCompared else { return true }
        return try left.contains { try isOther($0, than: list) }
    }

    /// True if a thread would be a row of its own, and no near-duplicate of one that is shown.
    private func isOther(_ thread: [Found], than list: Rows) throws -> Bool {
        guard let row = try row(thread.map(\.ranked)) else { return false }
        return !list.rows.contains { $0.content.isSame(as: row.content) }
    }

    /// The threads that are compared to find out if there are more results; of more than these one is.
    private static let mostCompared = 20

    /// True for what has to do with the query: what passes a filter has that.
    private func isRelevant(_ ranked: RankedPassage) -> Bool {
        query.matches.selection != nil || ranked.match != .weak || Self.isNear(ranked.scored)
    }

    /// True for what has a fair part of the query's words, or is somewhat close in meaning.
    static func isNear(_ scored: ScoredPassage) -> Bool {
        scored.coverage >= leastCoverage || (scored.candidate.cosine ?? 0) >= leastCosine
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
            match: ranked.lazy.map(\.match).max() ?? .weak,
            confidence: ranked.lazy.map(\.scored.confidence).max() ?? 0,
            content: NearDuplicate(
                words: best.words, title: query.analyzer.foldedWords(of: thread.title),
                isWholeItem: best.stored.isNearlyWholeItem))
    }
}
