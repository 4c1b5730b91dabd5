import CDescriptorDatabase
import GRDBSQLite

/// Another program's database, in the confined process that reads it: the rows of one of its tables are items.
protocol SourceDatabase {
    /// The table whose rows are items.
    static var table: String { get }
    /// The database behind a connection.
    init(_ connection: OpaquePointer) throws(DatabaseRefusal)
    /// A query of the rows after the number that is its parameter, in the order of their numbers, which are its first column.
    /// Indexes of the file's own are not used for the order: they can say something else than the table.
    func rows() throws(DatabaseDamage) -> DatabaseQuery
    /// A row with what other tables say of it, encoded; `nil` if there is nothing to read in it.
    ///
    /// - Throws: `DatabaseDamage` if it cannot be read.
    func encoded(_ row: DatabaseQuery, _ number: Int) throws(DatabaseDamage) -> [UInt8]?
}

/// The reason for which a database is not read.
enum DatabaseRefusal: Int, Error {
    case damaged, otherTables
}

/// A connection to a database that is open as a descriptor, and the numbers of the rows of a table in it.
struct DatabaseConnection {
    let pointer: OpaquePointer
    private let table: String
    private let nextRow: DatabaseQuery

    /// Opens the database that is open as a descriptor, with the log that is open as another.
    init(_ descriptor: Int32, log: Int32?, table: String) throws(DatabaseRefusal) {
        var connection: OpaquePointer?
        guard recall_open_descriptor_database(descriptor, log ?? -1, &connection) == SQLITE_OK, let connection else {
            throw .damaged
        }
        (pointer, self.table) = (connection, table)
        // A table that is not there is told from damage by the columns that are asked for.
        let tables = TableColumns([table: []], in: connection)
        guard let tables else { throw .damaged }
        guard tables.has(table) else { throw .otherTables }
        do {
            nextRow = try DatabaseQuery(
                "SELECT ROWID FROM \(table) NOT INDEXED WHERE ROWID > ?1 ORDER BY ROWID LIMIT 1", connection)
        } catch {
            throw .damaged
        }
    }

    /// The first row after another, of which nothing but its number is read; `nil` if there is none that can be found.
    func row(after row: Int) -> Int? {
        nextRow.begin(row)
        guard (try? nextRow.next()) == true, let next = nextRow.integer(0), next > row else { return nil }
        return next
    }

    /// The last row; 0 if it cannot be found.
    func lastRow() -> Int {
        guard let query = try? DatabaseQuery("SELECT max(ROWID) FROM \(table) NOT INDEXED", pointer),
            (try? query.next()) == true
        else { return 0 }
        return query.integer(0) ?? 0
    }

    /// True if pages of the database are damaged, though all rows that can be found were read: others may be missing.
    var isDamaged: Bool {
        guard let check = try? DatabaseQuery("PRAGMA quick_check(20)", pointer) else { return true }
        do {
            while try check.next() {
                let line = check.text(0)
                // Programs may break rules of their own tables: nothing is missing then.
                let isRule = ["NULL value", "CHECK constraint", "TEXT value", "NUMERIC value", "non-"].contains {
                    line.hasPrefix($0)
                }
                if line != "ok", !isRule { return true }
            }
            return false
        } catch {
            return true
        }
    }
}
