import GRDB

/// The terms of the library's passages.
extension LibrarySnapshot {
    /// The terms that begin with `beginning`, those that are in most passages first.
    ///
    /// - Complexity: O(*t* log *t*) in those terms; reads no postings.
    public func terms(beginningWith beginning: String) throws -> [String] {
        // The bytes of a list are as many as its passages, or a little more; asking for their number reads none of them.
        let statement = try db.cachedStatement(
            sql: """
                SELECT posting.term FROM segment JOIN posting ON posting.segment_id = segment.id
                WHERE posting.term >= ?1 AND posting.term < ?1 || char(0x10FFFF)
                GROUP BY posting.term ORDER BY SUM(length(posting.passages)) DESC, posting.term
                """)
        return try String.fetchAll(statement, arguments: [beginning])
    }

    /// How much each of `terms` is said: the bytes of its postings, about as many as passages. What nobody says is left out.
    ///
    /// - Complexity: O(terms × segments × log terms of the library).
    public func usage(of terms: some Collection<String>) throws -> [String: Int] {
        let segments = try Int64.fetchAll(db.cachedStatement(sql: "SELECT id FROM segment"))
        let statement = try db.cachedStatement(
            sql: "SELECT length(passages) FROM posting WHERE segment_id = ? AND term = ?")
        var usage: [String: Int] = [:]
        for term in terms {
            for segment in segments {
                guard let count = try Int.fetchOne(statement, arguments: [segment, term]) else { continue }
                usage[term, default: 0] += count
            }
        }
        return usage
    }

    /// Whether an item says a folded word exactly so, in its title or text.
    public func isSaid(_ word: String) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM item_words WHERE item_words MATCH ?)")
        return try Bool.fetchOne(statement, arguments: ["\"\(word)\""]) ?? false
    }

    /// Whether a folded word is part of the name of somebody who wrote or got an item.
    public func isNameOfParticipant(_ word: String) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM participant_word WHERE word = ?)")
        return try Bool.fetchOne(statement, arguments: [word]) ?? false
    }
}
