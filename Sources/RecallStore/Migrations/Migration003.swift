import Foundation
import GRDB
import RecallCore

/// What exact filters need: folded names, sizes, and labels for places and files.
enum Migration003 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE participant ADD COLUMN folded TEXT NOT NULL DEFAULT '';
                ALTER TABLE item ADD COLUMN byte_count INTEGER NOT NULL DEFAULT 0;
                CREATE TABLE label (
                    id INTEGER PRIMARY KEY,
                    field INTEGER NOT NULL,
                    words TEXT NOT NULL,
                    UNIQUE (field, words)
                );
                CREATE TABLE item_label (
                    label_id INTEGER NOT NULL REFERENCES label(id),
                    item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
                    PRIMARY KEY (label_id, item_id)
                ) WITHOUT ROWID;
                CREATE INDEX item_label_on_item ON item_label(item_id);
                DROP INDEX recipient_on_participant;
                CREATE INDEX recipient_on_participant ON recipient(participant_id, role, item_id);
                """)
        try foldParticipants(db)
        try labelItems(db)
    }

    private static func foldParticipants(_ db: Database) throws {
        let update = try db.makeStatement(sql: "UPDATE participant SET folded = ? WHERE id = ?")
        for row in try Row.fetchAll(db, sql: "SELECT id, name, address FROM participant") {
            let participant = Participant(name: row[1], address: row[2])
            try update.execute(arguments: [participant.folded, row[0] as Int64])
        }
    }

    private static func labelItems(_ db: Database) throws {
        let transaction = LibraryTransaction(db: db, caches: WriteCaches())
        let update = try db.makeStatement(sql: "UPDATE item SET byte_count = ? WHERE id = ?")
        let contents = try Row.fetchCursor(
            db,
            sql: """
                SELECT item_id, length(CAST(text AS BLOB)), details, attachments, conversation_title,
                    (SELECT conversation FROM item WHERE id = item_id)
                FROM item_content
                """)
        while let row = try contents.next() {
            let attachments = try (row[3] as Data?).map { try JSONDecoder().decode([Attachment].self, from: $0) } ?? []
            let labels = try Label.labels(
                details: JSONDecoder().decode(ItemDetails.self, from: row[2]), attachments: attachments,
                conversation: row[5], conversationTitle: row[4])
            try update.execute(arguments: [row[1] as Int + attachments.byteCount, row[0] as Int64])
            try transaction.insertLabels(labels, item: row[0])
        }
        for row in try Row.fetchAll(db, sql: "SELECT item_id, source_file_id FROM item_source") {
            try transaction.insertSourceLabel(item: row[0], file: row[1])
        }
    }
}
