import GRDB

/// Vectors as signed bytes with a scale (format 1), in half the room. Those of before stay half floats (format 0) until their
/// block is written again.
enum Migration013 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE vector_block ADD COLUMN format INTEGER NOT NULL DEFAULT 0")
    }
}
