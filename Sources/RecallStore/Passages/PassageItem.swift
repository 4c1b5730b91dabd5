public import Foundation
import GRDB
import RecallCore

/// The item that holds a passage, and its date.
public struct PassageItem: Hashable, Sendable {
    /// The item's row.
    public var row: ItemRow
    /// Its date; `nil` if it has none.
    public var date: Date?
}

extension LibrarySnapshot {
    /// The items of the passages, in the same order; `nil` for a passage that was retired.
    ///
    /// - Complexity: O(*k* log *n*); reads no text.
    public func items(of passages: [PassageID]) throws -> [PassageItem?] {
        let asked = "[" + passages.map { String($0.storedValue) }.joined(separator: ",") + "]"
        let sql = """
            SELECT item.id, item.date FROM json_each(?) AS asked LEFT JOIN item ON item.id = (
                SELECT id FROM item WHERE first_passage > 0 AND first_passage <= asked.value
                ORDER BY first_passage DESC LIMIT 1)
            ORDER BY asked.key
            """
        return try db.rows(sql, { $0.bind(asked) }) { row in
            row.integer(0).map {
                PassageItem(row: ItemRow(rawValue: $0), date: row.integer(1).map(Date.init(storedValue:)))
            }
        }
    }
}

extension PassageItem {
    /// The item of a passage that was read.
    public init(of passage: StoredPassage) {
        self.init(row: passage.itemRow, date: passage.item.date)
    }
}
