import GRDB

/// Threads say whether they have vectors of the spare generation too. Before, one that was being built took the mark of the
/// serving one.
enum Migration014 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE thread ADD COLUMN spare_generation INTEGER;
                UPDATE thread SET spare_generation = generation, generation = NULL
                WHERE generation IN (SELECT id FROM generation WHERE serving = 0);
                """)
    }
}
