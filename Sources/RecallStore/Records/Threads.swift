public import Foundation
import GRDB
public import RecallCore

/// The properties of a thread that thread placement decides by.
public struct ThreadCandidate: Hashable, Sendable {
    /// The row.
    public var row: ThreadRow
    /// The dates of its first and last item.
    public var dates: ClosedRange<Date>?
    /// The title, and the number of its items, as they were when it was split into passages.
    public var title: String, itemCount: Int

    /// A thread with these dates.
    public init(row: ThreadRow, dates: ClosedRange<Date>?, title: String = "", itemCount: Int = 0) {
        (self.row, self.dates, self.title, self.itemCount) = (row, dates, title, itemCount)
    }
}

extension LibrarySnapshot {
    /// The distinct threads that contain or expect mails with these Message-IDs, by ascending row.
    public func threads(withMessageIDs ids: [String]) throws -> [ThreadRow] {
        var found: Set<ThreadRow> = []
        let statement = try db.cachedStatement(sql: "SELECT thread_id FROM message_id WHERE message_id = ?")
        for id in ids {
            if let thread = try ThreadRow.fetchOne(statement, arguments: [id]) { found.insert(thread) }
        }
        return found.sorted()
    }

    /// The threads with a grouping key (a subject, a chat, a document's name) that overlap `dates`, oldest first.
    ///
    /// - Parameter longest: `longestThread(grouping:)`, in seconds, looked up once for many calls: with it the index has an end.
    /// - Complexity: O(*m*) in those that end after the beginning of `dates`, and not later than `longest` after their end.
    public func threads(
        grouping: String, overlapping dates: ClosedRange<Date>, longest: TimeInterval
    ) throws -> [ThreadCandidate] {
        let upper = dates.upperBound.storedValue
        let last = Int64(min(Double(upper) + longest * 1_000 + 1, Self.latest))
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, first_date, last_date, title, item_count FROM thread
                    WHERE grouping = ? AND last_date BETWEEN ? AND ? AND first_date <= ? ORDER BY last_date
                    """),
            arguments: [grouping, dates.lowerBound.storedValue, last, upper]
        ).map { ThreadCandidate(row: $0[0], dates: Self.dates($0[1], $0[2]), title: $0[3], itemCount: $0[4]) }
    }

    /// Later than all dates, in milliseconds since 1970.
    private static let latest = 1e15

    /// The time from the first to the last item of the longest thread with a grouping key, in seconds.
    ///
    /// - Complexity: O(*m*) in these threads.
    public func longestThread(grouping: String) throws -> TimeInterval {
        let longest = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT MAX(last_date - first_date) FROM thread WHERE grouping = ?"),
            arguments: [grouping])
        return TimeInterval(longest ?? 0) / 1_000
    }

    /// All threads with a grouping key.
    public func threads(grouping: String) throws -> [ThreadRow] {
        try ThreadRow.fetchAll(
            db.cachedStatement(sql: "SELECT id FROM thread WHERE grouping = ? ORDER BY id"), arguments: [grouping])
    }

    /// The thread of a row; `nil` if there is none.
    public func thread(_ row: ThreadRow) throws -> ItemThread? {
        let sql = "SELECT id, kind, title, item_count, first_date, last_date FROM thread WHERE id = ?"
        return try db.firstRow(sql, { $0.bind(row.rawValue) }) { row in
            guard let id = row.integer(0), let kind = row.integer(1).flatMap({ ItemKind(storedValue: Int($0)) }) else {
                return nil
            }
            return ItemThread(
                id: id, kind: kind, title: row.text(2) ?? "", itemCount: Int(row.integer(3) ?? 0),
                dates: Self.dates(row.integer(4), row.integer(5)))
        }
    }

    private static func dates(_ first: Int64?, _ last: Int64?) -> ClosedRange<Date>? {
        guard let first, let last, first <= last else { return nil }
        return Date(storedValue: first)...Date(storedValue: last)
    }
}

extension LibraryTransaction {
    /// Inserts an empty thread and returns its row.
    public func makeThread(kind: ItemKind, grouping: String?, title: String) throws -> ThreadRow {
        try db.cachedStatement(
            sql: """
                INSERT INTO thread (kind, grouping, title, item_count, first_passage, passage_count)
                VALUES (?, ?, ?, 0, 0, 0)
                """
        ).execute(arguments: [kind.storedValue, grouping, title])
        return ThreadRow(rawValue: db.lastInsertedRowID)
    }

    /// Extends a thread's dates to an item's, so that later items of the same transaction find it.
    public func extend(thread: ThreadRow, to date: Date) throws {
        let stored = date.storedValue
        try db.cachedStatement(
            sql: """
                UPDATE thread SET first_date = MIN(COALESCE(first_date, ?1), ?1), last_date = MAX(COALESCE(last_date, ?1), ?1)
                WHERE id = ?2
                """
        ).execute(arguments: [stored, thread])
    }

    /// Moves the items, Message-IDs and other records of the threads `others` to `thread`, and deletes these threads.
    public func merge(threads others: [ThreadRow], into thread: ThreadRow) throws {
        for other in others {
            // Items with passages get new ones, by which it is seen that they moved.
            if try hasItemsWithoutPassages(thread: other) { try noteItemRewrite() }
            try retirePassages(thread: other)
            try db.execute(
                sql: """
                    UPDATE thread SET
                        first_date = MIN(COALESCE(first_date, o.first), COALESCE(o.first, first_date)),
                        last_date = MAX(COALESCE(last_date, o.last), COALESCE(o.last, last_date))
                    FROM (SELECT first_date AS first, last_date AS last FROM thread WHERE id = ?1) AS o
                    WHERE id = ?2
                    """, arguments: [other, thread])
            try db.execute(sql: "UPDATE item SET thread_id = ?2 WHERE thread_id = ?1", arguments: [other, thread])
            try db.execute(
                sql: "UPDATE message_id SET thread_id = ?2 WHERE thread_id = ?1", arguments: [other, thread])
            try db.execute(sql: "DELETE FROM thread WHERE id = ?", arguments: [other])
        }
    }

    func hasItemsWithoutPassages(thread: ThreadRow) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM thread JOIN item ON item.thread_id = thread.id
                        WHERE thread.id = ? AND thread.item_count > 0 AND item.first_passage = 0)
                    """), arguments: [thread]) ?? false
    }

    /// Records that mails with these Message-IDs, imported or not yet, belong to `thread`.
    ///
    /// Not by upserts, for the reason that `save(_:)` gives.
    public func claim(messageIDs ids: [String], for thread: ThreadRow) throws {
        for id in ids {
            let known = try ThreadRow.fetchOne(
                db.cachedStatement(sql: "SELECT thread_id FROM message_id WHERE message_id = ?"), arguments: [id])
            guard known != thread else { continue }
            let sql =
                known == nil
                ? "INSERT INTO message_id (thread_id, message_id) VALUES (?, ?)"
                : "UPDATE message_id SET thread_id = ? WHERE message_id = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [thread, id])
        }
    }
}
