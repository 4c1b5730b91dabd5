import Foundation
import GRDB
package import RecallCore
import RecallFiles

extension LibraryStore {
    /// Copies a library's database as it is now into another folder, with its checksums, while others read and write it. The
    /// library may be one of an earlier version.
    ///
    /// - Parameters:
    ///   - target: a folder without a database, for the owner alone.
    ///   - progress: called now and then with the share that is done. What it throws ends the copying.
    /// - Returns: the number of items in the copy.
    /// - Throws: `StoreError` with the code `damaged` if a page is not as it was written.
    /// - Complexity: reads the whole file once. The log grows by what others write meanwhile.
    package static func copyDatabase(
        of location: LibraryLocation, to target: LibraryLocation, progress: (Double) throws -> Void
    ) throws -> Int {
        try location.requireDatabase()
        try location.refuseIfExposed()
        try location.refuseIfNoFile()
        do {
            let original = try DatabaseQueue(path: location.checkedDatabase(), configuration: configuration(for: .read))
            let copy = try DatabaseQueue(path: target.checkedDatabase(), configuration: configuration(for: .write))
            try withoutActuallyEscaping(progress) { progress in
                // In a transaction, so that what others write does not make the copying begin anew.
                try original.read { original in
                    try LibraryMigrations.refuseIfUnreadable(original, at: location)
                    try copy.writeWithoutTransaction { copy in
                        // Pages are copied as they are, with their checksums: other programs make libraries of other sizes.
                        let size = try Int.fetchOne(original, sql: "PRAGMA page_size") ?? 8_192
                        try copy.execute(sql: "PRAGMA page_size = \(size)")
                        // A header that says so comes first: pages are written before that of the original.
                        if PageChecksums.arePresent(original) { try copy.execute(sql: "PRAGMA user_version = 1") }
                        try original.backup(to: copy, pagesPerStep: pagesPerStep) { step in
                            try progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                        }
                    }
                }
            }
            let items = try copy.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM item") ?? 0 }
            try copy.close()
            return items
        } catch {
            // What the copy's disk reports must not be told of the library.
            if let error = error as? DatabaseError, error.resultCode == .SQLITE_FULL { throw StoreError(error, target) }
            throw error is DatabaseError ? StoreError(error, location) : error
        }
    }

    /// The number of items in a copy, which is not changed by being asked. It may be of an earlier version.
    ///
    /// - Throws: `StoreError` with the code `damaged` if it is no library, `tooNew` if a newer version wrote it.
    package static func itemsOfCopy(at location: LibraryLocation) throws -> Int {
        try location.refuseIfNoFile()
        do {
            let copy = try DatabaseQueue(path: location.checkedDatabase(), configuration: configuration(for: .read))
            defer { try? copy.close() }
            return try copy.read { db in
                try LibraryMigrations.refuseIfUnreadable(db, at: location)
                // A file of no bytes is a database without tables.
                guard try db.tableExists("item") else { throw StoreError.damagedPage(of: location) }
                return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") ?? 0
            }
        } catch {
            throw error is DatabaseError ? StoreError(error, location) : error
        }
    }

    /// About 16 MB.
    private static let pagesPerStep: CInt = 2_000

    /// True if a process has the database of the library at `location` open, whether it reads or writes.
    ///
    /// Every connection holds a lock on the shared memory of the log for as long as it is open
    /// (https://www.sqlite.org/walformat.html#walidxlck). Not for a process that has it open itself: asking would release its
    /// own lock.
    package static func isOpen(at location: LibraryLocation) -> Bool {
        FileLock.isHeld(location.database + "-shm")
    }

    /// Runs `body` while no process can write to the library at `location`. The library may be damaged: it is not opened.
    ///
    /// - Throws: `StoreError` with the code `busy` if one writes, or reads.
    package static func whileUnused<Value>(at location: LibraryLocation, _ body: () throws -> Value) throws -> Value {
        let lock = try WriterLock(of: location)
        return try withExtendedLifetime(lock) {
            guard !isOpen(at: location) else {
                throw StoreError(
                    .busy, "A recall process is reading this library. End it (recall serve, chat, mcp) and try again.")
            }
            return try body()
        }
    }
}

extension LibraryTransaction {
    /// Gives the files below a folder their place in another one, after the library was moved.
    package func moveSources(below folder: String, to target: String) throws {
        guard folder != target else { return }
        try noteItemRewrite()
        let (below, after) = (folder + "/", folder + "0")
        let moved = "? || substr(\(Self.path), ?)"
        let arguments: StatementArguments = [target, folder.unicodeScalars.count + 1, below, after]
        for table in ["source_file", "failure"] {
            try db.execute(
                sql: """
                    UPDATE \(table) SET path = \(moved.replacing(Self.path, with: "path"))
                    WHERE path >= ? AND path < ?
                    """,
                arguments: arguments)
        }
        // Documents and notes know their file too.
        for kind in ["document", "note"] {
            let path = "details ->> '$.\(kind)._0.path'"
            try db.execute(
                sql: """
                    UPDATE item_content SET details = json_set(details, '$.\(kind)._0.path',
                        \(moved.replacing(Self.path, with: path)))
                    WHERE \(path) >= ? AND \(path) < ?
                    """, arguments: arguments)
        }
    }

    private static let path = "PATH"
}
