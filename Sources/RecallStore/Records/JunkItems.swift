import GRDB
import RecallCore

extension LibrarySnapshot {
    /// The passages of mails that are junk, of what came with these, and of what its file has no longer; `nil` if there are none.
    ///
    /// - Parameter capacity: one more than the greatest number of a passage that is asked for.
    /// - Complexity: O(*m* log *n*) in the items that are junk.
    public func junk(below capacity: Int) throws -> PassageSet? {
        let sql = Self.junk + "SELECT first_passage, passages FROM junk JOIN item USING (id) WHERE first_passage > 0"
        let runs = try Row.fetchAll(db.cachedStatement(sql: sql)).map { row in
            // A damaged library may have any number.
            let first = min(row[0], capacity + 1)
            return first..<first + StoredRanges.count(row[1])
        }
        guard !runs.isEmpty else { return nil }
        var passages = PassageSet(capacity: capacity)
        for run in runs { passages.insert(storedIn: run) }
        return passages
    }

    /// The rows of the same items as a query.
    static let junkRows: (sql: String, arguments: StatementArguments) = (junk + "SELECT id FROM junk", [])

    private static let junk = """
        WITH RECURSIVE junk(id) AS (
            SELECT item_id FROM item_content INDEXED BY item_content_junk WHERE \(isJunk)
            UNION \(formerItems)
            UNION SELECT item.id FROM junk JOIN item ON item.parent_id = junk.id)

        """

    /// The number of mails that are junk by each name and address that sent any.
    func junkSent() throws -> [Int64: Int] {
        let sql = """
            SELECT sender_id, COUNT(*)
            FROM item_content INDEXED BY item_content_junk CROSS JOIN item ON item.id = item_content.item_id
            WHERE \(Self.isJunk) AND sender_id IS NOT NULL GROUP BY sender_id
            """
        return try Row.fetchAll(db, sql: sql).reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    /// A condition on the column `details`, as in the index of junk. Quotes in a value are escaped, so only the key is found.
    private static let isJunk = "instr(details, '\"isJunk\":true') > 0"
}
