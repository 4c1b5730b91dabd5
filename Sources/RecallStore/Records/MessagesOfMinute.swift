public import Foundation
public import RecallCore

/// A message of a chat, by what tells it from others of its minute.
public struct MessageOfMinute: Hashable, Sendable {
    /// The id.
    public var id: ItemID
    /// The row.
    public var row: ItemRow
    /// The chat that it is in.
    public var conversation: String
    /// The name of the chat.
    public var title: String
    /// The author.
    public var sender: Participant
    /// True if an edit gave it its text.
    public var isEdited: Bool
}

extension LibrarySnapshot {
    /// The messages with a text and an author in the minute that begins at a date, in any chat of a service.
    ///
    /// - Parameters:
    ///   - hash: `contentHash` of the text.
    ///   - service: what the names of its chats begin with: `whatsapp:`.
    /// - Complexity: O(*m*) in the library's items of the minute, of which at most 500 are looked at.
    public func messages(
        saying hash: Data, inMinuteFrom date: Date, of service: String, limit: Int
    ) throws -> [MessageOfMinute] {
        let ofMinute = "SELECT * FROM item WHERE date >= ? AND date < ? LIMIT \(Self.mostOfMinute)"
        return try db.rows(
            Self.columns + """
                 FROM (\(ofMinute)) AS item JOIN item_content AS content ON content.item_id = item.id
                JOIN participant ON participant.id = item.sender_id
                WHERE item.content_hash = ? AND substr(item.conversation, 1, ?) = ? LIMIT ?
                """
        ) {
            $0.bind(date.storedValue)
            $0.bind(date.addingTimeInterval(60).storedValue)
            $0.bind(hash)
            $0.bind(service.unicodeScalars.count)
            $0.bind(service)
            $0.bind(limit)
        } _: {
            Self.message($0)
        }.compactMap(\.self)
    }

    /// The messages with an author in the minute that begins at a date, in a chat.
    ///
    /// - Complexity: O(`limit`).
    public func messages(of conversation: String, inMinuteFrom date: Date, limit: Int) throws -> [MessageOfMinute] {
        try db.rows(
            Self.columns + """
                 FROM item JOIN item_content AS content ON content.item_id = item.id
                JOIN participant ON participant.id = item.sender_id
                WHERE item.conversation = ? AND item.date >= ? AND item.date < ? LIMIT ?
                """
        ) {
            $0.bind(conversation)
            $0.bind(date.storedValue)
            $0.bind(date.addingTimeInterval(60).storedValue)
            $0.bind(limit)
        } _: {
            Self.message($0)
        }.compactMap(\.self)
    }

    private static let mostOfMinute = 500

    /// The dates of edited messages of a chat, among `limit` messages of these dates.
    ///
    /// - Complexity: O(`limit`).
    public func datesOfEdits(in conversation: String, dates: ClosedRange<Date>, limit: Int) throws -> [Date] {
        try db.rows(
            """
            SELECT item.date FROM
                (SELECT id, date FROM item WHERE conversation = ? AND date BETWEEN ? AND ? LIMIT ?) AS item
            JOIN item_content AS content ON content.item_id = item.id
            WHERE instr(content.details, '"edited"') > 0
            """
        ) {
            $0.bind(conversation)
            $0.bind(dates.lowerBound.storedValue)
            $0.bind(dates.upperBound.storedValue)
            $0.bind(limit)
        } _: {
            Date(storedValue: $0.integer(0) ?? 0)
        }
    }

    /// True if a chat has a message from a date on.
    public func hasMessages(in conversation: String, from date: Date) throws -> Bool {
        try !db.rows("SELECT 1 FROM item WHERE conversation = ? AND date >= ? LIMIT 1") {
            $0.bind(conversation)
            $0.bind(date.storedValue)
        } _: { _ in
            true
        }.isEmpty
    }

    /// Some messages that a file holds.
    ///
    /// - Complexity: O(`limit`).
    public func messages(ofFile file: SourceRow, limit: Int) throws -> [MessageOfMinute] {
        try db.rows(
            Self.columns + """
                 FROM item_source JOIN item ON item.id = item_source.item_id
                JOIN item_content AS content ON content.item_id = item.id
                JOIN participant ON participant.id = item.sender_id
                WHERE item_source.source_file_id = ? AND item.conversation IS NOT NULL LIMIT ?
                """
        ) {
            $0.bind(file.rawValue)
            $0.bind(limit)
        } _: {
            Self.message($0)
        }.compactMap(\.self)
    }

    /// The date of the last message of a chat that a file holds; `nil` if it holds none.
    ///
    /// - Complexity: O(*m*) in the file's items.
    public func lastMessage(of conversation: String, inFile file: SourceRow) throws -> Date? {
        try db.rows(
            """
            SELECT MAX(item.date) FROM item_source JOIN item ON item.id = item_source.item_id
            WHERE item_source.source_file_id = ? AND item.conversation = ?
            """
        ) {
            $0.bind(file.rawValue)
            $0.bind(conversation)
        } _: {
            $0.integer(0).map { Date(storedValue: $0) }
        }.first ?? nil
    }

    private static let columns = """
        SELECT item.uid, item.id, item.conversation, content.conversation_title, participant.name, participant.address,
            instr(content.details, '"edited"') > 0
        """

    private static func message(_ row: RowStatement) -> MessageOfMinute? {
        guard let id = ItemID(storedValue: row.data(0)) else { return nil }
        return MessageOfMinute(
            id: id, row: ItemRow(rawValue: row.integer(1) ?? 0), conversation: row.text(2) ?? "",
            title: row.text(3) ?? "", sender: Participant(name: row.text(4) ?? "", address: row.text(5) ?? ""),
            isEdited: row.integer(6) == 1)
    }
}
