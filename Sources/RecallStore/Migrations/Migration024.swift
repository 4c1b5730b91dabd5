import GRDB

/// Files are found by their time of change: one that has another name now has the same.
enum Migration024 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "CREATE INDEX source_file_on_modified ON source_file(modified)")
    }
}
