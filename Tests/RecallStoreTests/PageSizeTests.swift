import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Libraries whose pages another program made smaller or larger than Recall does.
@Suite(.scratch) struct PageSizeTests {
    /// A library of before there were checksums, which got them where its pages had this size.
    private static func library(_ pageSize: Int) async throws -> LibraryLocation {
        let location = try OldLibrary("008").location
        try resize(location, to: pageSize)
        let notes = (0..<300).map { Item.note("\($0)", text: "letter\($0 % 70) about the boiler") }
        try await LibraryStore(at: location, for: .write).importItems(notes, path: "/all")
        #expect(try size(of: location) == pageSize)
        #expect(try LibraryStore(at: location, for: .read).bytesMissingForChecksums() == nil)
        return location
    }

    private static func resize(_ location: LibraryLocation, to pageSize: Int) throws {
        let queue = try DatabaseQueue(path: location.database)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = \(pageSize); VACUUM") }
        try queue.close()
    }

    private static func execute(_ sql: String, in location: LibraryLocation) throws {
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    private static func size(of location: LibraryLocation) throws -> Int {
        let head = try #require(try FileHandle(forReadingFrom: URL(filePath: location.database)).read(upToCount: 18))
        return Int(head[16]) << 8 | Int(head[17])
    }

    @Test(arguments: [1_024, 4_096, 8_192, 16_384])
    func `a library is copied with the pages that it has`(pageSize: Int) async throws {
        let location = try await Self.library(pageSize)
        let contents = try LibraryContents(of: LibraryStore(at: location, for: .read))
        let target = LibraryLocation(path: try ScratchFolder().path + "/copy")
        try FileManager.default.createDirectory(
            atPath: target.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #expect(try LibraryStore.copyDatabase(of: location, to: target) { _ in } >= 300)
        let copy = try LibraryStore(at: target, for: .write)
        #expect(try copy.isUndamaged() && LibraryContents(of: copy).differences(from: contents).isEmpty)
        #expect(try Self.size(of: target) == pageSize)
    }

    /// SQLite writes pages before it has all of them.
    @Test func `a library that is larger than the memory of a copy has its checksums in it`() async throws {
        let location = try await Self.library(8_192)
        try Self.execute(
            """
            CREATE TABLE filler (bytes BLOB);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
                INSERT INTO filler SELECT randomblob(1000000) FROM n;
            PRAGMA wal_checkpoint(TRUNCATE)
            """, in: location)
        let target = LibraryLocation(path: try ScratchFolder().path + "/copy")
        try FileManager.default.createDirectory(
            atPath: target.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #expect(try LibraryStore.copyDatabase(of: location, to: target) { _ in } >= 300)
        let copy = try LibraryStore(at: target, for: .read)
        #expect(try copy.isUndamaged() && copy.bytesMissingForChecksums() == nil)
    }

    /// With pages of the size that Recall makes, and with others.
    @Test(arguments: [4_096, 8_192, 16_384, 65_536])
    func `a library that another program rewrote is refused, and a repair takes all of it over`(
        pageSize: Int
    ) async throws {
        let location = try await Self.library(8_192)
        let contents = try LibraryContents(of: LibraryStore(at: location, for: .read))
        let queue = try DatabaseQueue(path: location.database)
        try await queue.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA page_size = \(pageSize); VACUUM")
        }
        try queue.close()
        let error = #expect(throws: StoreError.self) { try LibraryContents(of: LibraryStore(at: location, for: .read)) }
        #expect(error?.code == .damaged)
        let report = try LibraryStore.repair(at: location)
        #expect(report.acceptedPages > 0 && report.left.isEmpty)
        let repaired = try LibraryStore(at: location, for: .write)
        #expect(try repaired.isUndamaged() && repaired.bytesMissingForChecksums() == nil)
        #expect(try LibraryContents(of: repaired).differences(from: contents).isEmpty)
    }

    @Test(arguments: [4_096, 16_384])
    func `a page of another size is repaired`(pageSize: Int) async throws {
        let location = try await Self.library(pageSize)
        var bytes = try Data(contentsOf: URL(filePath: location.database))
        let before = bytes
        bytes[pageSize * 5 + 100] ^= 4
        try bytes.write(to: URL(filePath: location.database))
        #expect(try LibraryStore.repair(at: location).restoredPages == 1)
        let after = try Data(contentsOf: URL(filePath: location.database))
        #expect(after[pageSize * 5 + 100] == before[pageSize * 5 + 100])
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }
}
