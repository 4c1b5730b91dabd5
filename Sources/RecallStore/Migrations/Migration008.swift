import GRDB

/// Marks the terms of existing items: Thai, Lao, Khmer and Burmese are no longer cut into words at spaces only. They are made
/// again when the library is opened (`StaleTerms.swift`).
enum Migration008 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO setting (name, value)
                    SELECT 'terms.stale', '1' WHERE EXISTS (SELECT 1 FROM item);
                """)
    }
}
