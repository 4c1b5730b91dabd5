import GRDB

/// Documents and notes are found by the names of their files, notes by their aliases, tags and properties, and people by their
/// names in Latin letters.
enum Migration020 {
    static func migrate(_ db: Database) throws {
        for mark in ["names.stale", "tags.stale"] {
            try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, '1')", arguments: [mark])
        }
    }
}
