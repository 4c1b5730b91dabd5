import RecallCore
import RecallStore
import RecallText

/// The last places for junk, unless the query asks for it: what a mail program or its owner threw away.
struct JunkPlaces {
    let query: PreparedQuery
    let snapshot: SearchSnapshot

    /// The passages with those of junk moved behind all others, best first. They score no more than these.
    func filled(in ranked: [RankedPassage]) throws -> [RankedPassage] {
        guard !query.asksForJunk, try snapshot.library.hasJunk() else { return ranked }
        let items = try snapshot.items(of: ranked.map(\.id)).map { $0?.row }
        let junk = try snapshot.library.junk(among: items.compactMap(\.self))
        guard !junk.isEmpty else { return ranked }
        let isJunk = items.map { $0.map(junk.contains) ?? false }
        let others = zip(ranked, isJunk).filter { !$1 }.map(\.0)
        guard let last = others.last else { return ranked }
        return others
            + zip(ranked, isJunk).filter(\.1).map { passage, _ in
                var moved = passage
                moved.bonus = min(passage.bonus, last.score - passage.scored.score)
                return moved
            }
    }
}

extension PreparedQuery {
    /// True if the query or its filter says "spam", "junk" or "trash".
    var asksForJunk: Bool {
        let filter = filterWords.flatMap { analyzer.foldedWords(of: $0.text) }
        return !Set(words.map(\.folded)).union(filter).isDisjoint(with: ["spam", "junk", "trash"])
    }
}
