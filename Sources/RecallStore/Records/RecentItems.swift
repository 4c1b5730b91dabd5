public import Foundation
import GRDB
public import RecallCore

/// One of the newest items, and its thread.
public struct RecentItem: Hashable, Sendable {
    /// The item.
    public var item: ItemSummary
    /// Its thread.
    public var thread: ThreadRow
}

extension LibrarySnapshot {
    /// The newest items that are not attachments, newest first: at most `limit`, none dated after `last`.
    ///
    /// - Complexity: O(`limit`), by the index of dates.
    public func recentItems(until last: Date, limit: Int) throws -> [RecentItem] {
        try db.rows(
            """
            SELECT \(Self.summaryColumns), item.thread_id FROM item \(Self.summaryJoins)
            WHERE item.date <= ? AND item.parent_id IS NULL ORDER BY item.date DESC LIMIT ?
            """,
            {
                $0.bind(last.storedValue)
                $0.bind(limit)
            }
        ) { row in
            Self.summary(row).map { RecentItem(item: $0, thread: ThreadRow(rawValue: row.integer(10) ?? 0)) }
        }.compactMap(\.self)
    }
}
