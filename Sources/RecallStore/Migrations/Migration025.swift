import GRDB

/// Junk is found without reading details. Functions of JSON are not allowed in an index where the schema is not trusted.
enum Migration025 {
    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE INDEX item_content_junk ON item_content(item_id) WHERE instr(details, '"isJunk":true') > 0
                """)
    }
}
