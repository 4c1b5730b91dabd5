import GRDB
import RecallCore

extension LibrarySnapshot {
    /// The rows of the items and of all their attachments, at any depth, each item before its attachments.
    public func rowsWithAttachments(of rows: [ItemRow]) throws -> [ItemRow] {
        let children = try db.cachedStatement(sql: "SELECT id FROM item WHERE parent_id = ?")
        var all = rows
        var seen = Set(rows)
        var position = 0
        while position < all.count {
            all += try ItemRow.fetchAll(children, arguments: [all[position]]).filter { seen.insert($0).inserted }
            position += 1
        }
        return all
    }

    /// The rows of the threads that hold the items.
    public func threads(ofItems rows: [ItemRow]) throws -> Set<ThreadRow> {
        let statement = try db.cachedStatement(sql: "SELECT thread_id FROM item WHERE id = ?")
        return try Set(rows.compactMap { try ThreadRow.fetchOne(statement, arguments: [$0]) })
    }
}

/// The rows of what items share: participants and labels.
struct ItemReferences: Equatable {
    var participants: Set<Int64> = []
    var labels: Set<Int64> = []

    mutating func formUnion(_ other: ItemReferences) {
        participants.formUnion(other.participants)
        labels.formUnion(other.labels)
    }

    func subtracting(_ other: ItemReferences) -> ItemReferences {
        ItemReferences(
            participants: participants.subtracting(other.participants), labels: labels.subtracting(other.labels))
    }
}

extension LibraryTransaction {
    /// Deletes items with their text, words, recipients, labels and sources, and the participants and labels that
    /// nothing else refers to; blanks the answers that cite them, or were written after reading of them. Their threads keep
    /// their passages; split these threads again in the same transaction.
    ///
    /// - Precondition: `rows` includes the items' attachments.
    public func delete(items rows: [ItemRow]) throws {
        guard !rows.isEmpty else { return }
        try noteItemRewrite()
        try AnswerBlanking(db: db).blank(items: rows)
        var references = ItemReferences()
        for row in rows {
            references.formUnion(try self.references(of: row))
            try removeFromAttachments(row)
            try deleteContent(row: row)
            try db.cachedStatement(sql: "UPDATE item SET parent_id = NULL WHERE parent_id = ?").execute(
                arguments: [row])
            try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [row])
        }
        try deleteUnused(references)
        try countDeletion()
    }

    /// The participants and labels of an item.
    func references(of row: ItemRow) throws -> ItemReferences {
        ItemReferences(
            participants: try ids(
                """
                SELECT participant_id FROM recipient WHERE item_id = ?1
                UNION SELECT sender_id FROM item WHERE id = ?1 AND sender_id IS NOT NULL
                """, row), labels: try ids("SELECT label_id FROM item_label WHERE item_id = ?1", row))
    }

    /// Deletes those of some participants and labels that no item refers to.
    func deleteUnused(_ references: ItemReferences) throws {
        guard references != ItemReferences() else { return }
        try deleteUnused(participants: references.participants)
        try deleteUnused(labels: references.labels)
    }

    private func ids(_ sql: String, _ row: ItemRow) throws -> Set<Int64> {
        try Int64.fetchSet(db.cachedStatement(sql: sql), arguments: [row])
    }

    /// Removes the reference to this item from its parent's attachments.
    private func removeFromAttachments(_ row: ItemRow) throws {
        let parent = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT content.item_id, content.attachments, item.uid FROM item
                    JOIN item_content AS content ON content.item_id = item.parent_id
                    WHERE item.id = ? AND content.attachments IS NOT NULL
                    """), arguments: [row])
        guard let parent, let id = ItemID(storedValue: parent[2]) else { return }
        var attachments = try JSONColumns.attachments(parent[1])
        for index in attachments.indices where attachments[index].item == id { attachments[index].item = nil }
        try db.cachedStatement(sql: "UPDATE item_content SET attachments = ? WHERE item_id = ?").execute(
            arguments: [try JSONColumns.encode(attachments), parent[0] as ItemRow])
    }

    private func deleteUnused(participants: Set<Int64>) throws {
        let isUsed = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM item WHERE sender_id = ?1)
                    OR EXISTS (SELECT 1 FROM recipient WHERE participant_id = ?1)
                """)
        let select = try db.cachedStatement(sql: "SELECT name, address FROM participant WHERE id = ?")
        for id in participants where try Bool.fetchOne(isUsed, arguments: [id]) == false {
            if let row = try Row.fetchOne(select, arguments: [id]) {
                let gone = Participant(name: row[0], address: row[1])
                try AnswerBlanking(db: db).blank(person: ParticipantDigest(gone))
            }
            try db.cachedStatement(sql: "DELETE FROM participant_word WHERE participant_id = ?").execute(
                arguments: [id])
            try db.cachedStatement(sql: "DELETE FROM participant WHERE id = ?").execute(arguments: [id])
            caches.removeAll()
            // Another one may get its row.
            try set(.people, to: nil)
        }
    }

    func deleteUnused(labels: Set<Int64>) throws {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM label WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM item_label WHERE label_id = ?1)")
        for id in labels {
            try statement.execute(arguments: [id])
            if db.changesCount > 0 { caches.removeAll() }
        }
    }
}
