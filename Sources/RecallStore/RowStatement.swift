import Foundation
import GRDB
import GRDBSQLite

/// A statement that is run for each of many rows, with its values bound one after the other.
///
/// For the few statements of which an import runs millions: GRDB's arguments and rows are boxes and checks for each value, a
/// sixth of an import's processor time.
struct RowStatement {
    private let statement: Statement
    private let pointer: OpaquePointer
    private var parameter: CInt = 0

    fileprivate init(_ sql: String, _ db: Database) throws {
        statement = try db.cachedStatement(sql: sql)
        pointer = statement.sqliteStatement
    }

    // MARK: Binding

    mutating func bind(_ value: Int64?) {
        parameter += 1
        if let value { sqlite3_bind_int64(pointer, parameter, value) } else { sqlite3_bind_null(pointer, parameter) }
    }

    mutating func bind(_ value: Int) { bind(Int64(value)) }

    mutating func bind(_ value: String?) {
        parameter += 1
        guard var value else {
            sqlite3_bind_null(pointer, parameter)
            return
        }
        value.withUTF8 { text in
            // An empty text may have no address, which would bind NULL.
            let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
            if let start, !text.isEmpty {
                _ = sqlite3_bind_text(pointer, parameter, start, CInt(text.count), Self.copied)
            } else {
                _ = sqlite3_bind_text(pointer, parameter, "", 0, Self.copied)
            }
        }
    }

    mutating func bind(_ value: Data?) {
        parameter += 1
        guard let value else {
            sqlite3_bind_null(pointer, parameter)
            return
        }
        value.withUnsafeBytes { bytes in
            if let start = bytes.baseAddress, !bytes.isEmpty {
                _ = sqlite3_bind_blob(pointer, parameter, start, CInt(bytes.count), Self.copied)
            } else {
                _ = sqlite3_bind_zeroblob(pointer, parameter, 0)
            }
        }
    }

    /// `SQLITE_TRANSIENT`: SQLite makes a copy before the call returns.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    // MARK: Running

    /// True if there is a row.
    fileprivate func step(_ db: Database) throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            throw DatabaseError(
                resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
                message: db.lastErrorMessage)
        }
    }

    fileprivate func end() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    // MARK: Reading

    /// A column of the row as a number; `nil` for NULL.
    func integer(_ column: CInt) -> Int64? {
        sqlite3_column_type(pointer, column) == SQLITE_NULL ? nil : sqlite3_column_int64(pointer, column)
    }

    /// A column of the row as bytes.
    func data(_ column: CInt) -> Data {
        guard let start = sqlite3_column_blob(pointer, column) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(pointer, column)))
    }

    /// A column of the row as text; `nil` for NULL.
    func text(_ column: CInt) -> String? {
        guard sqlite3_column_type(pointer, column) != SQLITE_NULL else { return nil }
        return withUTF8(column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Calls `body` with the bytes of a column's text, none for NULL. Of a long text often only a part is needed.
    func withUTF8<Value>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value) rethrows -> Value {
        let start = sqlite3_column_text(pointer, column)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column))))
    }
}

extension Database {
    /// Runs a statement that changes rows, within a transaction.
    ///
    /// - Parameter bind: binds all values, in their order.
    func run(_ sql: String, _ bind: (inout RowStatement) throws -> Void) throws {
        // After some errors SQLite ends the transaction itself. What follows must not be written outside of one.
        guard isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        var statement = try RowStatement(sql, self)
        defer { statement.end() }
        try bind(&statement)
        while try statement.step(self) {}
    }

    /// The rows that a statement finds.
    ///
    /// - Parameters:
    ///   - bind: binds all values, in their order.
    ///   - read: makes a value of each row.
    func rows<Value>(
        _ sql: String, _ bind: (inout RowStatement) -> Void, _ read: (RowStatement) throws -> Value
    ) throws -> [Value] {
        var statement = try RowStatement(sql, self)
        defer { statement.end() }
        bind(&statement)
        var values: [Value] = []
        while try statement.step(self) { values.append(try read(statement)) }
        return values
    }

    /// The value that the first of the rows gives; `nil` if there are none, or it gives none.
    func firstRow<Value>(
        _ sql: String, _ bind: (inout RowStatement) -> Void, _ read: (RowStatement) throws -> Value?
    ) throws -> Value? {
        try rows(sql, bind, read).first.flatMap(\.self)
    }
}
