import Foundation
import GRDB
public import RecallCore

/// A passage of a result with its item, as stored.
public struct StoredPassage: Hashable, Sendable {
    /// The passage.
    public var passage: Passage
    /// Its index (id - 1).
    public var index: Int
    /// The row of its thread.
    public var thread: ThreadRow
    /// Its item.
    public var item: ItemSummary
    /// The passage's text.
    public var text: String
    /// Whether that is nearly all of the item's text: at least nine tenths.
    public var isNearlyWholeItem: Bool
}

extension LibrarySnapshot {
    /// The passage with the index, or `nil` if it is gone.
    ///
    /// - Complexity: O(log *n*).
    public func passage(index: Int) throws -> StoredPassage? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: Self.passageQuery), arguments: [index + 1]) else {
            return nil
        }
        guard let range = Self.range(ofPassage: index, row), let summary = try Self.summary(row) else { return nil }
        let text: String = row["text"]
        return StoredPassage(
            passage: Passage(item: summary.id, range: range), index: index, thread: row["thread_id"], item: summary,
            text: text.utf8Slice(range), isNearlyWholeItem: range.count * 10 >= text.utf8.count * 9)
    }

    /// Where the passage with the index stands in the text of an item with the columns `first_passage` and `passages`;
    /// `nil` if the item has no such passage.
    static func range(ofPassage index: Int, _ row: Row) -> Range<Int>? {
        let first: Int = row["first_passage"]
        let ranges = StoredRanges.decode(row["passages"])
        return ranges.indices.contains(index + 1 - first) ? ranges[index + 1 - first] : nil
    }

    /// Whether there is a passage with the index.
    ///
    /// - Complexity: O(log *n*).
    func hasPassage(index: Int) throws -> Bool {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT first_passage, passages FROM \(Self.itemOfPassage)"),
            arguments: [index + 1])
        guard let row else { return false }
        return index + 1 - (row[0] as Int) < StoredRanges.count(row[1])
    }

    /// The item that holds the passage with the id `?1`: the last one that begins at or before it. Found in the index alone,
    /// then read.
    static let itemOfPassage = """
        (SELECT id AS found FROM item WHERE first_passage > 0 AND first_passage <= ?1 ORDER BY first_passage DESC LIMIT 1)
        CROSS JOIN item ON item.id = found
        """

    private static let passageQuery = """
        SELECT item.first_passage, item.passages, item.thread_id, content.text, \(summaryColumns)
        FROM \(itemOfPassage) \(summaryJoins)
        """

    static let summaryByRowQuery = "SELECT \(summaryColumns) FROM item \(summaryJoins) WHERE item.id = ?1"

    static let summaryColumns = """
        item.uid, item.kind, item.date, item.external_id, sender.name, sender.address, content.title,
        content.conversation_title, parent.uid AS parent_uid, parent_content.title AS parent_title
        """

    static let summaryJoins = """
        JOIN item_content AS content ON content.item_id = item.id
        LEFT JOIN participant AS sender ON sender.id = item.sender_id
        LEFT JOIN item AS parent ON parent.id = item.parent_id
        LEFT JOIN item_content AS parent_content ON parent_content.item_id = item.parent_id
        """

    static func summary(_ row: Row) throws -> ItemSummary? {
        guard let id = ItemID(storedValue: row["uid"]), let kind = ItemKind(storedValue: row["kind"]) else {
            return nil
        }
        let parent: ItemSummary.Parent? = (row["parent_uid"] as Data?).flatMap(ItemID.init(storedValue:)).map {
            ItemSummary.Parent(id: $0, title: row["parent_title"] ?? "")
        }
        return ItemSummary(
            id: id, kind: kind, title: row["title"], sender: sender(row),
            date: (row["date"] as Int64?).map(Date.init(storedValue:)), conversationTitle: row["conversation_title"],
            parent: parent, externalID: row["external_id"])
    }

    /// The source's ids of the items that hold the passages with these indexes, for programs that match their own data.
    public func externalID(passage index: Int) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(
                sql: "SELECT external_id FROM \(Self.itemOfPassage)"), arguments: [index + 1])
    }
}

extension String {
    /// The text of a UTF-8 byte range, cut to the string and to whole characters.
    package func utf8Slice(_ range: Range<Int>) -> String {
        let bytes = utf8
        let lower = bytes.index(bytes.startIndex, offsetBy: min(range.lowerBound, bytes.count))
        let upper = bytes.index(bytes.startIndex, offsetBy: min(range.upperBound, bytes.count))
        return String(self[lower..<upper])
    }
}
