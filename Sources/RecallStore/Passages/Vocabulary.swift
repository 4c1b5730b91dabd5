import Foundation
import GRDB

/// The terms of the library's passages.
extension LibrarySnapshot {
    /// The completions of a prefix: the terms that begin with `beginning`, by descending document frequency, at most
    /// 16. Empty for prefixes under three bytes, which match too many terms.
    ///
    /// - Complexity: O(*t* log *t*) in the matching terms; reads the lengths of postings, not their contents.
    public func terms(beginningWith beginning: String) throws -> [String] {
        guard beginning.utf8.count >= 3 else { return [] }
        // CROSS JOIN keeps SQLite from reading all terms of all segments. The bytes of a list are as many as its passages, or a
        // little more; asking for their number reads none of them.
        let statement = try db.cachedStatement(
            sql: """
                SELECT posting.term FROM segment CROSS JOIN posting ON posting.segment_id = segment.id
                WHERE posting.term >= ?1 AND posting.term < ?1 || char(0x10FFFF)
                GROUP BY posting.term ORDER BY SUM(length(posting.passages)) DESC, posting.term LIMIT 16
                """)
        return try String.fetchAll(statement, arguments: [beginning])
    }

    /// An estimate of the document frequency of each of `terms`: the size of its postings in bytes, about one a
    /// passage. Out-of-vocabulary terms are left out.
    ///
    /// - Complexity: O(terms × segments × log terms of the library).
    public func documentFrequencies(of terms: some Collection<String>) throws -> [String: Int] {
        // CROSS JOIN keeps SQLite from reading all terms of all segments.
        let sql = """
            SELECT SUM(length(posting.passages)) FROM segment CROSS JOIN posting
                ON posting.segment_id = segment.id AND posting.term = ?
            """
        return try terms.reduce(into: [:]) { frequencies, term in
            frequencies[term] = try db.firstRow(sql, { $0.bind(term) }) { $0.integer(0).map { Int($0) } }
        }
    }

    /// True if an item's title or text contains exactly this folded word.
    public func containsWord(_ word: String) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM item_words WHERE item_words MATCH ?)")
        return try Bool.fetchOne(statement, arguments: ["\"\(word)\""]) ?? false
    }

    /// True if a folded word is part of the name of a sender or recipient.
    public func isNameOfParticipant(_ word: String) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM participant_word WHERE word = ?)")
        return try Bool.fetchOne(statement, arguments: [word]) ?? false
    }
}
