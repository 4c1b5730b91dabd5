import GRDB

/// An item tells which of its passages are the words of others. Threads are split anew for it by the next import.
enum Migration026 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE item ADD COLUMN quoted TEXT;
                INSERT INTO setting (name, value) SELECT 'quoted.next', '0' WHERE EXISTS (SELECT 1 FROM item)
                """)
    }
}
