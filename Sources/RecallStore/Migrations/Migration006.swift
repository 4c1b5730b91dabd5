import GRDB

/// The position of each item's record in its file, so that one mail of a large mailbox can be read without those
/// before it. Items imported earlier have none.
enum Migration006 {
    static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE item_source ADD COLUMN position INTEGER")
    }
}
