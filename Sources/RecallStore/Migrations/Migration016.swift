import GRDB

/// Files are found by their content, so that the same file in two places is one item.
enum Migration016 {
    static func migrate(_ db: Database) throws {
        // Kinds 3 and 4 are documents and notes. Mails and messages are told apart by their ids.
        try db.execute(
            sql: """
                CREATE INDEX item_on_content_hash ON item(content_hash) WHERE kind IN (3, 4) AND parent_id IS NULL;
                """)
    }
}
