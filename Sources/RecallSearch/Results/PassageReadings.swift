import RecallStore
import RecallText

/// Passages that were read for a page, with the query's words in them, so that a page of the same search made anew from
/// other candidates reads only those that are new. For one thread.
final class PassageReadings {
    /// A passage, and the ranges of its text that hold words of the query.
    struct Reading {
        let stored: StoredPassage
        let highlights: [Range<Int>]
    }

    private var known: [Int: Reading?] = [:]

    /// The passage with the index, or `nil` if it is gone.
    func reading(_ index: Int, of ranked: RankedPassages, _ snapshot: LibrarySnapshot) throws -> Reading? {
        if let known = known[index] { return known }
        let reading = try snapshot.passage(index: index).map { stored in
            Reading(
                stored: stored,
                highlights: ranked.analyzer.ranges(of: ranked.terms, and: ranked.filterWords, in: stored.text))
        }
        known[index] = .some(reading)
        return reading
    }
}
