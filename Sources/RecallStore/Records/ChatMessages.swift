public import Foundation
public import RecallCore

/// A message of a chat, with what sessions follow from.
public struct SessionMessage: Hashable, Sendable {
    /// The row.
    public var row: ItemRow
    /// The id.
    public var id: ItemID
    /// The date.
    public var date: Date
    /// The session that it is in.
    public var thread: ThreadRow
    /// The message that it answers.
    public var answers: ItemID?

    /// A message.
    public init(row: ItemRow, id: ItemID, date: Date, thread: ThreadRow, answers: ItemID? = nil) {
        (self.row, self.id, self.date, self.thread, self.answers) = (row, id, date, thread, answers)
    }
}

extension LibrarySnapshot {
    /// The messages of a session that have a date, in no particular order.
    ///
    /// - Complexity: O(*m*) in its messages.
    public func sessionMessages(thread: ThreadRow) throws -> [SessionMessage] {
        try db.rows("SELECT id, uid, date, answers FROM item WHERE thread_id = ? AND date IS NOT NULL") {
            $0.bind(thread.rawValue)
        } _: { row in
            ItemID(storedValue: row.data(1)).map { id in
                SessionMessage(
                    row: ItemRow(rawValue: row.integer(0) ?? 0), id: id,
                    date: Date(storedValue: row.integer(2) ?? 0), thread: thread,
                    answers: ItemID(storedValue: row.data(3)))
            }
        }.compactMap(\.self)
    }

    /// True if a message of a conversation at these dates answers another.
    public func hasAnswers(in conversation: String, dates: ClosedRange<Date>) throws -> Bool {
        try !db.rows(
            """
            SELECT 1 FROM item INDEXED BY item_on_answering
            WHERE conversation = ? AND answers IS NOT NULL AND date BETWEEN ? AND ? LIMIT 1
            """
        ) {
            $0.bind(conversation)
            $0.bind(dates.lowerBound.storedValue)
            $0.bind(dates.upperBound.storedValue)
        } _: { _ in
            true
        }.isEmpty
    }

    /// The dates within which so many messages of a conversation lie before and after a span, or those of `limit` where there
    /// are fewer.
    ///
    /// - Complexity: O(`count`).
    public func dates(
        of count: Int, messagesAround span: ClosedRange<Date>, in conversation: String, limit: ClosedRange<Date>
    ) throws -> ClosedRange<Date> {
        func date(_ sql: String, _ first: Date, _ last: Date) throws -> Date? {
            try db.firstRow(sql) {
                $0.bind(conversation)
                $0.bind(first.storedValue)
                $0.bind(last.storedValue)
                $0.bind(count)
            } _: {
                $0.integer(0).map(Date.init(storedValue:))
            }
        }
        let before = try date(
            """
            SELECT date FROM item WHERE conversation = ? AND date >= ? AND date < ?
            ORDER BY date DESC LIMIT 1 OFFSET ?
            """, limit.lowerBound, span.lowerBound)
        let after = try date(
            """
            SELECT date FROM item WHERE conversation = ? AND date > ? AND date <= ? ORDER BY date LIMIT 1 OFFSET ?
            """, span.upperBound, limit.upperBound)
        return (before ?? limit.lowerBound)...(after ?? limit.upperBound)
    }
}
