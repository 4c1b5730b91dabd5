public import Foundation
import GRDB
import RecallCore

/// The item that holds a passage, as far as it takes no text to tell.
public struct PassageItem: Hashable, Sendable {
    /// The item's row.
    public var row: ItemRow
    /// Its date; `nil` if it has none.
    public var date: Date?
    /// True for an e-mail that is alone in its thread.
    public var isLoneEmail: Bool
}

extension LibrarySnapshot {
    /// The items of the passages, in the same order; `nil` for a passage that was retired.
    ///
    /// - Complexity: O(*k* log *n*); reads no text.
    public func items(of passages: [PassageID]) throws -> [PassageItem?] {
        let asked = "[" + passages.map { String($0.storedValue) }.joined(separator: ",") + "]"
        let sql = """
            SELECT item.id, item.date, item.kind = ? AND thread.item_count = 1
            FROM json_each(?) AS asked LEFT JOIN item ON item.id = (
                SELECT id FROM item WHERE first_passage > 0 AND first_passage <= asked.value
                ORDER BY first_passage DESC LIMIT 1)
            LEFT JOIN thread ON thread.id = item.thread_id
            ORDER BY asked.key
            """
        return try db.rows(sql) {
            $0.bind(ItemKind.email.storedValue)
            $0.bind(asked)
        } _: { row in
            row.integer(0).map {
                PassageItem(
                    row: ItemRow(rawValue: $0), date: row.integer(1).map(Date.init(storedValue:)),
                    isLoneEmail: row.integer(2) == 1)
            }
        }
    }
}

extension PassageItem {
    /// The item of a passage that was read.
    public init(of passage: StoredPassage) {
        self.init(
            row: passage.itemRow, date: passage.item.date,
            isLoneEmail: passage.item.kind == .email && passage.threadItemCount == 1)
    }
}
