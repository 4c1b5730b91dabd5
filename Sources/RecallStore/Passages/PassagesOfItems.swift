public import Foundation
import GRDB
public import RecallCore

extension LibrarySnapshot {
    /// The passages of an item and of its whole thread; `nil` if there is no such item.
    public func passages(of id: ItemID) throws -> (item: Range<PassageID>, thread: Range<PassageID>)? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT item.first_passage, item.passages, thread.first_passage, thread.passage_count
                    FROM item JOIN thread ON thread.id = item.thread_id WHERE item.uid = ?
                    """), arguments: [id.storedValue])
        guard let row else { return nil }
        return (
            PassageRuns.run(first: row[0], count: StoredRanges.count(row[1])),
            PassageRuns.run(first: row[2], count: row[3])
        )
    }

    /// The passages whose item was sent by someone with one of these (folded) words in the name, and the number of
    /// passages for each word that is a name.
    public func passages(sentByNames words: Set<String>) throws -> (passages: PassageRuns, counts: [String: Int]) {
        var runs: [Range<PassageID>] = []
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
        return (PassageRuns(runs), counts)
    }

    /// The passages of items dated within `span`.
    ///
    /// - Complexity: O(*m*) in the items of that time.
    public func passages(datedIn span: Range<Date>) throws -> PassageRuns {
        try PassageRuns(
            Self.runs(
                Row.fetchCursor(
                    db.cachedStatement(
                        sql:
                            "SELECT first_passage, passages FROM item WHERE date >= ? AND date < ? AND first_passage > 0"
                    ),
                    arguments: [span.lowerBound.storedValue, span.upperBound.storedValue])))
    }

    /// The earliest and latest dates of items; `nil` if none has a date.
    public func dateSpan() throws -> ClosedRange<Date>? {
        let row = try Row.fetchOne(db, sql: "SELECT MIN(date), MAX(date) FROM item WHERE date IS NOT NULL")
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64? else { return nil }
        return Date(storedValue: first)...Date(storedValue: last)
    }

    /// The passage runs of rows with two columns: the first passage and the number of passages.
    private static func runs(_ rows: RowCursor) throws -> [Range<PassageID>] {
        var runs: [Range<PassageID>] = []
        while let row = try rows.next() {
            runs.append(PassageRuns.run(first: row[0], count: StoredRanges.count(row[1])))
        }
        return runs
    }
}
