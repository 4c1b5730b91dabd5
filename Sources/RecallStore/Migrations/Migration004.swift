import GRDB

/// Tables for permanent deletion: tombstones, a flag for pending purges, and indexes by file, participant and block
/// of vectors.
enum Migration004 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE deleted_item (id_hash BLOB PRIMARY KEY) WITHOUT ROWID;
                CREATE TABLE deletion_count (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    deleted INTEGER NOT NULL,
                    purged INTEGER NOT NULL
                );
                INSERT INTO deletion_count (id, deleted, purged) VALUES (1, 0, 0);
                CREATE INDEX item_source_on_source_file ON item_source(source_file_id);
                CREATE INDEX participant_word_on_participant ON participant_word(participant_id);
                CREATE INDEX embedding_cache_on_block ON embedding_cache(block_id);
                """)
    }
}
