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
        migrator.registerMigration("008", migrate: Migration008.migrate)
        migrator.registerMigration("009", migrate: Migration009.migrate)
        migrator.registerMigration("010", migrate: Migration010.migrate)
        migrator.registerMigration("011", migrate: Migration011.migrate)
        migrator.registerMigration("012", migrate: Migration012.migrate)
        migrator.registerMigration("013", migrate: Migration013.migrate)
        migrator.registerMigration("014", migrate: Migration014.migrate)
        migrator.registerMigration("015", migrate: Migration015.migrate)
        migrator.registerMigration("016", migrate: Migration016.migrate)
        migrator.registerMigration("017", migrate: Migration017.migrate)
        migrator.registerMigration("018", migrate: Migration018.migrate)
        migrator.registerMigration("019", migrate: Migration019.migrate)
        migrator.registerMigration("020", migrate: Migration020.migrate)
        migrator.registerMigration("021", migrate: Migration021.migrate)
        migrator.registerMigration("022", migrate: Migration022.migrate)
        migrator.registerMigration("023", migrate: Migration023.migrate)
        migrator.registerMigration("024", migrate: Migration024.migrate)
        migrator.registerMigration("025", migrate: Migration025.migrate)
        migrator.registerMigration("026", migrate: Migration026.migrate)
        migrator.registerMigration("027", migrate: Migration027.migrate)
        return migrator
    }
}
