import GRDB

/// The first schema. A migration never changes once shipped.
///
/// Times are in milliseconds since 1970, content ids are 16-byte blobs, kinds are the numbers of
/// `ItemKind.storedValue`.
enum Migration001 {
    static func migrate(_ db: Database) throws {
        try sources(db)
        try items(db)
        try threads(db)
        try words(db)
        try vectors(db)
    }

    private static func sources(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE source_file (
                    id INTEGER PRIMARY KEY,
                    path TEXT NOT NULL UNIQUE,
                    format TEXT NOT NULL,
                    byte_count INTEGER NOT NULL,
                    modified INTEGER NOT NULL,
                    position INTEGER NOT NULL,
                    complete INTEGER NOT NULL,
                    items INTEGER NOT NULL,
                    failures INTEGER NOT NULL,
                    attachments INTEGER NOT NULL
                );
                CREATE TABLE failure (
                    id INTEGER PRIMARY KEY,
                    source_file_id INTEGER REFERENCES source_file(id) ON DELETE CASCADE,
                    path TEXT NOT NULL,
                    place TEXT,
                    code TEXT NOT NULL,
                    reason TEXT NOT NULL,
                    is_attachment INTEGER NOT NULL
                );
                CREATE INDEX failure_on_source_file ON failure(source_file_id);
                CREATE INDEX failure_on_path ON failure(path);
                """)
    }

    private static func items(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE participant (
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    address TEXT NOT NULL,
                    UNIQUE (name, address)
                );
                CREATE TABLE participant_word (
                    word TEXT NOT NULL,
                    participant_id INTEGER NOT NULL REFERENCES participant(id),
                    PRIMARY KEY (word, participant_id)
                ) WITHOUT ROWID;
                CREATE TABLE item (
                    id INTEGER PRIMARY KEY,
                    uid BLOB NOT NULL UNIQUE,
                    kind INTEGER NOT NULL,
                    thread_id INTEGER NOT NULL REFERENCES thread(id),
                    sender_id INTEGER REFERENCES participant(id),
                    date INTEGER,
                    conversation TEXT,
                    parent_id INTEGER REFERENCES item(id),
                    external_id TEXT,
                    content_hash BLOB NOT NULL,
                    first_passage INTEGER NOT NULL DEFAULT 0,
                    passages BLOB NOT NULL DEFAULT x''
                );
                CREATE INDEX item_on_thread ON item(thread_id);
                CREATE INDEX item_on_sender ON item(sender_id);
                CREATE INDEX item_on_date ON item(date);
                CREATE INDEX item_on_conversation ON item(conversation, date) WHERE conversation IS NOT NULL;
                CREATE INDEX item_on_parent ON item(parent_id) WHERE parent_id IS NOT NULL;
                CREATE INDEX item_on_first_passage ON item(first_passage) WHERE first_passage > 0;
                CREATE TABLE item_content (
                    item_id INTEGER PRIMARY KEY REFERENCES item(id) ON DELETE CASCADE,
                    title TEXT NOT NULL,
                    text TEXT NOT NULL,
                    authored BLOB NOT NULL,
                    details TEXT NOT NULL,
                    attachments TEXT,
                    conversation_title TEXT NOT NULL,
                    url TEXT,
                    defects TEXT NOT NULL
                );
                CREATE TABLE recipient (
                    item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    participant_id INTEGER NOT NULL REFERENCES participant(id),
                    role TEXT NOT NULL,
                    PRIMARY KEY (item_id, position)
                ) WITHOUT ROWID;
                CREATE INDEX recipient_on_participant ON recipient(participant_id);
                CREATE TABLE item_source (
                    item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
                    source_file_id INTEGER NOT NULL REFERENCES source_file(id) ON DELETE CASCADE,
                    PRIMARY KEY (item_id, source_file_id)
                ) WITHOUT ROWID;
                CREATE VIRTUAL TABLE item_words USING fts5(
                    title, text, content='item_content', content_rowid='item_id', tokenize='recall', columnsize=0
                );
                """)
    }

    private static func threads(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE thread (
                    id INTEGER PRIMARY KEY,
                    kind INTEGER NOT NULL,
                    grouping TEXT,
                    title TEXT NOT NULL,
                    first_date INTEGER,
                    last_date INTEGER,
                    item_count INTEGER NOT NULL,
                    first_passage INTEGER NOT NULL,
                    passage_count INTEGER NOT NULL,
                    generation INTEGER
                );
                CREATE INDEX thread_on_grouping ON thread(grouping, last_date) WHERE grouping IS NOT NULL;
                CREATE INDEX thread_on_generation ON thread(generation, id);
                CREATE TABLE message_id (
                    message_id TEXT PRIMARY KEY,
                    thread_id INTEGER NOT NULL REFERENCES thread(id)
                ) WITHOUT ROWID;
                CREATE INDEX message_id_on_thread ON message_id(thread_id);
                """)
    }

    private static func words(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE segment (
                    id INTEGER PRIMARY KEY,
                    level INTEGER NOT NULL,
                    first_passage INTEGER NOT NULL,
                    passage_count INTEGER NOT NULL,
                    layout BLOB NOT NULL,
                    languages INTEGER NOT NULL
                );
                CREATE TABLE retired_run (
                    first_passage INTEGER PRIMARY KEY,
                    passage_count INTEGER NOT NULL
                );
                CREATE TABLE posting (
                    segment_id INTEGER NOT NULL,
                    term TEXT NOT NULL,
                    passages BLOB NOT NULL,
                    PRIMARY KEY (segment_id, term)
                ) WITHOUT ROWID;
                """)
    }

    private static func vectors(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE generation (
                    id INTEGER PRIMARY KEY,
                    fingerprint TEXT NOT NULL UNIQUE,
                    dimension INTEGER NOT NULL,
                    serving INTEGER NOT NULL
                );
                CREATE TABLE vector_block (
                    id INTEGER PRIMARY KEY,
                    generation_id INTEGER NOT NULL REFERENCES generation(id),
                    passages BLOB NOT NULL,
                    vectors BLOB NOT NULL
                );
                CREATE INDEX vector_block_on_generation ON vector_block(generation_id);
                CREATE TABLE embedding_cache (
                    generation_id INTEGER NOT NULL REFERENCES generation(id),
                    content_hash BLOB NOT NULL,
                    block_id INTEGER NOT NULL REFERENCES vector_block(id),
                    position INTEGER NOT NULL,
                    PRIMARY KEY (generation_id, content_hash)
                ) WITHOUT ROWID;
                """)
    }
}
