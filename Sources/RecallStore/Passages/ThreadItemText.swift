public import Foundation
import GRDB
public import RecallCore

/// The properties of an item that splitting and embedding need.
public struct ThreadItemText: Hashable, Sendable {
    /// The item's row.
    public var row: ItemRow
    /// The item's kind.
    public var kind: ItemKind
    /// The subject or title.
    public var title: String
    /// The author's name or address; empty if unknown.
    public var sender: String
    /// The time it was written.
    public var date: Date?
    /// The whole text.
    public var text: String
    /// The ranges to embed: the author's own text.
    public var authoredRanges: [Range<Int>]
    /// Its first passage; `nil` if it has none.
    public var firstPassage: PassageID?
    /// The byte ranges of its passages, in order.
    public var passages: [Range<Int>]
    /// The name of its conversation; empty if there is none.
    public var conversationTitle = ""
}

extension LibrarySnapshot {
    /// The items of a thread in reading order, with the properties that splitting and embedding need.
    public func texts(thread: ThreadRow) throws -> [ThreadItemText] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT item.id, item.kind, content.title, sender.name, sender.address, item.date, content.text,
                        content.authored, item.first_passage, item.passages, content.conversation_title
                    FROM item JOIN item_content AS content ON content.item_id = item.id
                    LEFT JOIN participant AS sender ON sender.id = item.sender_id
                    WHERE item.thread_id = ? ORDER BY \(ReadingOrder.sql)
                    """), arguments: [thread]
        ).map { row in
            let name: String = row[3] ?? ""
            return ThreadItemText(
                row: row[0], kind: ItemKind(storedValue: row[1]) ?? .document, title: row[2],
                sender: name.isEmpty ? row[4] ?? "" : name, date: (row[5] as Int64?).map(Date.init(storedValue:)),
                text: row[6], authoredRanges: StoredRanges.decode(row[7]),
                firstPassage: PassageID(column: row[8]),
                passages: StoredRanges.decode(row[9]), conversationTitle: row[10])
        }
    }
}
