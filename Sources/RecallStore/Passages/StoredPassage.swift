import Foundation
import GRDB
public import RecallCore

/// A stored passage, with the properties of its item and thread that search needs.
public struct StoredPassage: Hashable, Sendable {
    /// Its number.
    public var id: PassageID
    /// The passage.
    public var passage: Passage
    /// The row of its thread.
    public var thread: ThreadRow
    /// The number of items in its thread.
    public var threadItemCount: Int
    /// The row of its item.
    public var itemRow: ItemRow
    /// Its item, which tells whose words the passage has, if it is quoted text.
    public var item: ItemSummary
    /// The passage's text, with spaces for the quote marks before quoted lines.
    public var text: String
    /// True if the passage covers at least nine tenths of the item's text.
    public var isNearlyWholeItem: Bool
    /// The column `details` of a document or a note. Few who read a passage need it.
    var fileDetails: String?

    /// The words by which its item is found beside its title and text. See `Item.otherNames`.
    public var otherNames: String {
        LibrarySnapshot.otherNames(
            uid: item.id.storedValue, hasParent: item.parent != nil, details: fileDetails)
    }
}

extension LibrarySnapshot {
    /// The passage with the id; `nil` if it is retired.
    ///
    /// - Complexity: O(log *n*), and reads the item's whole text.
    public func passage(_ id: PassageID) throws -> StoredPassage? {
        try passages([id], ofItemWith: id).first
    }

    /// Those of some passages that are live, ascending. The text of each item is read once: a long document holds many.
    ///
    /// - Parameter goesOn: asked before an item is read; false ends the reading.
    public func passages(_ ids: [PassageID], while goesOn: () throws -> Bool) throws -> [StoredPassage] {
        var (read, rest): ([StoredPassage], ArraySlice<PassageID>) = ([], ids.sorted()[...])
        while let next = rest.first, try goesOn() {
            let found = try passages(rest, ofItemWith: next)
            read += found
            rest = rest.dropFirst(max(1, found.count))
        }
        return read
    }

    /// The passages at the front of some that are those of one item, the one with a passage.
    private func passages(_ ids: ArraySlice<PassageID>, ofItemWith id: PassageID) throws -> [StoredPassage] {
        try db.firstRow(Self.passageQuery, { $0.bind(id.storedValue) }) { row in
            try Self.summary(row).map { try Self.passages(ids, of: $0, row) }
        } ?? []
    }

    /// Those at the front of some passages that are of a row's item, whose passages have numbers that follow each other.
    private static func passages(
        _ ids: ArraySlice<PassageID>, of item: ItemSummary, _ row: RowStatement
    ) throws -> [StoredPassage] {
        let first = PassageID(storedValue: row.integer(10) ?? 0)
        let ranges = StoredRanges.decode(row.data(11))
        let (thread, itemCount) = (ThreadRow(rawValue: row.integer(12) ?? 0), Int(row.integer(13) ?? 0))
        let (details, itemRow) = (row.text(15), ItemRow(rawValue: row.integer(16) ?? 0))
        let quotedTexts = try JSONColumns.quotedTexts(row.text(17))
        return row.withUTF8(14) { text in
            ids.prefix { ranges.indices.contains(first.distance(to: $0)) }.map { id in
                let range = ranges[first.distance(to: id)]
                var passage = StoredPassage(
                    id: id, passage: Passage(item: item.id, range: range), thread: thread, threadItemCount: itemCount,
                    itemRow: itemRow, item: item, text: text.utf8Slice(range),
                    isNearlyWholeItem: range.count * 10 >= text.count * 9, fileDetails: details)
                if let quotedText = quotedTexts.holding(range) {
                    passage.item.quoted = ItemSummary.Quoted(author: quotedText.author)
                    passage.text = QuoteMarks.blanked(passage.text, in: [0..<range.count])
                }
                return passage
            }
        }
    }

    /// True if the passage is live.
    ///
    /// - Complexity: O(log *n*).
    func hasPassage(_ id: PassageID) throws -> Bool {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT first_passage, passages FROM \(Self.itemOfPassage)"),
            arguments: [id.storedValue])
        guard let row else { return false }
        return PassageID(storedValue: row[0]).distance(to: id) < StoredRanges.count(row[1])
    }

    /// SQL for the item of the passage `?1`: the one with the greatest `first_passage` at or below it. The index
    /// alone finds it; only the item's row is read.
    static let itemOfPassage = """
        (SELECT id AS found FROM item WHERE first_passage > 0 AND first_passage <= ?1 ORDER BY first_passage DESC LIMIT 1)
        CROSS JOIN item ON item.id = found
        """

    private static let passageQuery = """
        SELECT \(summaryColumns), item.first_passage, item.passages, item.thread_id, thread.item_count, content.text,
            \(fileDetails), item.id, item.quoted
        FROM \(itemOfPassage) JOIN thread ON thread.id = item.thread_id \(summaryJoins)
        """

    static let summaryByRowQuery = "SELECT \(summaryColumns) FROM item \(summaryJoins) WHERE item.id = ?1"

    /// Ten columns, that `summary` reads.
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

    /// The summary from `summaryColumns`, which are the row's first.
    static func summary(_ row: RowStatement) -> ItemSummary? {
        guard let id = ItemID(storedValue: row.data(0)), let number = row.integer(1),
            let kind = ItemKind(storedValue: Int(number))
        else { return nil }
        let parent = ItemID(storedValue: row.data(8)).map { ItemSummary.Parent(id: $0, title: row.text(9) ?? "") }
        return ItemSummary(
            id: id, kind: kind, title: row.text(6) ?? "",
            sender: row.text(4).map { Participant(name: $0, address: row.text(5) ?? "") },
            date: row.integer(2).map(Date.init(storedValue:)), conversationTitle: row.text(7) ?? "",
            parent: parent, externalID: row.text(3))
    }

    /// The ids of the item that holds the passage, the library's and the source's: for programs that match their own data.
    public func item(holding passage: PassageID) throws -> (id: ItemID, externalID: String?)? {
        let statement = try db.cachedStatement(sql: "SELECT uid, external_id FROM \(Self.itemOfPassage)")
        guard let row = try Row.fetchOne(statement, arguments: [passage.storedValue]),
            let id = ItemID(storedValue: row["uid"])
        else { return nil }
        return (id, row["external_id"])
    }
}
