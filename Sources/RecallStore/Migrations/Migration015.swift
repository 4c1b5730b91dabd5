import GRDB

/// Names and addresses are grouped into people, and the owner says who is who. Tags of notes become labels.
enum Migration015 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE participant ADD COLUMN person INTEGER;
                CREATE INDEX participant_on_person ON participant(person) WHERE person IS NOT NULL;
                CREATE TABLE person_statement (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    kind TEXT NOT NULL CHECK (kind IN ('same', 'apart', 'me')),
                    first TEXT NOT NULL,
                    second TEXT NOT NULL
                );
                INSERT OR REPLACE INTO setting (name, value) VALUES ('tags.stale', '1');
                """)
    }
}
