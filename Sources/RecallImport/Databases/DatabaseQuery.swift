import GRDBSQLite

/// Damage of a database: something in it cannot be read.
struct DatabaseDamage: Error {}

/// A prepared query of a database that is not trusted. Its columns count from 0.
final class DatabaseQuery {
    private let statement: OpaquePointer

    /// Prepares a query of one statement.
    init(_ sql: String, _ database: OpaquePointer) throws(DatabaseDamage) {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw DatabaseDamage()
        }
        self.statement = statement
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Begins again, with `value` in place of the one parameter.
    func begin(_ value: Int) {
        sqlite3_reset(statement)
        sqlite3_bind_int64(statement, 1, Int64(value))
    }

    /// Begins again, with a text in place of the one parameter.
    func begin(_ value: String) {
        sqlite3_reset(statement)
        // SQLite makes a copy: this is SQLITE_TRANSIENT.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, 1, value, Int32(value.utf8.count), copied)
    }

    /// Goes to the next row, and returns false at the end.
    func next() throws(DatabaseDamage) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseDamage()
        }
    }

    /// The number in a column; `nil` if there is none.
    func integer(_ column: Int) -> Int? {
        let column = Int32(column)
        return sqlite3_column_type(statement, column) == SQLITE_INTEGER
            ? Int(sqlite3_column_int64(statement, column)) : nil
    }

    /// The number in a column, whole or not; `nil` if there is none.
    func number(_ column: Int) -> Double? {
        let type = sqlite3_column_type(statement, Int32(column))
        return type == SQLITE_INTEGER || type == SQLITE_FLOAT ? sqlite3_column_double(statement, Int32(column)) : nil
    }

    /// The first bytes of the text in a column, repaired where they are not valid; empty if there is none.
    func text(_ column: Int, atMost limit: Int = 1 << 16) -> String {
        let column = Int32(column)
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT, let start = sqlite3_column_text(statement, column)
        else { return "" }
        let count = min(limit, Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes in a column; empty if there are none.
    func bytes(_ column: Int) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, Int32(column)) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column)))))
    }
}
