import GRDB

/// Messages know which ones they answer, since sessions of chats depend on it.
enum Migration019 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE item ADD COLUMN answers BLOB;
                CREATE INDEX item_on_answering ON item(conversation, date) WHERE answers IS NOT NULL;
                """)
    }
}
