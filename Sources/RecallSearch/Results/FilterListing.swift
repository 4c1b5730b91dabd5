import Foundation
import RecallCore
import RecallStore
import RecallText

/// Results of a query that is a filter and nothing else: the newest first, since there is nothing to rank by.
struct FilterListing {
    let library: LibrarySnapshot
    let table: ItemTable
    /// The positions of the items that pass.
    let newestFirst: [Int]
    let words: [WordSequence]
    let analyzer: QueryAnalyzer
    /// The passages of junk.
    let junk: PassageSet?
    /// The reason why each is listed.
    var reason = "matches the filter; newest first"

    /// The maximum number of an item's passages to search for the filter's words.
    private static let passagesLookedAt = 20

    /// The `limit` threads with the newest items that pass.
    func results(limit: Int) throws -> [SearchResult] {
        let results = try newestFirst.grouped(byThread: table.thread, limit: limit).compactMap(result)
        // Without words it is the document that was found, not a place in it.
        return words.isEmpty ? results : try HitPages(library).numbered(results)
    }

    /// The months of all items that pass.
    func timeline(_ clock: QueryClock) -> [TimelineMonth] {
        Timeline(clock).months(ofSorted: newestFirst.lazy.compactMap(table.date))
    }

    private func result(_ positions: [Int]) throws -> SearchResult? {
        let hits = try positions.prefix(ResultPage.passagesPerThread).compactMap(hit)
        guard !hits.isEmpty, let thread = try library.thread(table.thread(at: positions[0])) else { return nil }
        return SearchResult(
            thread: thread, passages: hits, morePassages: positions.count - hits.count,
            why: (place(of: positions[0], hits[0].item) + Explanation.attachment(of: hits[0].item) + [reason]).joined(
                separator: ", ")
        )
    }

    private func place(of position: Int, _ item: ItemSummary) -> [String] {
        guard let junk, let passage = table.passages(at: position).first, junk.contains(passage) else { return [] }
        return [Explanation.place(of: item)]
    }

    private func hit(_ position: Int) throws -> PassageHit? {
        let indexes = table.passages(at: position).prefix(Self.passagesLookedAt)
        let shown = try indexes.lazy.compactMap(passage).first { !$0.highlights.isEmpty }
        let hit = try shown ?? indexes.first.flatMap(passage)
        if let hit, !hit.text.allSatisfy(\.isWhitespace) { return hit }
        guard let listed = try library.listedItem(at: position, of: table) else { return nil }
        let item = listed.summary
        let nowhere = Passage(item: item.id, range: 0..<0)
        var silent = hit ?? PassageHit(passage: nowhere, item: item, text: "", highlights: [], score: .none)
        silent.standIn = listed.preview
        return silent
    }

    private func passage(_ id: PassageID) throws -> PassageHit? {
        try library.passage(id).map {
            PassageHit(
                passage: $0.passage, item: $0.item, text: $0.text,
                highlights: analyzer.ranges(of: [], and: words, in: $0.text), marks: $0.marks, score: .none)
        }
    }
}

extension ScoreParts {
    /// The parts of a score where nothing was ranked.
    fileprivate static let none = ScoreParts(
        cosine: nil, passageBM25: 0, contextBM25: 0, coverage: 0, namesSender: false, fused: 0)
}
