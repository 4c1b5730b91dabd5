import CPageChecksums
import GRDB
import RecallCore
import RecallFiles

/// Repairs pages of the database without reading what they hold: the damage may be in what every opening reads.
///
/// A page is changed in place, so that readers need not wait, and only where the outcome is known: to what was there
/// before, or by its checksum alone. A process that is killed loses nothing, and the next repair goes on.
struct PageRepair {
    let location: LibraryLocation

    /// The bytes of a page.
    let pageSize: Int

    init(_ location: LibraryLocation) {
        self.location = location
        pageSize = Self.pageSize(of: location)
    }

    /// The bytes of a page of libraries that Recall made.
    private static let usualPageSize = 8_192

    /// The size that the header says, if the pages after the header agree with it: the header may be what is damaged. They
    /// have their checksums so; or they have none, as after a `VACUUM` of another program, and fill the file.
    private static func pageSize(of location: LibraryLocation) -> Int {
        guard let file = try? OpenFile(location.database), let head = try? file.bytes(limit: 18), head.count == 18
        else {
            return usualPageSize
        }
        let said = Int(head[16]) << 8 | Int(head[17])
        let size = said == 1 ? 65_536 : said
        guard size >= 512, size & (size - 1) == 0 else { return usualPageSize }
        return hasChecksum(file, size) || isRewritten(file, size) ? size : usualPageSize
    }

    private static func hasChecksum(_ file: OpenFile, _ size: Int) -> Bool {
        guard let page = try? file.bytes(from: size, limit: size), page.count == size else { return false }
        return recall_page_is_whole(page, CInt(size), 2) == 1
    }

    /// True if the header's count of pages of this size is that of the file, and no checksum stands at the end of the first
    /// ones.
    private static func isRewritten(_ file: OpenFile, _ size: Int) -> Bool {
        guard let head = try? file.bytes(limit: 32), head.count == 32,
            head[28..<32].reduce(0, { $0 << 8 | Int($1) }) * size == file.byteCount
        else { return false }
        let first = (0..<pagesLookedAt).map { $0 * size }.filter { $0 < file.byteCount }
        return first.allSatisfy { start in
            let sum = Int(RECALL_CHECKSUM_BYTES)
            return (try? file.bytes(from: start + size - sum, limit: sum))?.allSatisfy { $0 == 0 } ?? false
        }
    }

    private static let pagesLookedAt = 16

    private static let pagesAtATime = 256
    /// The place in the header of the number of bytes that pages reserve.
    private static let reserved = 20
    /// The pages in which a wrong byte is searched for, at a second or two each. Wrong bits are found in all.
    private static let mostByteSearches = 64

    /// Restores pages in which one byte is wrong: the checksum tells which one.
    ///
    /// - Returns: the number of pages.
    func restorePages() throws -> Int {
        var restored = 0
        var searches = Self.mostByteSearches
        try forEachWrongPage { page, number, file in
            guard recall_page_lacks_checksum(page, CInt(pageSize), number) == 0,
                restore(page, number, &searches)
            else { return }
            try file.overwrite(UnsafeRawBufferPointer(start: page, count: pageSize), at: offset(of: number))
            restored += 1
        }
        return restored
    }

    private func restore(_ page: UnsafeMutableRawPointer, _ number: Int64, _ searches: inout Int) -> Bool {
        if recall_mend_bit(page, CInt(pageSize), number) == 1 { return true }
        searches -= 1
        return searches >= 0 && recall_mend_byte(page, CInt(pageSize), number) == 1
    }

    /// Gives a checksum to pages that have none because another program copied them from the log of a process that was
    /// killed, if SQLite finds all tables consistent. Derived parts that are not are made again before.
    ///
    /// - Returns: the number of pages, and the derived parts.
    func acceptPagesWithoutChecksum() throws -> (pages: Int, rebuilt: [LibraryDamage.DerivedPart]) {
        guard try writeMissingChecksums(isTrial: true) > 0 else { return (0, []) }
        guard let rebuilt = try? rebuiltForConsistency() else { return (0, []) }
        return (try writeMissingChecksums(isTrial: false), rebuilt)
    }

