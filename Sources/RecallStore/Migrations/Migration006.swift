import GRDB

/// Where in its file an item's record begins, so that one mail of a large file is read again without those before it. Items
/// that were imported earlier have none.
enum Migration006 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE item_source ADD COLUMN position INTEGER")
    }
}
