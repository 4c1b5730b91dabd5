import Foundation
import GRDB
public import RecallCore
import RecallFiles

extension LibraryStore {
    /// Repairs what can be repaired: pages in which one byte is wrong, pages that another program copied from the log, and
    /// derived parts, which are made again from the items. Vectors are removed; embedding makes them again.
    ///
    /// Each step is one transaction, or changes pages in place to what they were. A process that is killed loses nothing.
    ///
    /// - Complexity: reads the whole file several times.
    public static func repair(at location: LibraryLocation) throws -> RepairReport {
        try location.requireDatabase()
        // What cannot be read is what is repaired.
        do { try LibraryStore.refuseIfUnreadable(location) } catch is DatabaseError {}
        var report = RepairReport()
        try withExtendedLifetime(WriterLock(of: location)) {
            let pages = PageRepair(location)
            try TransactionLock(location).whileHeld {
                report.restoredPages = try pages.restorePages() + pages.forgetLostFreeList()
                (report.acceptedPages, report.rebuilt) = try pages.acceptPagesWithoutChecksum()
            }
        }
        do {
            try LibraryStore(at: location, for: .write).rebuildDamagedParts(&report)
        } catch let error as StoreError where error.code == .damaged {
            throw StoreError(
                .damaged,
                "\(location.database) cannot be repaired. Nothing was removed from it. Restore it from a backup, or move "
                    + "it away and import again.")
        }
        return report
    }

    private func rebuildDamagedParts(_ report: inout RepairReport) throws {
        report.left = try damage()
        for part in report.left.derived {
            try TransactionLock(location).whileHeld {
                try writer?.write { try LibraryTransaction(db: $0, caches: caches).rebuild(part) }
            }
        }
        report.rebuilt += report.left.derived
        if report.rebuilt.contains(.vectors) { try Folder.remove(location.vectorFile) }
        guard try !isUndamaged() else {
            report.left = try damage()
            return
        }
        // Pages of what was made again belong to nothing any more, also after a kill. Rewriting the file leaves them out,
        // unless items are damaged too: then SQLite's check ends there, and the file stays as it is.
        if let unused = try? unusedPages() {
            try PageRepair(location).clear(unused: unused)
            do {
                try rewrite()
            } catch {
                let error = StoreError(error, location)
                if error.code == .diskFull { throw error }
            }
        }
        report.left = try damage()
    }

    /// The pages that belong to no table, no index and no list of free pages, as SQLite's check says.
    private func unusedPages() throws -> Set<Int64> {
        let lines = try readOutsideTransaction { try String.fetchAll($0, sql: "PRAGMA quick_check(1000000)") }
        let numbers = lines.flatMap { $0.split(separator: "\n") }.compactMap { line -> Int64? in
            guard line.hasPrefix("Page "), line.hasSuffix(" is never used") else { return nil }
            return Int64(line.dropFirst("Page ".count).dropLast(" is never used".count))
        }
        return Set(numbers)
    }
}

extension LibraryTransaction {
    /// Makes a part again, in tables of its own: those of before are forgotten, not read, however damaged they are.
    func rebuild(_ part: LibraryDamage.DerivedPart) throws {
        try noteItemRewrite()
        try noteChange()
        try replaceTables(part.tables)
        switch part {
        case .postings: try rebuildPostings()
        case .fullText: try db.execute(sql: "INSERT INTO item_words (item_words) VALUES ('rebuild')")
        case .vectors:
            try noteVectorRewrite()
            try db.execute(sql: "UPDATE thread SET generation = NULL, spare_generation = NULL")
        }
    }

    /// Makes tables anew, and their indexes.
    private func replaceTables(_ names: [String]) throws {
        let names = "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
        let statements = try Row.fetchAll(
            db,
            sql: """
                SELECT type, name, sql FROM sqlite_master
                WHERE tbl_name IN (SELECT value FROM json_each(?)) AND sql IS NOT NULL
                ORDER BY type = 'index', name
                """, arguments: [names])
        let virtual = statements.first { ($0[2] as String).hasPrefix("CREATE VIRTUAL TABLE") }
        try db.execute(sql: "PRAGMA writable_schema = ON")
        try db.execute(
            sql: "DELETE FROM sqlite_master WHERE tbl_name IN (SELECT value FROM json_each(?))", arguments: [names])
        try db.execute(sql: "PRAGMA writable_schema = RESET")
        db.clearSchemaCache()
        // A virtual table makes its own tables.
        for row in virtual.map({ [$0] }) ?? statements { try db.execute(sql: row[2]) }
    }
}