    /// Overwrites damaged pages that belong to nothing with zeros: rewriting the file reads them.
    func clear(unused: Set<Int64>) throws {
        try forEachWrongPage(or: unused) { page, number, file in
            guard unused.contains(number) else { return }
            page.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize)
            recall_write_checksum(page, CInt(pageSize), number)
            try file.overwrite(UnsafeRawBufferPointer(start: page, count: pageSize), at: offset(of: number))
        }
    }

    private func writeMissingChecksums(isTrial: Bool) throws -> Int {
        var count = 0
        try forEachWrongPage { page, number, file in
            guard recall_page_lacks_checksum(page, CInt(pageSize), number) == 1 else { return }
            count += 1
            guard !isTrial else { return }
            recall_write_checksum(page, CInt(pageSize), number)
            let end = pageSize - Int(RECALL_CHECKSUM_BYTES)
            let sum = UnsafeRawBufferPointer(start: page + end, count: Int(RECALL_CHECKSUM_BYTES))
            try file.overwrite(sum, at: offset(of: number) + end)
        }
        return count
    }

    /// Makes inconsistent derived parts again, and names them. Throws if another table is inconsistent.
    private func rebuiltForConsistency() throws -> [LibraryDamage.DerivedPart] {
        let queue = try DatabaseQueue(
            path: location.checkedDatabase(acceptsMissing: true), configuration: LibraryStore.configuration(for: .write)
        )
        defer { try? queue.close() }
        // Pages that are still in the log get their checksums here.
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        // Outside of a transaction, which the first damaged page would end.
        let inconsistent = try queue.unsafeRead { db in try Set(tables(db).filter { !isConsistent($0, db) }) }
        let parts = LibraryDamage.DerivedPart.allCases.filter { !inconsistent.isDisjoint(with: $0.tables) }
        guard inconsistent.isSubset(of: parts.flatMap(\.tables)) else { throw StoreError.damagedPage(of: location) }
        for part in parts { try queue.write { try LibraryTransaction(db: $0, caches: WriteCaches()).rebuild(part) } }
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        return parts
    }

    private func tables(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0")
    }

    /// True if SQLite's integrity check of a table and its indexes finds nothing.
    private func isConsistent(_ table: String, _ db: Database) -> Bool {
        (try? String.fetchOne(db, sql: "PRAGMA integrity_check(\"\(table)\")")) == "ok"
    }

    func offset(of number: Int64) -> Int { Int(number - 1) * pageSize }

    /// Calls `body` for each page that does not have its checksum, if it has content or is one of `others`.
    private func forEachWrongPage(
        or others: Set<Int64> = [], _ body: (UnsafeMutableRawPointer, Int64, borrowing NewFile) throws -> Void
    ) throws {
        let file = try OpenFile(location.database)
        guard try carriesChecksums(file) else { return }
        let changed = try NewFile(updating: location.database)
        for start in stride(from: 0, to: file.byteCount, by: pageSize * Self.pagesAtATime) {
            var pages = try file.bytes(from: start, limit: pageSize * Self.pagesAtATime)
            try pages.withUnsafeMutableBytes { pages in
                for offset in stride(from: 0, to: pages.count - pageSize + 1, by: pageSize) {
                    guard let page = pages.baseAddress.map({ $0 + offset }) else { return }
                    let number = Int64((start + offset) / pageSize + 1)
                    if isWrong(page, number, or: others) { try body(page, number, changed) }
                }
            }
        }
        try changed.synchronize()
    }

    /// False for pages that hold nothing: SQLite never writes the one at 1 GiB, and may leave out free ones.
    private func isWrong(_ page: UnsafeMutableRawPointer, _ number: Int64, or others: Set<Int64>) -> Bool {
        recall_page_is_whole(page, CInt(pageSize), number) == 0
            && (others.contains(number) || UnsafeRawBufferPointer(start: page, count: pageSize).contains { $0 != 0 })
    }

    func carriesChecksums(_ file: OpenFile) throws -> Bool {
        var first = try file.bytes(limit: pageSize)
        guard first.count == pageSize else { return false }
        let mark = UInt8(RECALL_CHECKSUM_BYTES)
        if first[Self.reserved] == mark { return true }
        first[Self.reserved] = mark
        return recall_page_is_whole(first, CInt(pageSize), 1) == 1
    }
}
