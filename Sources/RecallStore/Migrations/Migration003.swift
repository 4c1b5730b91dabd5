import GRDB

/// Columns for exact filters: folded names, sizes, and labels for places and files. For existing items they are
/// derived when the library is opened (`DerivedColumns.swift`), by the same rules as for new ones.
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
                INSERT OR REPLACE INTO setting (name, value)
                    SELECT 'derived.stale', '1' WHERE EXISTS (SELECT 1 FROM item);
                """)
    }
}
