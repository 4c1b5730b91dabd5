import GRDB

/// The languages of items. For existing items they are detected when the library is opened (`DerivedColumns.swift`).
enum Migration005 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE item ADD COLUMN language INTEGER NOT NULL DEFAULT 0;
                INSERT OR REPLACE INTO setting (name, value)
                    SELECT 'derived.stale', '1' WHERE EXISTS (SELECT 1 FROM item);
                """)
    }
}
