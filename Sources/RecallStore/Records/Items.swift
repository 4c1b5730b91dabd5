public import Foundation
import GRDB
public import RecallCore
import RecallText

/// An item's row, and the hash that tells whether it changed.
public struct StoredItemKey: Hashable, Sendable {
    /// The id.
    public var id: ItemID
    /// The row.
    public var row: ItemRow
    /// The row of its thread.
    public var thread: ThreadRow
    /// The hash of its content.
    public var contentHash: Data
    /// Its date.
    public var date: Date?

    /// True if `other` is its date, as far as libraries store it.
    public func isDated(_ other: Date?) -> Bool { date?.storedValue == other?.storedValue }
}

extension Item {
    /// A hash of the content that an update would replace. For mails and messages only the text counts: a copy with
    /// another subject (with a list's tag, for instance) is not a change.
    public var contentHash: Data {
        var hash = SHA256()
        if !kind.isSent { hash.update(title.utf8) }
        hash.update([0])
        hash.update(text.utf8)
        return Data(hash.finalize().prefix(16))
    }
}

extension LibraryTransaction {
    /// Adds an item to a thread and returns its row. Its words are searchable once the transaction is committed.
    public func insert(_ item: Item, thread: ThreadRow, parentRow: ItemRow?) throws -> ItemRow {
        let sender = try item.sender.map { try participantRow($0, of: item) }
        try db.run(
            """
            INSERT INTO item (uid, kind, thread_id, sender_id, date, conversation, parent_id, external_id,
                content_hash, byte_count, language, answers)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) {
            $0.bind(item.id.storedValue)
            $0.bind(item.kind.storedValue)
            $0.bind(thread.rawValue)
            $0.bind(sender)
            $0.bind(item.date?.storedValue)
            $0.bind(item.conversation)
            $0.bind(parentRow?.rawValue)
            $0.bind(item.externalID)
            $0.bind(item.contentHash)
            $0.bind(item.byteCount)
            $0.bind(Int(item.language.storedValue))
            $0.bind(item.details.answered?.storedValue)
        }
        let row = ItemRow(rawValue: db.lastInsertedRowID)
        try insertContent(of: item, row: row)
        return row
    }

    /// Makes an item one that is attached to no other.
    public func detach(item row: ItemRow) throws {
        try db.run("UPDATE item SET parent_id = NULL WHERE id = ? AND parent_id IS NOT NULL") { $0.bind(row.rawValue) }
    }

    /// Replaces an item whose content changed, keeping its row. Participants and labels that nothing refers to any more go.
    public func update(_ item: Item, row: ItemRow) throws {
        try noteItemRewrite()
        let before = try references(of: row)
        try deleteContent(row: row)
        try db.cachedStatement(
            sql: """
                UPDATE item SET sender_id = ?, date = ?, conversation = ?, content_hash = ?, byte_count = ?,
                    language = ?, answers = ? WHERE id = ?
                """
        ).execute(arguments: [
            item.sender.map { try participantRow($0, of: item) }, item.date?.storedValue, item.conversation,
            item.contentHash, item.byteCount,
            item.language.storedValue, item.details.answered?.storedValue, row,
        ])
        try insertContent(of: item, row: row)
        try deleteUnused(before.subtracting(references(of: row)))
    }

    /// Replaces the details of an item of which nothing changed that is searched or shown.
    public func update(_ details: ItemDetails, row: ItemRow) throws {
        try db.cachedStatement(sql: "UPDATE item_content SET details = ? WHERE item_id = ?")
            .execute(arguments: [stored(details), row])
    }

    /// The time of the latest change of the files that hold the item, but for one, in nanoseconds since 1970; `nil` if no other
    /// holds it.
    public func latestChange(ofFilesWith item: ItemRow, except file: SourceRow) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT MAX(\(SourceFileState.lastChange("modified"))) FROM item_source JOIN source_file ON source_file.id = source_file_id
                    WHERE item_id = ? AND source_file_id <> ?
                    """), arguments: [item, file])
    }

    /// Records that a file holds the item, in the record at `cursor`.
    public func link(item row: ItemRow, file: SourceRow, cursor: String) throws {
        try db.run(
            """
            INSERT INTO item_source (item_id, source_file_id, cursor) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET cursor = excluded.cursor, former = CASE WHEN former IS NOT NULL THEN 0 END
            """
        ) {
            $0.bind(row.rawValue)
            $0.bind(file.rawValue)
            $0.bind(cursor)
        }
        try insertSourceLabel(item: row, file: file)
    }

    private func insertContent(of item: Item, row: ItemRow) throws {
        let (details, attachments) = (try stored(item.details), try JSONColumns.encode(item.attachments))
        try db.run(
            """
            INSERT INTO item_content
                (item_id, title, text, authored, details, attachments, conversation_title, url, defects)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) {
            $0.bind(row.rawValue)
            $0.bind(item.title)
            $0.bind(item.text)
            $0.bind(StoredRanges.encode(item.authoredRanges))
            $0.bind(details)
            $0.bind(attachments)
            $0.bind(item.conversationTitle)
            $0.bind(item.url)
            $0.bind(item.defects.map(\.rawValue).sorted().joined(separator: " "))
        }
        try db.run("INSERT INTO item_words (rowid, title, text) VALUES (?, ?, ?)") {
            $0.bind(row.rawValue)
            $0.bind(item.title)
            $0.bind(item.text)
        }
        for (position, recipient) in item.recipients.enumerated() {
            try db.cachedStatement(
                sql: "INSERT INTO recipient (item_id, position, participant_id, role) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [
                row, position, participantRow(recipient.participant, of: item), recipient.role.storedValue,
            ])
        }
        try insertLabels(item.labels, item: row)
    }

    private func stored(_ details: ItemDetails) throws -> String {
        guard case .message(var message) = details else { return try JSONColumns.encode(details) }
        // It has a column of its own.
        message.answers = nil
        return try caches.stored(message) { try JSONColumns.encode(details) }
    }

    func deleteContent(row: ItemRow) throws {
        try db.execute(
            sql: """
                INSERT INTO item_words (item_words, rowid, title, text)
                    SELECT 'delete', item_id, title, text FROM item_content WHERE item_id = ?;
                """, arguments: [row])
        try db.execute(sql: "DELETE FROM item_content WHERE item_id = ?", arguments: [row])
        try db.execute(sql: "DELETE FROM recipient WHERE item_id = ?", arguments: [row])
        try deleteLabels(item: row)
    }
}

extension LibrarySnapshot {
    /// The row and content of the item stored under `id`; `nil` if there is none.
    public func key(of id: ItemID) throws -> StoredItemKey? {
        try db.rows("SELECT id, thread_id, content_hash, date FROM item WHERE uid = ?") {
            $0.bind(id.storedValue)
        } _: {
            StoredItemKey(
                id: id, row: ItemRow(rawValue: $0.integer(0) ?? 0), thread: ThreadRow(rawValue: $0.integer(1) ?? 0),
                contentHash: $0.data(2), date: $0.integer(3).map(Date.init(storedValue:)))
        }.first
    }

    /// The ids whose text form begins with `prefix`, at most `limit`.
    public func items(withIDPrefix prefix: String, limit: Int = 2) throws -> [ItemID] {
        guard let range = ItemID.range(ofPrefix: prefix) else { return [] }
        return try Data.fetchAll(
            db, sql: "SELECT uid FROM item WHERE uid BETWEEN ? AND ? ORDER BY uid LIMIT ?",
            arguments: [range.lowerBound.storedValue, range.upperBound.storedValue, limit]
        ).compactMap(ItemID.init(storedValue:))
    }

    /// The item with the id, with its text; `nil` if there is none.
    public func item(_ id: ItemID) throws -> Item? {
        let row = try Row.fetchOne(db, sql: Self.itemQuery + "WHERE item.uid = ?", arguments: [id.storedValue])
        return try row.flatMap(decodeItem)
    }

    /// The UTF-8 offsets at which the pages of a document's text begin; empty if that is not known.
    public func pageStarts(of id: ItemID) throws -> [Int] {
        let starts = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT json_extract(details, '$.document._0.pageStarts')
                    FROM item JOIN item_content ON item_content.item_id = item.id WHERE uid = ?
                    """), arguments: [id.storedValue])
        guard let starts else { return [] }
        guard let offsets = try? JSONDecoder().decode([Int].self, from: Data(starts.utf8)) else {
            throw StoreError.damagedValue
        }
        return offsets
    }

    /// The rows of a thread's items in reading order.
    public func itemRows(thread: ThreadRow) throws -> [ItemRow] {
        try ItemRow.fetchAll(
            db.cachedStatement(
                sql: "SELECT id FROM item WHERE thread_id = ? ORDER BY \(ReadingOrder.sql)"), arguments: [thread])
    }

    /// The items of a thread in reading order.
    public func items(thread: ThreadRow) throws -> [Item] {
        let rows = try Row.fetchAll(
            db, sql: Self.itemQuery + "WHERE item.thread_id = ? ORDER BY \(ReadingOrder.sql)",
            arguments: [thread])
        return try rows.compactMap(decodeItem)
    }

    /// The items of the rows, in the same order; missing rows are skipped.
    public func items(rows: some Sequence<ItemRow>) throws -> [Item] {
        let statement = try db.cachedStatement(sql: Self.itemQuery + "WHERE item.id = ?")
        return try rows.compactMap { try Row.fetchOne(statement, arguments: [$0]).flatMap(decodeItem) }
    }

    private static let itemQuery = """
        SELECT item.id, item.uid, item.date, item.conversation, item.external_id, item.answers, parent.uid AS parent_uid,
            sender.name, sender.address, content.title, content.text, content.authored, content.details,
            content.attachments, content.conversation_title, content.url, content.defects
        FROM item JOIN item_content AS content ON content.item_id = item.id
        LEFT JOIN participant AS sender ON sender.id = item.sender_id
        LEFT JOIN item AS parent ON parent.id = item.parent_id\n
        """

    private func decodeItem(_ row: Row) throws -> Item? {
        guard let id = ItemID(storedValue: row["uid"]) else { return nil }
        let defects: String = row["defects"]
        return try Item(
            id: id, details: Self.details(row), title: row["title"],
            sender: Self.sender(row), recipients: recipients(of: row["id"]),
            date: (row["date"] as Int64?).map(Date.init(storedValue:)), text: row["text"],
            authoredRanges: StoredRanges.decode(row["authored"]), conversation: row["conversation"],
            conversationTitle: row["conversation_title"],
            attachments: attachments(row["attachments"]),
            parent: (row["parent_uid"] as Data?).flatMap(ItemID.init(storedValue:)), externalID: row["external_id"],
            url: row["url"], defects: Set(defects.split(separator: " ").map { Defect(rawValue: String($0)) }))
    }

    /// The details from the columns `details` and `answers`.
    private static func details(_ row: Row) throws -> ItemDetails {
        let details = try JSONColumns.details(row["details"])
        guard case .message(var message) = details, let answers = row["answers"] as Data? else { return details }
        message.answers = ItemID(storedValue: answers)
        return .message(message)
    }

    /// The attachments. One may lead to a mail of its own that was deleted on its own.
    private func attachments(_ column: String?) throws -> [Attachment] {
        let exists = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM item WHERE uid = ?)")
        return try JSONColumns.attachments(column).map { attachment in
            guard let item = attachment.item,
                try Bool.fetchOne(exists, arguments: [item.storedValue]) == false
            else { return attachment }
            var attachment = attachment
            attachment.item = nil
            return attachment
        }
    }

    /// The sender from the columns `name` and `address`.
    static func sender(_ row: Row) -> Participant? {
        let name: String? = row["name"]
        return name.map { Participant(name: $0, address: row["address"] ?? "") }
    }

    private func recipients(of row: ItemRow) throws -> [Recipient] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT participant.name, participant.address, recipient.role
                    FROM recipient JOIN participant ON participant.id = recipient.participant_id
                    WHERE recipient.item_id = ? ORDER BY recipient.position
                    """), arguments: [row]
        ).map { row in
            Recipient(Participant(name: row[0], address: row[1]), role: Recipient.Role(storedValue: row[2]) ?? .to)
        }
    }
}
