import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct PurgeTests {
    /// Deletes the items of a thread as a process would that is killed before it has purged.
    private func deleteAndDie(_ location: LibraryLocation, _ items: [Item]) throws {
        let fixture = try StoreFixture(location)
        let thread = try fixture.add(items)
        try fixture.add([.note("kept", text: "a lantern glows")])
        let generation = try fixture.store.write { try $0.makeGeneration(fingerprint: "f", dimension: 8) }
        try fixture.store.write { transaction in
            try transaction.append(
                [NewVector(passage: PassageID(index: 0), contentHash: Data(1...16), row: Array(0xB0..<0xBC))],
                generation: generation)
        }
        try fixture.store.write { transaction in
            let rows = try transaction.snapshot.itemRows(thread: thread)
            try transaction.delete(items: rows)
            try transaction.delete(thread: thread)
        }
    }

    /// True if a column contains the bytes of `text` anywhere.
    private func holds(_ column: String, of table: String, _ text: String, _ location: LibraryLocation) throws -> Bool {
        let queue = try DatabaseQueue(path: location.database)
        defer { try? queue.close() }
        let values = try queue.read { try Data.fetchAll($0, sql: "SELECT CAST(\(column) AS BLOB) FROM \(table)") }
        return values.contains { $0.range(of: Data(text.utf8)) != nil }
    }

    @Test func `what a kill left in the file goes when the library is opened again`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let vector = Data(0xB0..<0xBC)
        try deleteAndDie(location, [.note("n", text: "zqkettlex whistles\n\nzqkettlex again")])
        for (column, table) in [("block", "item_words_data"), ("term", "posting")] {
            #expect(try holds(column, of: table, "zqkettlex", location), "\(table)")
        }
        #expect(try location.holds(vector))
        let store = try LibraryStore(at: location, for: .write)
        #expect(try location.found(["zqkettlex", "lantern"]) == ["lantern"])
        #expect(try !location.holds(vector))
        #expect(try store.isUndamaged())
        #expect(try store.read { try $0.postings(of: ["zqkettlex"]) }.passages.isEmpty)
    }

    @Test func `vectors that stay keep their place in the cache`() throws {
        let fixture = try StoreFixture()
        let thread = try fixture.add([.note("gone", text: "zq1x")])
        try fixture.add([.note("kept", text: "zq2x\n\nzq3x")])
        let hashes = (0..<3).map { Data(repeating: UInt8($0), count: 16) }
        let generation = try fixture.store.write { transaction in
            let generation = try transaction.makeGeneration(fingerprint: "f", dimension: 1)
            let vectors = (0..<3).map {
                NewVector(passage: PassageID(index: $0), contentHash: hashes[$0], row: [UInt8($0 + 7), 0, 0, 0, 1])
            }
            try transaction.append(vectors, generation: generation)
            return generation
        }
        try fixture.store.write { transaction in
            try transaction.delete(items: transaction.snapshot.itemRows(thread: thread))
            try transaction.delete(thread: thread)
        }
        try fixture.store.purge()
        let cached = try fixture.store.read { try $0.cachedVectors(hashes, generation: generation) }
        #expect(cached == [hashes[1]: [8, 0, 0, 0, 1], hashes[2]: [9, 0, 0, 0, 1]])
    }
}
