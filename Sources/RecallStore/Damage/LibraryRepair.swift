import CPageChecksums
import Foundation
import GRDB
public import RecallCore
import RecallFiles

extension LibraryStore {
    /// Repairs what can be repaired: pages in which one byte is wrong, and derived parts, which are made again from the
    /// items. Vectors are removed; embedding makes them again.
    ///
    /// - Returns: the damage that is left.
    /// - Complexity: reads the whole file several times.
    public static func repair(at location: LibraryLocation) throws -> LibraryDamage {
        try location.requireDatabase()
        // First without opening it: the damage may be in what every opening reads.
        try withExtendedLifetime(WriterLock(path: location.lock)) { try PageRepair(location).mendPages() }
        return try LibraryStore(at: location, for: .write).rebuildDamagedParts()
    }

    private func rebuildDamagedParts() throws -> LibraryDamage {
        let damage = try damage()
        guard !damage.derived.isEmpty, let writer else { return damage }
        for part in damage.derived {
            try writer.write { try LibraryTransaction(db: $0, caches: caches).rebuild(part) }
            if part == .vectors { try Folder.remove(location.vectorFile) }
        }
        // The damaged pages belong to nothing any more. Rewriting the file leaves them out.
        try? rewrite()
        return try self.damage()
    }
}

/// Restores pages in which one byte is wrong: the checksum tells which one. What is written is what was there before, so
/// readers need not wait.
private struct PageRepair {
    private let path: String
    private static let pagesAtATime = 256

    init(_ location: LibraryLocation) {
        path = location.database
    }

    func mendPages() throws {
        let file = try OpenFile(path)
        guard let size = try pageSize(file) else { return }
        let mended = try NewFile(updating: path)
        for start in stride(from: 0, to: file.byteCount, by: size * Self.pagesAtATime) {
            var pages = try file.bytes(from: start, limit: size * Self.pagesAtATime)
            try pages.withUnsafeMutableBytes { pages in
                for offset in stride(from: 0, to: pages.count - size + 1, by: size) {
                    let page = UnsafeMutableRawBufferPointer(rebasing: pages[offset..<offset + size])
                    try mend(page, start + offset, mended)
                }
            }
        }
        try mended.synchronize()
    }

    /// The size of the pages that libraries have; `nil` if these carry no checksums.
    private func pageSize(_ file: OpenFile) throws -> Int? {
        var first = try file.bytes(limit: Self.size)
        guard first.count == Self.size else { return nil }
        if first[Self.reserved] == UInt8(RECALL_CHECKSUM_BYTES) { return Self.size }
        first[Self.reserved] = UInt8(RECALL_CHECKSUM_BYTES)
        return recall_page_is_whole(first, CInt(Self.size), 1) == 1 ? Self.size : nil
    }

    private static let size = 8_192
    /// Where the header has the number of bytes that pages reserve.
    private static let reserved = 20

    private func mend(_ page: UnsafeMutableRawBufferPointer, _ offset: Int, _ file: borrowing NewFile) throws {
        let number = Int64(offset / page.count + 1)
        guard let start = page.baseAddress, recall_page_is_whole(start, CInt(page.count), number) == 0,
            recall_mend_page(start, CInt(page.count), number) == 1
        else { return }
        try file.overwrite(UnsafeRawBufferPointer(page), at: offset)
    }
}

extension LibraryTransaction {
    /// Makes a part again, in tables of its own: those of before are forgotten, not read, however damaged they are.
    fileprivate func rebuild(_ part: LibraryDamage.DerivedPart) throws {
        try noteItemRewrite()
        try noteChange()
        try replaceTables(part.tables)
        switch part {
        case .postings: try rebuildPostings()
        case .fullText: try db.execute(sql: "INSERT INTO item_words (item_words) VALUES ('rebuild')")
        case .vectors:
            try noteVectorRewrite()
            try db.execute(sql: "UPDATE thread SET generation = NULL")
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
