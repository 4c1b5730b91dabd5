import CPageChecksums
import Foundation
import GRDB
import GRDBSQLite
package import RecallCore
import RecallFiles

/// Checksums of the database's pages, verified whenever a page is read from the file: what a disk, a cable or another
/// program damaged is an error, never an answer. Each page ends with eight bytes for it.
///
/// A layer below SQLite keeps them (`CPageChecksums`). It is used by connections that name it, so a program that embeds
/// RecallKit keeps its own databases as they are.
enum PageChecksums {
    fileprivate static let registration = recall_register_page_checksums()

    /// Makes a new database reserve the bytes for checksums, or an older one when it is rewritten.
    static func reserve(_ db: Database) {
        var bytes = CInt(RECALL_CHECKSUM_BYTES)
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
    }

    /// True if the database that a connection has open carries checksums.
    static func arePresent(_ db: Database) -> Bool { state(RECALL_HAS_PAGE_CHECKSUMS, of: db) }

    /// Throws if the connection has read a damaged page, so that a transaction which passed over the error is not
    /// committed.
    static func refuseDamage(_ db: Database) throws {
        guard !state(RECALL_HAS_SEEN_DAMAGE, of: db) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    }

    private static func state(_ opcode: Int, of db: Database) -> Bool {
        var value: CInt = 0
        sqlite3_file_control(db.sqliteConnection, "main", CInt(opcode), &value)
        return value == 1
    }

    /// True if a page was read that does not have its checksum, or that SQLite cannot make sense of.
    static func isDamage(_ error: DatabaseError) -> Bool {
        error.extendedResultCode.rawValue == wrongChecksum || error.resultCode == .SQLITE_CORRUPT
    }

    /// SQLITE_IOERR_DATA
    private static let wrongChecksum: CInt = 10 | 32 << 8
}

extension LibraryLocation {
    /// The database as connections open it that keep checksums.
    ///
    /// - Parameter acceptsMissing: true to read pages without a checksum too.
    package func checkedDatabase(acceptsMissing: Bool = false) -> String {
        _ = PageChecksums.registration
        let path = database.utf8.map { Self.isPlain($0) ? String(UnicodeScalar($0)) : "%" + hexadecimal($0) }.joined()
        return "file://\(path)?vfs=\(RECALL_CHECKED_VFS)" + (acceptsMissing ? "&accepts_missing=1" : "")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

extension LibraryStore {
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

    /// The bytes that must be free before pages get checksums; `nil` if they have them. Libraries of versions before 009
    /// get them when they are opened for writing.
    public func bytesMissingForChecksums() throws -> Int? {
        guard try !read({ PageChecksums.arePresent($0.db) }) else { return nil }
        return bytesForRewriting
    }

    /// Rewrites a library of before, so that its pages carry checksums. Without the space for that it stays as it is, can
    /// be searched and written, and the next opening tries again: a full disk must not keep anyone from deleting.
    func addPageChecksums() {
        guard let writer, !writer.writeWithoutTransaction(PageChecksums.arePresent), hasSpaceToRewrite else { return }
        try? rewrite()
    }

    /// Rewrites the whole file. Until the log with the new pages is complete, the old ones count.
    func rewrite() throws {
        try TransactionLock(location).whileHeld {
            try writer?.writeWithoutTransaction { db in
                // The copy is as large as the library: not in memory, and not in a folder that other people can see.
                try db.execute(
                    sql: "PRAGMA temp_store_directory = \(location.folder.sqlLiteral); PRAGMA temp_store = FILE")
                defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA temp_store_directory = ''") }
                try db.execute(sql: "VACUUM")
                _ = try db.checkpoint(.truncate)
            }
        }
    }

    private var hasSpaceToRewrite: Bool { bytesMissingForRewriting == nil }

    /// The bytes that must be freed before the file can be rewritten; `nil` if there is enough room.
    var bytesMissingForRewriting: Int? {
        guard let free = DiskSpace.free(at: location.folder), let needed = bytesForRewriting else { return 0 }
        return free > needed ? nil : needed - free
    }

    /// Room for the copy, for the log of writing it back, and for others.
    private var bytesForRewriting: Int? {
        let size = try? FileManager.default.attributesOfItem(atPath: location.database)[.size] as? Int
        return size.map { 2 * $0 + Self.spaceLeft }
    }

    private static let spaceLeft = 64 << 20
}

extension String {
    fileprivate var sqlLiteral: String { "'" + replacing("'", with: "''") + "'" }
}
