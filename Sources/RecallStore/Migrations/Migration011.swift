import GRDB

/// Memories. The uses of one in answers are rows of their own, so that forgetting it finds its copies.
enum Migration011 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE memory (
                    id INTEGER PRIMARY KEY,
                    text TEXT NOT NULL,
                    type TEXT NOT NULL,
                    sensitivity TEXT NOT NULL,
                    conversation_id INTEGER REFERENCES conversation(id) ON DELETE SET NULL,
                    position INTEGER,
                    program TEXT,
                    created INTEGER NOT NULL,
                    used INTEGER,
                    ends INTEGER
                );
                CREATE INDEX memory_on_conversation ON memory(conversation_id) WHERE conversation_id IS NOT NULL;
                CREATE TABLE memory_vector (
                    memory_id INTEGER PRIMARY KEY REFERENCES memory(id) ON DELETE CASCADE,
                    encoder TEXT NOT NULL,
                    vector BLOB NOT NULL
                );
                CREATE TABLE memory_proposal (
                    id INTEGER PRIMARY KEY,
                    text TEXT NOT NULL,
                    type TEXT NOT NULL,
                    sensitivity TEXT NOT NULL,
                    topic TEXT NOT NULL,
                    turn_id INTEGER REFERENCES turn(id) ON DELETE CASCADE,
                    program TEXT,
                    created INTEGER NOT NULL,
                    ends INTEGER
                );
                CREATE INDEX memory_proposal_on_turn ON memory_proposal(turn_id) WHERE turn_id IS NOT NULL;
                CREATE TABLE memory_refusal (
                    hash BLOB PRIMARY KEY
                ) WITHOUT ROWID;
                CREATE TABLE turn_memory (
                    id INTEGER PRIMARY KEY,
                    turn_id INTEGER NOT NULL REFERENCES turn(id) ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    memory_id INTEGER,
                    text TEXT NOT NULL,
                    is_source INTEGER NOT NULL,
                    UNIQUE (turn_id, number)
                );
                CREATE INDEX turn_memory_on_memory ON turn_memory(memory_id) WHERE memory_id IS NOT NULL;
                """)
    }
}
