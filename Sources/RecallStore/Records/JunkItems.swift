import GRDB
import RecallCore

extension LibrarySnapshot {
    /// The passages of mails that are junk, and of what came with these; `nil` if there are none.
    ///
    /// - Parameter capacity: one more than the greatest number of a passage that is asked for.
    /// - Complexity: O(*m* log *n*) in the items that are junk.
    public func junk(below capacity: Int) throws -> PassageSet? {
        let sql = """
            WITH RECURSIVE junk(id) AS (
                SELECT item_id FROM item_content INDEXED BY item_content_junk WHERE \(Self.isJunk)
                UNION SELECT item.id FROM junk JOIN item ON item.parent_id = junk.id)
            SELECT first_passage, passages FROM junk JOIN item USING (id) WHERE first_passage > 0
            """
        let runs = try Row.fetchAll(db.cachedStatement(sql: sql)).map { row in
            PassageRuns.run(first: row[0], count: StoredRanges.count(row[1]))
        }
        guard !runs.isEmpty else { return nil }
        var passages = PassageSet(capacity: capacity)
        for run in runs { passages.insert(indexes: run.lowerBound.index..<run.upperBound.index) }
        return passages
    }

    /// A condition on the column `details`, as in the index of junk. Quotes in a value are escaped, so only the key is found.
    private static let isJunk = "instr(details, '\"isJunk\":true') > 0"
}
