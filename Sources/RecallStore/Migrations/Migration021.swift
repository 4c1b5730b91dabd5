import GRDB

/// Names that no item has any more stayed when an item was replaced by its next version. They go.
enum Migration021 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM label WHERE NOT EXISTS (SELECT 1 FROM item_label WHERE label_id = label.id)")
        try db.execute(
            sql: """
                CREATE TEMPORARY TABLE unused_participant AS SELECT id FROM participant
                    WHERE NOT EXISTS (SELECT 1 FROM item WHERE sender_id = participant.id)
                        AND NOT EXISTS (SELECT 1 FROM recipient WHERE participant_id = participant.id);
                DELETE FROM participant_word WHERE participant_id IN (SELECT id FROM unused_participant);
                DELETE FROM participant WHERE id IN (SELECT id FROM unused_participant);
                DELETE FROM setting WHERE name = 'people.state' AND EXISTS (SELECT 1 FROM unused_participant);
                DROP TABLE unused_participant;
                """)
    }
}
