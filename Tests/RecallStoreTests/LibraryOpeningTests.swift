import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite(.scratch) struct LibraryOpeningTests {
    private let scratch: ScratchFolder
    private let location: LibraryLocation

    init() throws {
        scratch = try ScratchFolder()
        location = LibraryLocation(path: scratch.path + "/library")
    }

    /// The failure of opening, or `nil` if it opens.
    private func failure(_ access: LibraryAccess) -> StoreError? {
        do {
            _ = try LibraryStore(at: location, for: access)
            return nil
        } catch {
            return error
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Runs SQL in the file.
    private func execute(_ sql: String) throws {
        let queue = try DatabaseQueue(path: location.checkedDatabase())
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test func `opening for writing makes a library with its schema`() throws {
        let store = try LibraryStore(at: location, for: .write)
        #expect(try store.read { try $0.counts() }.items == [:])
        #expect(try store.isUndamaged())
        let queue = try DatabaseQueue(path: location.database)
        let tables = try queue.read {
            try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        #expect(
            tables.isSuperset(of: [
                "source_file", "failure", "participant", "item", "item_content", "recipient", "item_words", "thread",
                "message_id", "segment", "retired_run", "posting", "generation", "vector_block", "embedding_cache",
            ]))
    }

    @Test func `what was written is there when the library is opened again`() throws {
        let item = Item.note("Ferns", text: "They grow by the mill.")
        let store = try LibraryStore(at: location, for: .write)
        try store.write { transaction in
            let thread = try transaction.makeThread(kind: .note, grouping: nil, title: "Ferns")
            _ = try transaction.insert(item, thread: thread, parentRow: nil)
        }
        let reader = try LibraryStore(at: location, for: .read)
        #expect(try reader.read { try $0.item(item.id) } == item)
    }

    #if os(Linux)
        @Test func `the lock that a child still has of a process that ended is waited for`() throws {
            do { _ = try LibraryStore(at: location, for: .write) }
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            let script = "exec 9>>\"$1\"; flock 9; sleep 0.4 >/dev/null 2>&1 &"
            shell.arguments = ["-c", script, "sh", location.folder + "/writer.lock"]
            try shell.run()
            shell.waitUntilExit()
            #expect(throws: Never.self) { try LibraryStore(at: location, for: .write) }
        }
    #endif

    @Test func `folder and files are for their owner alone`() throws {
        let store = try LibraryStore(at: location, for: .write)
        try store.write { _ = try $0.makeThread(kind: .note, grouping: nil, title: "x") }
        #expect(try mode(location.folder) == 0o700)
        for name in ["recall.sqlite", "recall.sqlite-wal", "recall.sqlite-shm", "writer.lock", "transaction.lock"] {
            #expect(try mode(location.folder + "/" + name) == 0o600, "\(name)")
        }
        withExtendedLifetime(store) {}
    }

    @Test(arguments: [0o755, 0o750, 0o701, 0o720])
    func `a folder that others can open is refused`(mode: Int) throws {
        _ = try LibraryStore(at: location, for: .write)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: location.folder)
        for access in [LibraryAccess.read, .write] {
            let error = try #require(failure(access))
            #expect(error.code == .exposed)
            #expect(error.message.contains("chmod 700 '\(location.folder)'"))
        }
    }

    @Test func `a missing library is not found and not made by reading`() throws {
        let error = try #require(failure(.read))
        #expect(error.code == .notFound)
        #expect(error.message.contains(location.folder))
        #expect(!FileManager.default.fileExists(atPath: location.folder))
    }

    @Test func `a library that cannot be reached is not called missing`() throws {
        // A link to itself: nobody can tell what is behind it.
        try FileManager.default.createSymbolicLink(atPath: location.folder, withDestinationPath: location.folder)
        let error = try #require(failure(.read))
        #expect(error.code == .unavailable && error.message.contains(location.folder))
    }

    @Test(arguments: [LibraryAccess.read, .write])
    func `another program's database is neither read nor changed`(access: LibraryAccess) throws {
        try FileManager.default.createDirectory(
            atPath: location.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: location.database)
        try queue.write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY, text TEXT)") }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: location.database))
        let error = try #require(failure(access))
        #expect(error.code == .damaged && error.message.contains("another program"))
        #expect(try Data(contentsOf: URL(filePath: location.database)) == before)
    }

    @Test(arguments: [true, false], [LibraryAccess.read, .concurrentReads, .write])
    func `a database that was emptied is neither taken for an old one nor filled`(
        hasHeader: Bool, access: LibraryAccess
    ) throws {
        _ = try LibraryStore(at: location, for: .write)
        let empty = try emptyDatabase(hasHeader: hasHeader)
        let error = try #require(failure(access))
        #expect(error.code == .damaged && error.message.contains("\(location.database) is empty"))
        #expect(error.message.contains("restore FILE --replace") && error.message.contains("new folder"))
        let copy = LibraryLocation(path: scratch.path + "/copy")
        try FileManager.default.createDirectory(atPath: copy.folder, withIntermediateDirectories: true)
        for work in [
            { _ = try LibraryStore.repair(at: location) },
            { _ = try LibraryStore.copyDatabase(of: location, to: copy) { _ in } },
        ] {
            let same = #expect(throws: StoreError.self, performing: work)
            #expect(same?.message == error.message)
        }
        #expect(try Data(contentsOf: URL(filePath: location.database)) == empty)
        // A library of which no writer was ever done is made anew, and so is one whose database was deleted.
        try FileManager.default.removeItem(atPath: location.reserve)
        _ = try LibraryStore(at: location, for: .write)
        try FileManager.default.removeItem(atPath: location.database)
        _ = try LibraryStore(at: location, for: .write)
        #expect(failure(.read) == nil)
    }

    /// Puts a database without tables in the place of the library's, which is closed.
    private func emptyDatabase(hasHeader: Bool) throws -> Data {
        try FileManager.default.removeItem(atPath: location.database)
        if hasHeader {
            let queue = try DatabaseQueue(path: location.database)
            try queue.write { try $0.execute(sql: "CREATE TABLE t (x); DROP TABLE t") }
            try queue.close()
        } else {
            #expect(FileManager.default.createFile(atPath: location.database, contents: Data()))
        }
        return try Data(contentsOf: URL(filePath: location.database))
    }

    @Test(arguments: [LibraryAccess.read, .concurrentReads, .write])
    func `a pipe in the place of the database is refused, not waited for`(access: LibraryAccess) throws {
        _ = try LibraryStore(at: location, for: .write)
        try FileManager.default.removeItem(atPath: location.database)
        #expect(mkfifo(location.database, 0o600) == 0)
        let error = try #require(failure(access))
        #expect(error.code == .unavailable && error.message.contains("is no file"))
    }

    @Test func `a folder that cannot be made is said so with its path`() throws {
        let file = try scratch.write("plain file", "x")
        let below = LibraryLocation(path: file + "/library")
        #expect {
            _ = try LibraryStore(at: below, for: .write)
        } throws: { error in
            let error = error as? StoreError
            return error?.code == .unavailable && error?.message.contains(below.folder) == true
        }
    }

    @Test func `a library of a newer version is left alone`() throws {
        _ = try LibraryStore(at: location, for: .write)
        try execute("INSERT INTO grdb_migrations (identifier) VALUES ('999-of-the-future')")
        #expect(failure(.read)?.code == .tooNew)
        #expect(failure(.write)?.code == .tooNew)
    }

    @Test func `a library that was never completed asks for an import`() throws {
        _ = try LibraryStore(at: location, for: .write)
        try execute("DELETE FROM grdb_migrations")
        #expect(failure(.read)?.code == .outdated)
    }

    @Test func `a file that is no database is damaged and stays as it is`() throws {
        var generator = SeededGenerator(seed: 1)
        let garbage = Data((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        _ = try LibraryStore(at: location, for: .write)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: location.database + suffix) }
        try garbage.write(to: URL(fileURLWithPath: location.database))
        for access in [LibraryAccess.read, .write] {
            let error = try #require(failure(access))
            #expect(error.code == .damaged)
            #expect(error.message.contains(location.database))
        }
        #expect(FileManager.default.contents(atPath: location.database) == garbage)
    }

    @Test func `pages that were overwritten are noticed`() throws {
        do {
            let store = try LibraryStore(at: location, for: .write)
            try store.write { transaction in
                let thread = try transaction.makeThread(kind: .note, grouping: nil, title: "x")
                for number in 0..<200 {
                    let item = Item.note("\(number)", text: String(repeating: "fern \(number) ", count: 100))
                    _ = try transaction.insert(item, thread: thread, parentRow: nil)
                }
            }
            try store.checkpoint()
        }
        let file = try #require(FileHandle(forUpdatingAtPath: location.database))
        let size = try file.seekToEnd()
        for page in stride(from: UInt64(8_192 * 20), to: size, by: 8_192) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        try file.close()
        do {
            #expect(try !LibraryStore(at: location, for: .read).isUndamaged())
        } catch let error as StoreError {
            #expect(error.code == .damaged)
        }
    }

    @Test func `one writes at a time while others read`() throws {
        let writer = try LibraryStore(at: location, for: .write)
        #expect(failure(.write)?.code == .busy)
        #expect(failure(.read) == nil)
        withExtendedLifetime(writer) {}
    }

    @Test func `whether somebody writes can be asked without keeping anybody from it`() async throws {
        #expect(!LibraryStore.hasWriter(at: location))
        do {
            let writer = try LibraryStore(at: location, for: .write)
            #expect(LibraryStore.hasWriter(at: location))
            withExtendedLifetime(writer) {}
        }
        #expect(!LibraryStore.hasWriter(at: location))
        // One asks without end while another opens for writing again and again.
        let asking = Task.detached { [location] in
            while !Task.isCancelled { _ = LibraryStore.hasWriter(at: location) }
        }
        for _ in 0..<50 { #expect(failure(.write) == nil) }
        asking.cancel()
    }

    @Test func `the next may write when the one before is done`() throws {
        do { _ = try LibraryStore(at: location, for: .write) }
        #expect(failure(.write) == nil)
    }

    @Test func `a transaction that throws leaves nothing, not even in memory`() throws {
        struct Stop: Error {}
        let store = try LibraryStore(at: location, for: .write)
        let item = Item.mail("a@x.example", "Keys", from: "Ada")
        #expect(throws: Stop.self) {
            try store.write { transaction in
                let thread = try transaction.makeThread(kind: .email, grouping: nil, title: "Keys")
                _ = try transaction.insert(item, thread: thread, parentRow: nil)
                throw Stop()
            }
        }
        #expect(try store.read { try $0.item(item.id) } == nil)
        // The sender's row is gone too, though it had been remembered.
        try store.write { transaction in
            let thread = try transaction.makeThread(kind: .email, grouping: nil, title: "Keys")
            _ = try transaction.insert(item, thread: thread, parentRow: nil)
        }
        #expect(try store.read { try $0.item(item.id) } == item)
    }
}
