public import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The passages of an item and of its whole thread, as runs of indexes; `nil` if there is no such item.
    public func passages(of id: ItemID) throws -> (item: Range<Int>, thread: Range<Int>)? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT item.first_passage, item.passages, thread.first_passage, thread.passage_count
                    FROM item JOIN thread ON thread.id = item.thread_id WHERE item.uid = ?
                    """), arguments: [id.storedValue])
        guard let row else { return nil }
        let (first, firstOfThread, count): (Int, Int, Int) = (row[0], row[2], row[3])
        let item = first > 0 ? first - 1..<first - 1 + StoredRanges.count(row[1]) : 0..<0
        return (item, count > 0 ? firstOfThread - 1..<firstOfThread - 1 + count : 0..<0)
    }

    /// The passages whose item was sent by somebody with one of these words (folded) in the name, as runs of indexes, and
    /// how many there are for each word that is a name.
    public func passages(sentByNames words: Set<String>) throws -> (runs: [Range<Int>], counts: [String: Int]) {
        var runs: [Range<Int>] = []
        var counts: [String: Int] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT item.first_passage, item.passages FROM participant_word AS name
                JOIN item ON item.sender_id = name.participant_id
                WHERE name.word = ? AND item.first_passage > 0
                """)
        for word in words.sorted() {
            let sent = try Self.runs(Row.fetchCursor(statement, arguments: [word]))
            if !sent.isEmpty { counts[word] = sent.reduce(0) { $0 + $1.count } }
            runs += sent
        }
        return (runs, counts)
    }

    /// The passages whose item is dated within a span of time, as runs of indexes.
    ///
    /// - Complexity: O(*m*) in the items of that time.
    public func passages(datedIn span: Range<Date>) throws -> [Range<Int>] {
        try Self.runs(
            Row.fetchCursor(
                db.cachedStatement(
                    sql: "SELECT first_passage, passages FROM item WHERE date >= ? AND date < ? AND first_passage > 0"),
                arguments: [span.lowerBound.storedValue, span.upperBound.storedValue]))
    }

    /// The first and the last date of an item, or `nil` if none has one.
    public func dateSpan() throws -> ClosedRange<Date>? {
        let row = try Row.fetchOne(db, sql: "SELECT MIN(date), MAX(date) FROM item WHERE date IS NOT NULL")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64? else { return nil }
        return Date(storedValue: first)...Date(storedValue: last)
    }

    /// The runs of rows of first passages and passages.
    private static func runs(_ rows: RowCursor) throws -> [Range<Int>] {
        var runs: [Range<Int>] = []
        while let row = try rows.next() {
            let first: Int = row[0]
            runs.append(first - 1..<first - 1 + StoredRanges.count(row[1]))
        }
        return runs
    }
}
