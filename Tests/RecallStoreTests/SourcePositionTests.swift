import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

struct SourcePositionTests {
    private let location: LibraryLocation

    init() throws {
        location = LibraryLocation(path: try ScratchFolder().path + "/library")
    }

    /// Takes the positions away, as if the library had been written before there were any.
    private func age() throws {
        let queue = try DatabaseQueue(path: location.database)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql:
                    """
                    ALTER TABLE item_source DROP COLUMN cursor; ALTER TABLE source_file DROP COLUMN is_container;
                    ALTER TABLE source_file DROP COLUMN cursor; ALTER TABLE source_file DROP COLUMN bytes_read;
                    ALTER TABLE source_file ADD COLUMN position INTEGER NOT NULL DEFAULT 3;
                    DELETE FROM grdb_migrations WHERE identifier IN ('006', '007')
                    """
            )
        }
        try queue.close()
    }

    private func positions(_ item: Item) throws -> [String?] {
        try LibraryStore(at: location, for: .write).read { try $0.sources(of: item.id) }.map(\.cursor)
    }

    @Test func `a library of before has no positions, and gets those of what is imported anew`() async throws {
        let items = (0..<3).map { Item.mail("m\($0)", "Keys", text: "They hang there \($0).") }
        try await LibraryStore(at: location, for: .write).importItems(items, path: "/made-up/a")
        #expect(try items.map(positions) == [[""], ["1"], ["2"]])
        try age()
        #expect(try items.map(positions) == [[nil], [nil], [nil]])
        try await LibraryStore(at: location, for: .write).importRecords(
            RecordList(Array(items.reversed())), path: "/made-up/a", modified: 2)
        #expect(try items.map(positions) == [["2"], ["1"], [""]])
    }
}
