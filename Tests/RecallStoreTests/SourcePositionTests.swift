import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SourcePositionTests {
    private let location: LibraryLocation

    init() throws {
        location = LibraryLocation(path: try ScratchFolder().path + "/library")
    }

    /// Takes the positions away, as if the library had been written before there were any.
    private func age() throws {
        let queue = try DatabaseQueue(path: location.checkedDatabase())
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

    /// Makes the library one of version 6, where positions were numbers.
    private func makeNumbers() throws {
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    ALTER TABLE source_file ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
                    UPDATE source_file SET position = CAST(cursor AS INTEGER);
                    ALTER TABLE source_file DROP COLUMN is_container; ALTER TABLE source_file DROP COLUMN cursor;
                    ALTER TABLE source_file DROP COLUMN bytes_read;
                    ALTER TABLE item_source ADD COLUMN position INTEGER;
                    UPDATE item_source SET position = CAST(cursor AS INTEGER);
                    ALTER TABLE item_source DROP COLUMN cursor;
                    DELETE FROM grdb_migrations WHERE identifier = '007'
                    """)
        }
        try queue.close()
    }

    @Test func `a library with numbers for positions goes on where it stopped, and finds its records`() async throws {
        let items = (0..<3).map { Item.mail("m\($0)", "Keys", text: "They hang there \($0).") }
        var partly = SourceFileState(
            path: "/made-up/b", format: "mbox", isContainer: true, byteCount: 100, modified: 1)
        (partly.cursor, partly.bytesRead, partly.items) = ("70", 70, 2)
        let note = SourceFileState(
            path: "/made-up/c", format: "markdown", isContainer: false, byteCount: 9, modified: 1)
        do {
            let store = try LibraryStore(at: location, for: .write)
            try await store.importItems(items, path: "/made-up/a")
            try store.write { for state in [partly, note] { _ = try $0.save(state) } }
        }
        try makeNumbers()
        for state in [partly, note] {
            let store = try LibraryStore(at: location, for: .write)
            #expect(try store.read { try $0.sourceFile(path: state.path) } == state)
        }
        #expect(try items.map(positions) == [[""], ["1"], ["2"]])
    }
}
