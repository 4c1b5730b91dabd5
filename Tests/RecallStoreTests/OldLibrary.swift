import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport

/// A library as a version of the schema left it, made from `Fixtures/libraries/VERSION.sql`.
struct OldLibrary {
    static let versions = [
        "001", "002", "003", "004", "005", "006", "007", "008", "009", "010", "011", "012",
        "013", "014", "015", "016", "017", "018", "019", "020", "021", "022", "023", "024",
        "025", "026", "027",
    ]

    let version: String
    let location: LibraryLocation

    init(_ version: String) throws {
        self.version = version
        let scratch = try ScratchFolder()
        location = LibraryLocation(path: scratch.path)
        let dump = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Fixtures/libraries/\(version).sql")
        var configuration = Configuration()
        // Rows come table by table, not in the order in which they refer to each other.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: location.database, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: String(contentsOf: dump, encoding: .utf8)) }
        try queue.close()
    }

    /// Runs SQL in the file.
    func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// All rows of all tables, and the schema.
    func dump() throws -> [String] {
        let queue = try DatabaseQueue(path: location.database)
        return try queue.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'item_words' ORDER BY name")
            let rows = try tables.flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
            }
            return try rows
                + String.fetchAll(
                    db, sql: "SELECT name || ' ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
    }
}
