import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct PostingGarbageTests {
    @Test func `under a quarter of the postings are of passages that are gone, however often a thread grows`()
        async throws
    {
        let location = LibraryLocation(path: try ScratchFolder().path)
        let store = try LibraryStore(at: location, for: .write)
        // One session, so that each import splits all of it again.
        for round in 0..<30 {
            let messages = (0..<20).map { number in
                Item.message("\(round)-\(number)", hour: Double(round), text: "word\(round) otter \(number)")
            }
            try await store.importItems(messages, path: "/\(round)")
            let (garbage, live) = try Self.passages(at: location)
            #expect(live == (round + 1) * 20)
            #expect(garbage * 4 < garbage + live, "round \(round): \(garbage) beside \(live)")
        }
        #expect(try store.isUndamaged())
    }

    /// The passages whose postings are stored: those that are gone, and the others.
    private static func passages(at location: LibraryLocation) throws -> (garbage: Int, live: Int) {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: location.database, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT SUM(passage_count) FROM retired_run") ?? 0,
                try Int.fetchOne(db, sql: "SELECT SUM(passage_count) FROM thread") ?? 0
            )
        }
    }
}
