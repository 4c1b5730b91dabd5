import GRDB

/// Opaque positions in files (text that only their reader interprets), the bytes before them, and a flag for
/// containers of many items, so that the store needs no list of formats.
enum Migration007 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE source_file ADD COLUMN is_container INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE source_file ADD COLUMN cursor TEXT NOT NULL DEFAULT '';
                ALTER TABLE source_file ADD COLUMN bytes_read INTEGER NOT NULL DEFAULT 0;
                UPDATE source_file SET
                    is_container = format IN ('mbox', 'whatsapp', 'whatsapp-zip', 'jsonl'),
                    cursor = CASE position WHEN 0 THEN '' ELSE CAST(position AS TEXT) END,
                    bytes_read = min(position, byte_count);
                ALTER TABLE source_file DROP COLUMN position;
                ALTER TABLE item_source ADD COLUMN cursor TEXT;
                UPDATE item_source SET cursor = CASE position WHEN 0 THEN '' ELSE CAST(position AS TEXT) END
                    WHERE position IS NOT NULL;
                ALTER TABLE item_source DROP COLUMN position;
                """)
    }
}
