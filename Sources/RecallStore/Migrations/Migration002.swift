import GRDB

/// The settings of a library.
enum Migration002 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    }
}
