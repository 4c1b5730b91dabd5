import GRDB

/// Threads are read in other windows. The vectors of all go on to serve; those of documents and notes, which gain by it, are
/// made again by the next import.
enum Migration018 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE altered AS SELECT id FROM generation WHERE fingerprint LIKE '%/window128-64/%';
                UPDATE generation SET fingerprint = replace(fingerprint, '/window128-64/', '/window160-64,192-48/');
                """)
        // A single passage is read whole in either. Kinds 3 and 4 are documents and notes.
        for column in ["generation", "spare_generation"] {
            try db.execute(
                sql: """
                    UPDATE thread SET \(column) = NULL
                    WHERE \(column) IN (SELECT id FROM altered) AND passage_count > 1 AND kind IN (3, 4)
                    """)
        }
        try db.execute(
            sql: """
                UPDATE setting SET value = replace(value, '/window128-64/', '/window160-64,192-48/')
                WHERE name = 'embedding.earlier';
                DROP TABLE altered;
                """)
    }
}
