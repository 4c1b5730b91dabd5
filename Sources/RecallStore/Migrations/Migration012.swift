import GRDB

/// The items that a model had read for an answer, cited or not, so that deleting one finds the answers that may repeat it.
///
/// Of answers of earlier versions nothing is known but what they cite.
enum Migration012 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE turn_source (
                    item_uid BLOB NOT NULL,
                    turn_id INTEGER NOT NULL REFERENCES turn(id) ON DELETE CASCADE,
                    PRIMARY KEY (item_uid, turn_id)
                ) WITHOUT ROWID;
                CREATE INDEX turn_source_on_turn ON turn_source(turn_id);
                """)
    }
}
