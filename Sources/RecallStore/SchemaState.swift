import GRDB
import RecallCore

extension LibraryMigrations {
    /// Throws if the database is another program's, was emptied by one, or has a schema newer than this version supports.
    static func refuseIfUnreadable(_ db: Database, at location: LibraryLocation) throws {
        let isEmpty = try !hasTables(db)
        try location.refuseIfEmptied(isEmpty)
        guard try isEmpty || !isForeign(db) else {
            throw StoreError(
                .damaged,
                "\(location.database) is a database of another program, not a library of Recall. "
                    + "Name another folder with --library.")
        }
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw StoreError(
            .tooNew, "This library was written by a newer version of Recall. Install that version to open it.")
    }

    private static func hasTables(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name NOT LIKE 'sqlite_%')") == true
    }

    /// True if no table is one that every version of Recall made.
    private static func isForeign(_ db: Database) throws -> Bool {
        guard try db.tableExists("grdb_migrations") else { return true }
        // A library of which nothing is known but that it is one has an empty list.
        let applied = try migrator.appliedIdentifiers(db)
        return !applied.isEmpty && !applied.contains("001")
    }

    /// Throws unless this version can read the schema of the library at `location` without migration.
    static func check(_ db: Database, at location: LibraryLocation) throws {
        try refuseIfUnreadable(db, at: location)
        guard try migrator.hasCompletedMigrations(db), try !LibrarySnapshot(db: db).isStale() else {
            throw StoreError(
                .outdated,
                "This library was written by an older version of Recall, or making it was interrupted. "
                    + "Run: \(location.command("import --embed-only"))"
            )
        }
    }
}
