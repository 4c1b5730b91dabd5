import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.scratch) struct MaintenanceTests {
    private static let words = ["boiler", "mill", "river", "deposit", "kettle", "stove", "wheel"]

    /// A library that grew by many small imports.
    private static func library() async throws -> LibraryStore {
        let store = try LibraryStore(at: LibraryLocation(path: ScratchFolder().path + "/library"), for: .write)
        var generator = SeededGenerator(seed: 17)
        for round in 0..<14 {
            let items = (0..<20).map { number in
                Item.message(
                    "\(round)-\(number)", hour: Double(round * 50 + number), chat: "chat \(number % 3)",
                    text: generator.words(8, of: words) + " only\(round)")
            }
            try await store.importItems(items, path: "/\(round)")
        }
        return store
    }

    private static func segments(_ store: LibraryStore) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: store.location.database, configuration: configuration)
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM segment") ?? 0 }
    }

    private static func postings(_ store: LibraryStore) throws -> [[UInt32]] {
        try store.read { snapshot in
            let layout = try snapshot.passageLayout()
            return try (words + ["only3", "only13"]).map { word in
                try snapshot.postings(of: [word]).passages.filter { layout.isLive(PassageID(rawValue: $0)) }
            }
        }
    }

    @Test func `segments of postings become few, and nothing that is read changes`() async throws {
        let store = try await Self.library()
        let (contents, postings) = (try LibraryContents(of: store), try Self.postings(store))
        let revision = try store.read { try $0.revision() }
        let before = try Self.segments(store)
        #expect(before >= 4)
        #expect(try store.dueMaintenance() == .postings)
        var steps = 0
        while try store.maintain() { steps += 1 }
        #expect(try store.dueMaintenance() == nil)
        #expect(try steps > 0 && steps < 20 && Self.segments(store) < 4)
        #expect(try LibraryContents(of: store) == contents && Self.postings(store) == postings)
        // What others keep in memory stays valid.
        #expect(try store.read { try $0.revision() } == revision)
        #expect(try store.isUndamaged())
    }

    @Test func `who writes waits for a step of maintenance, and is not refused`() async throws {
        let location = try await Self.library().location
        let isDone = Mutex(false)
        async let steps = Task.detached {
            var steps = 0
            // On a busy machine it may begin when all have written.
            repeat {
                do {
                    _ = try LibraryStore.maintain(at: location)
                    steps += 1
                } catch let error as StoreError where error.code == .busy {}
            } while steps == 0 || !isDone.withLock { $0 }
            return steps
        }.value
        defer { isDone.withLock { $0 = true } }
        for _ in 0..<300 { #expect(throws: Never.self) { try LibraryStore(at: location, for: .write) } }
        isDone.withLock { $0 = true }
        #expect(try await steps > 0)
        // Another writer is none of these, and is not waited for.
        let writer = try LibraryStore(at: location, for: .write)
        #expect { try LibraryStore(at: location, for: .write) } throws: { ($0 as? StoreError)?.code == .busy }
        #expect { try LibraryStore.maintain(at: location) } throws: { ($0 as? StoreError)?.code == .busy }
        withExtendedLifetime(writer) {}
    }

    @Test func `who writes waits only so long for maintenance that does not end, and says who does it`() async throws {
        let location = try await Self.library().location
        let locks = try HeldLocks(of: location.folder)
        let told = Mutex<[String]>([])
        let patience = WriterPatience(limit: .milliseconds(150), silence: .zero) { text in
            told.withLock { $0.append(text) }
        }
        let error = #expect(throws: StoreError.self) {
            try WriterPatience.$current.withValue(patience) { try LibraryStore(at: location, for: .write) }
        }
        #expect(error?.code == .busy && error?.message.contains("/maintenance.lock") == true)
        #expect(told.withLock(\.count) == 1)
        #if os(Linux)
            let holder = "another Recall process (process \(getpid()), "
            #expect(error?.message.lowercased().contains(holder.lowercased()) == true)
            #expect(told.withLock { $0.allSatisfy { $0.contains(holder) } })
        #endif
        try locks.release()
        // A wait that was given up keeps nothing.
        for _ in 0..<20 { _ = try LibraryStore(at: location, for: .write) }
    }

    @Test func `what is merged goes on growing`() async throws {
        let store = try await Self.library()
        while try store.maintain() {}
        for round in 14..<40 {
            try await store.importItems(
                [.message("\(round)", hour: Double(round * 50), text: "boiler late\(round)")], path: "/\(round)")
            if round % 9 == 0 { while try store.maintain() {} }
        }
        try store.read { snapshot in
            let layout = try snapshot.passageLayout()
            for round in 14..<40 {
                let found = try snapshot.postings(of: ["late\(round)"]).passages
                #expect(found.count { layout.isLive(PassageID(rawValue: $0)) } == 1)
            }
        }
        #expect(try store.isUndamaged())
    }

    @Test func `a reader does no maintenance`() async throws {
        let location = try await Self.library().location
        let reader = try LibraryStore(at: location, for: .read)
        #expect(try reader.dueMaintenance() == .postings)
        #expect(throws: StoreError.self) { try reader.maintain() }
    }
}
