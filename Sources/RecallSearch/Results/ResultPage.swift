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
    /// The number of passages that are shown of each thread.
    var passagesPerThread = Self.passagesPerThread

    /// The default number of passages shown per thread.
    static let passagesPerThread = 3
    /// The weak matches that are wanted if the query does not say.
    private static let usualWeakLimit = SearchQuery("").weakLimit
    /// Below both, a weak match has nothing to do with the query.
    private static let leastCosine: Float = 0.3
    private static let leastCoverage: Float = 0.3
    /// The nearest that are listed where nothing has to do with the query, from this cosine on.
    private static let (mostNearest, leastCosineOfNearest) = (3, Float(0.2))

    /// A passage that has to do with the query, and its item.
    private typealias Found = (ranked: RankedPassage, item: PassageItem?)

    /// A row before the query's words are looked for in its passages.
    private struct Draft {
        let thread: ItemThread
        /// Best first, at least one.
        let passages: [(ranked: RankedPassage, text: PassageText)]
        let ranked: [RankedPassage]
        let content: NearDuplicate
        var similarThreads = 0
    }

    /// The first rows.
    struct Rows {
        var rows: [ResultRow]
        /// True if a higher limit gives more rows.
        var hasMore = false
    }

    /// The first `limit` rows. What has nothing to do with the query is listed only where more weak matches than usual
    /// are wanted, and never first: who asks for more has the same first result.
    func rows(of ranked: [RankedPassage], limit: Int) throws -> Rows {
        let relevant = ranked.filter(isRelevant)
        let listed = try found(
            weakLimit > Self.usualWeakLimit ? withRelevantFirst(ranked) : relevant + nearest(relevant, ranked))
        let (drafts, hasMore) = try drafts(of: threads(of: listed), limit: limit)
        var list = Rows(rows: try rows(of: drafts), hasMore: hasMore)
        if !hasMore, listed.count < ranked.count {
            list.hasMore = try hasOther(than: drafts, in: ranked, besides: listed)
        }
        if order == .relevance { list.rows.makeMonotone() }
        return list
    }

    /// The best passages where none has to do with the query: what is said in other words is often no nearer.
    private func nearest(_ relevant: [RankedPassage], _ ranked: [RankedPassage]) -> ArraySlice<RankedPassage> {
        guard relevant.isEmpty else { return [] }
        return ranked.filter { ($0.scored.candidate.cosine ?? 0) >= Self.leastCosineOfNearest }.prefix(Self.mostNearest)
    }

    /// All of the passages, the best relevant one before those above it.
    private func withRelevantFirst(_ ranked: [RankedPassage]) -> [RankedPassage] {
        guard let first = ranked.firstIndex(where: isRelevant) else { return ranked }
        return [ranked[first]] + ranked[..<first] + ranked[(first + 1)...]
    }

    /// The passages, with their items if they are ordered by these.
    private func found(_ relevant: [RankedPassage]) throws -> [Found] {
        guard order == .date else { return relevant.map { Found($0, nil) } }
        return zip(relevant, try snapshot.items(of: relevant.map(\.id))).map { Found($0, $1) }
    }

    /// The months of all that was found, shown or not.
    func timeline(of ranked: [RankedPassage]) throws -> [TimelineMonth] {
        let items = Set(try snapshot.items(of: ranked.filter(isRelevant).map(\.id)).compactMap(\.self))
        return Timeline(clock).months(ofSorted: items.compactMap(\.date).sorted())
    }

    /// The passages of each thread, best first; the threads in the order of the results.
    private func threads(of found: [Found]) -> [[Found]] {
        let layout = snapshot.index.layout
        let threads = found.grouped(byThread: { layout.threadStart(of: $0.ranked.id) }, limit: .max)
        guard order == .date else { return threads }
        return threads.sorted { ($0[0].item?.date ?? .distantPast) > ($1[0].item?.date ?? .distantPast) }
    }

    /// Rows for the first `limit` threads that are not near-duplicates, with at most `weakLimit` weak matches; and if
    /// there are more.
    ///
    /// - Complexity: O(`limit`²) comparisons of two texts.
    private func drafts(of threads: [[Found]], limit: Int) throws -> (drafts: [Draft], hasMore: Bool) {
        var (drafts, hasMore): ([Draft], Bool) = ([], false)
        var (weak, compared) = (0, 0)
        for thread in threads {
            let isWeak = thread.allSatisfy { $0.ranked.match == .weak }
            if isWeak { weak += 1 }
            if drafts.count == limit || (isWeak && weak > weakLimit) {
                if !hasMore { hasMore = try isOther(thread, than: drafts) || compared == Self.mostCompared }
                compared += 1
                if hasMore && drafts.count == limit { break }
                continue
            }
            guard let draft = try draft(thread.map(\.ranked)) else { continue }
            if let same = drafts.firstIndex(where: { $0.content.isSame(as: draft.content) }) {
                drafts[same].similarThreads += 1
            } else {
                drafts.append(draft)
            }
        }
        return (drafts, hasMore)
    }

    /// True if threads of `ranked` that are not listed would be rows of their own: a higher limit lists them too.
    private func hasOther(than drafts: [Draft], in ranked: [RankedPassage], besides listed: [Found]) throws -> Bool {
        let layout = snapshot.index.layout
        let shown = Set(listed.lazy.map { layout.threadStart(of: $0.ranked.id) })
        let others = ranked.filter { !shown.contains(layout.threadStart(of: $0.id)) }.map { Found($0, nil) }
        let left = threads(of: others)
        guard left.count <= Self.mostCompared else { return true }
        return try left.contains { try isOther($0, than: drafts) }
    }

    /// True if a thread would be a row of its own, and no near-duplicate of one that is shown.
    private func isOther(_ thread: [Found], than drafts: [Draft]) throws -> Bool {
        guard let draft = try draft(thread.map(\.ranked)) else { return false }
        return !drafts.contains { $0.content.isSame(as: draft.content) }
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

    private func draft(_ ranked: [RankedPassage]) throws -> Draft? {
        let read = try ranked.prefix(passagesPerThread).compactMap { ranked in
            try snapshot.passage(ranked.id).map { (ranked: ranked, text: $0) }
        }
        guard let best = read.first?.text, let thread = try snapshot.library.thread(best.stored.thread) else {
            return nil
        }
        return Draft(
            thread: thread, passages: read, ranked: ranked,
            content: NearDuplicate(
                words: best.words, title: query.analyzer.foldedWords(of: thread.title),
                isWholeItem: best.stored.isNearlyWholeItem, item: best.stored.item))
    }

    /// The rows with the query's words in their passages: only what is shown is looked through.
    private func rows(of drafts: [Draft]) throws -> [ResultRow] {
        let (asked, layout, terms) = (AskedTerms(query), snapshot.index.layout, snapshot.caches.terms)
        var matches = try drafts.flatMap(\.passages).map(\.text.stored.text).mapInHalves { half in
            let analyzer = QueryAnalyzer(for: layout, in: terms)
            return half.map { MatchedTerms($0, asked, analyzer) }
        }[...]
        return drafts.map { draft in
            let hits = zip(draft.passages, matches).map { passage, matches in
                ResultRow.Hit(ranked: passage.ranked, stored: passage.text.stored, matches: matches)
            }
            matches = matches.dropFirst(hits.count)
            return ResultRow(
                thread: draft.thread, hits: hits, morePassages: draft.ranked.count - hits.count,
                match: draft.ranked.lazy.map(\.match).max() ?? .weak,
                confidence: draft.ranked.lazy.map(\.scored.confidence).max() ?? 0, content: draft.content,
                similarThreads: draft.similarThreads)
        }
    }
}
