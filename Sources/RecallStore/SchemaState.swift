import GRDB
import RecallCore

extension LibraryMigrations {
    /// Throws if the schema is newer than this version supports.
    static func refuseIfTooNew(_ db: Database) throws {
        guard try migrator.hasBeenSuperseded(db) else { return }
        throw StoreError(
            .tooNew, "This library was written by a newer version of Recall. Install that version to open it.")
    }

    /// Throws unless this version can read the schema of the library at `location` without migration.
    static func check(_ db: Database, at location: LibraryLocation) throws {
        try refuseIfTooNew(db)
        guard try migrator.hasCompletedMigrations(db), try !LibrarySnapshot(db: db).isStale() else {
            throw StoreError(
                .outdated,
                "This library was written by an older version of Recall, or making it was interrupted. "
                    + "Run: \(location.command("import --embed-only"))"
            )
        }
    }
}
