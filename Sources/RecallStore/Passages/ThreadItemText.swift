public import Foundation
import GRDB
public import RecallCore
import RecallText

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
    /// The quoted texts among its passages, ascending.
    public var quotedTexts: [QuotedText] = []
    /// True if its page hides text.
    public var hidesText = false
    /// The name of its conversation; empty if there is none.
    public var conversationTitle = ""
    /// The words by which it is found beside its title and text. See `Item.otherNames`.
    public var otherNames = ""
}

extension ThreadItemText {
    /// The whole text with spaces for the quote marks in its quoted texts, so that all offsets stay.
    public var textWithoutQuoteMarks: String {
        quotedTexts.isEmpty ? text : QuoteMarks.blanked(text, in: quotedTexts.map(\.range))
    }
}

extension [QuotedText] {
    /// The one that a passage is of, of those of its item; `nil` if its words are the sender's.
    ///
    /// - Complexity: O(log *n*).
    public func holding(_ passage: Range<Int>) -> QuotedText? {
        let index = firstIndexInOrder { $0.range.upperBound > passage.lowerBound }
        return index < count && self[index].range.contains(passage.lowerBound) ? self[index] : nil
    }
}

extension LibrarySnapshot {
    /// The items of a thread in reading order, with the properties that splitting and embedding need.
    public func texts(thread: ThreadRow) throws -> [ThreadItemText] {
        try db.rows(
            """
            SELECT item.id, item.kind, content.title, sender.name, sender.address, item.date, content.text,
                content.authored, item.first_passage, item.passages, content.conversation_title,
                \(Self.otherNameColumns), item.quoted, content.defects
            FROM item JOIN item_content AS content ON content.item_id = item.id
            LEFT JOIN participant AS sender ON sender.id = item.sender_id
            WHERE item.thread_id = ? ORDER BY \(ReadingOrder.sql)
            """
        ) {
            $0.bind(thread.rawValue)
        } _: { row in
            let name = row.text(3) ?? ""
            return try ThreadItemText(
                row: ItemRow(rawValue: row.integer(0) ?? 0),
                kind: row.integer(1).flatMap { ItemKind(storedValue: Int($0)) } ?? .document, title: row.text(2) ?? "",
                sender: name.isEmpty ? row.text(4) ?? "" : name, date: row.integer(5).map(Date.init(storedValue:)),
                text: row.text(6) ?? "", authoredRanges: StoredRanges.decode(row.data(7)),
                firstPassage: PassageID(column: row.integer(8) ?? 0),
                passages: StoredRanges.decode(row.data(9)), quotedTexts: JSONColumns.quotedTexts(row.text(14)),
                hidesText: row.text(15)?.contains(Defect.hiddenText.rawValue) ?? false,
                conversationTitle: row.text(10) ?? "",
                otherNames: Self.otherNames(
                    uid: row.data(11), hasParent: row.integer(12) != nil, details: row.text(13)))
        }
    }
}
