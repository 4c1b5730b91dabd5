import CPageChecksums
import Foundation
import GRDB
import GRDBSQLite
import RecallCore

/// Checksums of the database's pages, verified whenever a page is read from the file: what a disk, a cable or another
/// program damaged is an error, never an answer. Each page ends with eight bytes for it.
///
/// The cost: 0.1 % of the file, and about a microsecond for each page that is read or written.
enum PageChecksums {
    private static let registration = recall_register_page_checksums()

    /// Makes connections opened from now on check pages. Databases without checksums are read as ever.
    static func register() {
        _ = registration
    }

    /// Makes a new database reserve the bytes for checksums, or an older one when it is rewritten.
    static func reserve(_ db: Database) {
        var bytes = CInt(RECALL_CHECKSUM_BYTES)
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
    }

    /// True if the database that a connection has open carries checksums.
    static func arePresent(_ db: Database) -> Bool {
        var isPresent: CInt = 0
        sqlite3_file_control(db.sqliteConnection, "main", CInt(RECALL_HAS_PAGE_CHECKSUMS), &isPresent)
        return isPresent == 1
    }

    /// True if a page was read that does not have its checksum.
    static func isFault(_ error: DatabaseError) -> Bool {
        error.extendedResultCode.rawValue == fault
    }

    /// SQLITE_IOERR_DATA
    private static let fault: CInt = 10 | 32 << 8
}

extension LibraryStore {
    /// Rewrites a library of before, so that its pages carry checksums. Without the space for that it stays as it is, and
    /// the next opening tries again.
    func addPageChecksums() {
        guard let writer, (try? writer.writeWithoutTransaction(PageChecksums.arePresent)) == false, hasSpaceForCopy
        else { return }
        try? rewrite()
    }

    /// Rewrites the whole file.
    func rewrite() throws {
        try writer?.writeWithoutTransaction { db in
            // The copy is as large as the library: not in memory, and not in a folder that other people can see.
            try db.execute(sql: "PRAGMA temp_store_directory = \(location.folder.sqlLiteral); PRAGMA temp_store = FILE")
            defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA temp_store_directory = ''") }
            try db.execute(sql: "VACUUM")
            _ = try db.checkpoint(.truncate)
        }
    }

    /// True if there is room for the copy and for the log of writing it back.
    private var hasSpaceForCopy: Bool {
        let files = FileManager.default
        let size = (try? files.attributesOfItem(atPath: location.database)[.size] as? Int) ?? nil
        let free = (try? files.attributesOfFileSystem(forPath: location.folder)[.systemFreeSize] as? Int) ?? nil
        guard let size, let free else { return false }
        return free > 2 * size + Self.spaceLeft
    }

    /// Bytes that stay free.
    private static let spaceLeft = 64 << 20

    /// True if every page has its checksum and SQLite finds no damage in them.
    ///
    /// - Complexity: reads the whole file.
    public func isUndamaged() throws -> Bool {
        do {
            return try read { try String.fetchOne($0.db, sql: "PRAGMA quick_check(1)") == "ok" }
        } catch let error as StoreError where error.code == .damaged {
            return false
        }
    }
}

extension String {
    fileprivate var sqlLiteral: String { "'" + replacing("'", with: "''") + "'" }
}
