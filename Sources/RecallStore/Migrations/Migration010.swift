import GRDB

/// Conversations with the assistant. Citations are rows of their own, so that deleting an item finds what cites it.
enum Migration010 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE conversation (
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL,
                    words TEXT NOT NULL,
                    scope TEXT NOT NULL,
                    created INTEGER NOT NULL,
                    used INTEGER NOT NULL
                );
                CREATE INDEX conversation_on_used ON conversation(used, id);
                CREATE TABLE turn (
                    id INTEGER PRIMARY KEY,
                    conversation_id INTEGER NOT NULL REFERENCES conversation(id) ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    asked INTEGER NOT NULL,
                    words TEXT NOT NULL,
                    answer TEXT NOT NULL,
                    UNIQUE (conversation_id, position)
                );
                CREATE TABLE citation (
                    id INTEGER PRIMARY KEY,
                    turn_id INTEGER NOT NULL REFERENCES turn(id) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    item_uid BLOB,
                    kind INTEGER NOT NULL,
                    start_byte INTEGER NOT NULL,
                    end_byte INTEGER NOT NULL,
                    text TEXT NOT NULL,
                    item TEXT NOT NULL,
                    UNIQUE (turn_id, number)
                );
                CREATE INDEX citation_on_item ON citation(item_uid) WHERE item_uid IS NOT NULL;
                """)
    }
}
