import RecallCore
import RecallStore

/// Every second place among the first ten results for the kinds of item that the query's words wish for, if there are so many that
/// have to do with it. The first place is the best's, whatever its kind.
///
/// A bonus in the score alone leaves a mail that says the words above all notes of "notes about backing up files"; a larger one
/// puts notes about something else first.
struct KindPlaces {
    let query: PreparedQuery
    let snapshot: SearchSnapshot

    private static let places = [2, 4, 6, 8, 10]
    /// The passages among which threads are looked for.
    private static let depth = 150

    /// The passages with those of the kinds moved up, best first. One that is moved gets the score of the one whose place it
    /// takes.
    func filled(in ranked: [RankedPassage]) throws -> [RankedPassage] {
        let layout = snapshot.index.layout
        var ranked = ranked
        for place in Self.places {
            let first = ranked.prefix(Self.depth).enumerated()
                .firsts(ofThreads: { layout.threadStart(of: $0.element.id) }, limit: Self.depth)
            guard first.count > place else { break }
            guard try !first[(place - 2)..<place].contains(where: { try isWished($0.element) }) else { continue }
            let taken = first[place - 1]
            guard let next = try first[place...].first(where: { try isNear($0.element) && isWished($0.element) }) else {
                break
            }
            ranked.move(from: next.offset, to: taken.offset)
        }
        return ranked
    }

    private func isWished(_ ranked: RankedPassage) throws -> Bool {
        guard let item = try snapshot.passage(ranked.id)?.stored.item else { return false }
        return try query.kinds.bonus(for: item) { try snapshot.library.hasPicture(item.id) } > 0
    }

    private func isNear(_ ranked: RankedPassage) -> Bool {
        ranked.match != .weak || ResultPage.isNear(ranked.scored)
    }
}
