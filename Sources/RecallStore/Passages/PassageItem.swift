public import Foundation
import GRDB

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
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT item.id, item.date FROM json_each(?) AS asked LEFT JOIN item ON item.id = (
                        SELECT id FROM item WHERE first_passage > 0 AND first_passage <= asked.value
                        ORDER BY first_passage DESC LIMIT 1)
                    ORDER BY asked.key
                    """), arguments: [asked])
        var items: [PassageItem?] = []
        while let row = try rows.next() {
            items.append(
                (row[0] as ItemRow?).map { PassageItem(row: $0, date: (row[1] as Int64?).map(Date.init(storedValue:))) }
            )
        }
        return items
    }
}
