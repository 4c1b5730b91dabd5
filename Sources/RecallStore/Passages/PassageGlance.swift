public import Foundation
import GRDB
public import RecallCore

/// What a closer look at a passage needs of it and its item.
public struct PassageGlance: Sendable {
    /// The row of its item.
    public var item: ItemRow
    /// The kind of its item.
    public var kind: ItemKind?
    /// The date of its item.
    public var date: Date?
    /// How many items its thread has.
    public var threadItemCount: Int
    /// The passage's text.
    public var text: String
}

extension LibrarySnapshot {
    /// A glance at the passage with the index, or `nil` if it is gone.
    ///
    /// - Complexity: O(log *n*), and reads the item's whole text.
    public func glance(atPassage index: Int) throws -> PassageGlance? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT item.first_passage, item.passages, content.text, item.id, item.kind, item.date,
                        thread.item_count
                    FROM \(Self.itemOfPassage)
                    JOIN item_content AS content ON content.item_id = item.id
                    JOIN thread ON thread.id = item.thread_id
                    """), arguments: [index + 1])
        guard let row, let range = Self.range(ofPassage: index, row) else { return nil }
        let text: String = row[2]
        return PassageGlance(
            item: row[3], kind: ItemKind(storedValue: row[4]), date: (row[5] as Int64?).map(Date.init(storedValue:)),
            threadItemCount: row[6], text: text.utf8Slice(range))
    }
}
