import GRDB

/// Texts get terms for the characters with which their words begin, so that a filter on one letter reads one list.
enum Migration017 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('initials.stale', '1')")
    }
}
