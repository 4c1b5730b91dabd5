import GRDB

/// A link to a file tells whether the file has the item no longer: `FormerItems`.
enum Migration027 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE item_source ADD COLUMN former INTEGER;
                CREATE INDEX item_source_former ON item_source(item_id) WHERE former = 1
                """)
    }
}
