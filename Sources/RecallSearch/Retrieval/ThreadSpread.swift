import RecallStore

/// The number of threads among candidates. One long document may say a word in more passages than there are candidates, and
/// would be all that is found.
struct ThreadSpread {
    let layout: PassageLayout
    /// The fewest threads that are wanted.
    let threads: Int

    /// Retrievals at most. Each brings a thread more at least, and mostly all that are wanted.
    private static let mostRounds = 4

    /// The matches among `passages`, and while these are as many as can be and of too few threads, those outside of them.
    ///
    /// - Parameters:
    ///   - limit: the number that a retrieval finds at most.
    ///   - key: the passage that was found.
    func spread<Found>(
        _ found: [Found], among passages: PassageSet, limit: Int, key: (Found) -> PassageID,
        retrieve: (PassageSet) throws -> [Found]
    ) rethrows -> [Found] {
        var (found, last, rest) = (found, found.count, passages)
        for _ in 1..<Self.mostRounds where last == limit {
            let starts = starts(of: found.map(key))
            guard starts.count < threads else { break }
            for start in starts { rest.remove(thread(from: start)) }
            let more = try retrieve(rest)
            last = more.count
            found += more
        }
        return found
    }

    /// True if the passages are of too few threads.
    func isNarrow(_ passages: [PassageID]) -> Bool { starts(of: passages).count < threads }

    /// The `limit` first of some passages, and of the others the first one of each thread, as long as there are too few.
    func widened(_ limit: Int, of passages: [PassageID]) -> [PassageID] {
        var known: Set<Int> = []
        return passages.enumerated().filter { position, passage in
            guard position < limit || known.count < threads else { return false }
            return known.insert(layout.threadStart(of: passage)).inserted || position < limit
        }.map(\.element)
    }

    /// The threads of some passages, no more than are wanted.
    private func starts(of passages: [PassageID]) -> Set<Int> {
        var starts: Set<Int> = []
        for passage in passages where starts.count < threads { starts.insert(layout.threadStart(of: passage)) }
        return starts
    }

    private func thread(from start: Int) -> Range<Int> {
        start..<(layout.beginsThread[(start + 1)...].firstIndex(of: true) ?? layout.count)
    }
}
