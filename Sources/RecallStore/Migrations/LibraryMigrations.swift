import GRDB

/// All versions of the schema, oldest first.
enum LibraryMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("001", migrate: Migration001.migrate)
        migrator.registerMigration("002", migrate: Migration002.migrate)
        migrator.registerMigration("003", migrate: Migration003.migrate)
        migrator.registerMigration("004", migrate: Migration004.migrate)
        migrator.registerMigration("005", migrate: Migration005.migrate)
        migrator.registerMigration("006", migrate: Migration006.migrate)
        migrator.registerMigration("007", migrate: Migration007.migrate)
        return migrator
    }

    static let tooNew = StoreError(
        .tooNew, "This library was written by a newer version of Recall. Install that version to open it.")

    /// Refuses a schema that this version cannot read.
    static func check(_ db: Database, _ migrator: DatabaseMigrator) throws {
        if try migrator.hasBeenSuperseded(db) { throw tooNew }
        guard try migrator.hasCompletedMigrations(db) else {
            throw StoreError(
                .notFound,
                "The library is not complete or was written by an older version. Run recall import once to bring it up to date."
            )
        }
    }
}
