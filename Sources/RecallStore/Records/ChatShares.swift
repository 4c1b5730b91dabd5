import GRDB
import RecallCore

extension LibrarySnapshot {
    /// The chats in which somebody wrote, and all chats in which at least two people did, without those in which `others` wrote.
    ///
    /// - Complexity: O(*n*) in messages, by the index of conversations.
    public func chats(writtenInBy senders: Set<Int64>, without others: Set<Int64>) throws -> (written: Int, all: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT COALESCE(SUM(writes), 0), COUNT(*) FROM (
                    SELECT MAX(sender_id IN (SELECT value FROM json_each(?))) AS writes FROM item
                    WHERE conversation IS NOT NULL AND kind = ? AND sender_id IS NOT NULL
                    GROUP BY conversation HAVING COUNT(DISTINCT sender_id) > 1
                        AND NOT MAX(sender_id IN (SELECT value FROM json_each(?))))
                """, arguments: ["\(senders.sorted())", ItemKind.message.storedValue, "\(others.sorted())"])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }
}
