import CPageChecksums
import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Libraries in which pages are overwritten, and what a repair makes of them.
@Suite(.scratch) struct RepairTests {
    private let location = LibraryLocation(path: (try? ScratchFolder().path) ?? "")
    private static let page = 8_192

    /// A library of letters, of one file, with a vector for each; closed.
    init() async throws {
        var random = SeededGenerator(seed: 3)
        let items = (0..<400).map { number in
            Item.mail(
                "\(number)", "letter \(number)",
                text: random.words(60, of: ["boiler", "mill", "river", "kettle", "wheel"]) + " end\(number)")
        }
        let store = try LibraryStore(at: location, for: .write)
        try await store.importItems(items, path: "/people/ada/mill.mbox")
        let generation = try store.write { try $0.makeGeneration(fingerprint: "f", dimension: 64) }
        try store.write { transaction in
            let vectors = (0..<400).map { index in
                NewVector(
                    passage: PassageID(index: index), contentHash: Data(repeating: UInt8(index % 251), count: 16),
                    row: (0..<68).map { UInt8(($0 + index) % 251) })
            }
            try transaction.append(vectors, generation: generation)
        }
        try store.checkpoint()
    }

    private var file: URL { URL(fileURLWithPath: location.database) }

    private func contents() throws -> LibraryContents {
        try LibraryContents(of: LibraryStore(at: location, for: .read))
    }

    /// The offsets of the pages of a table, those of one kind.
    private func pages(of table: String, _ kind: String = "leaf") throws -> [Int] {
        let queue = try DatabaseQueue(path: location.database)
        defer { try? queue.close() }
        return try queue.read { db in
            try Int.fetchAll(
                db, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY pageno",
                arguments: [table, kind])
        }.map { ($0 - 1) * Self.page }
    }

    private func overwrite(_ offset: Int, with byte: UInt8, count: Int) throws {
        var data = try Data(contentsOf: file)
        data.replaceSubrange(offset..<offset + count, with: [UInt8](repeating: byte, count: count))
        try data.write(to: file)
    }

    /// The last bytes of a page are its checksum, which SQLite never reads: it would take zeros for them.
    @Test(arguments: [1, 8, 100, 4_096])
    func `a file that ends within its last page is damaged`(missing: Int) throws {
        let original = try Data(contentsOf: file)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
        try original.dropLast(missing).write(to: file)
        #expect((try? LibraryStore(at: location, for: .read).isUndamaged()) != true)
    }

    @Test(arguments: [0, 7, 9, 255] as [UInt8])
    func `a header that no longer says that pages have checksums is damage, and nothing is written`(bytes: UInt8) throws
    {
        var damaged = try Data(contentsOf: file)
        damaged[20] = bytes
        try damaged.write(to: file)
        #expect(throws: (any Error).self) { try LibraryStore(at: location, for: .write) }
        #expect(try Data(contentsOf: file) == damaged)
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a flipped bit of a page is restored wherever it is`(seed: UInt64) throws {
        let (original, before) = (try Data(contentsOf: file), try contents())
        var random = SeededGenerator(seed: seed)
        var damaged = original
        for page in (0..<original.count / Self.page).shuffled(using: &random).prefix(8) {
            let byte = page * Self.page + Int.random(in: 0..<Self.page, using: &random)
            damaged[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        try damaged.write(to: file)
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test func `a wrong byte on the page that every opening reads is restored`() throws {
        let before = try contents()
        for offset in [17, 20, 2_000] {
            let byte = try Data(contentsOf: file)[offset]
            try overwrite(offset, with: byte ^ 0xA7, count: 1)
            #expect(throws: StoreError.self) { try LibraryStore(at: location, for: .read) }
            #expect(try LibraryStore.repair(at: location).left.isEmpty)
            #expect(try contents() == before)
        }
    }

    @Test(arguments: ["posting", "item_words_data"])
    func `an index of which a page is lost is made again from the items`(table: String) throws {
        let before = try contents()
        let found = try LibraryStore(at: location, for: .read).read { try $0.postings(of: ["mill"]).passages }
        let pages = try pages(of: table)
        try overwrite(try #require(pages.last), with: 0x5A, count: Self.page)
        let store = try LibraryStore(at: location, for: .read)
        #expect(try !store.isUndamaged())
        #expect(try store.damage().derived == [table == "posting" ? .postings : .fullText])
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        let repaired = try LibraryStore(at: location, for: .read)
        #expect(try repaired.isUndamaged())
        #expect(try contents() == before)
        try repaired.read { snapshot in
            let again = try snapshot.postings(of: ["mill"]).passages
            #expect(!found.isEmpty && again == found)
            let items = try snapshot.items(passing: .phrase("end77"), in: snapshot.itemTable())
            #expect(items.count == 1)
        }
    }

    @Test func `vectors of which a page is lost are made again by the next embedding`() throws {
        try overwrite(try #require(pages(of: "vector_block", "overflow").first), with: 0x5A, count: Self.page)
        #expect(throws: (any Error).self) { try contents() }
        #expect(try LibraryStore(at: location, for: .read).damage().derived == [.vectors])
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        let counts = try LibraryStore(at: location, for: .read).read { try $0.counts() }
        #expect(counts.passages == 400 && counts.embeddedPassages == 0)
    }

    @Test func `items that cannot be read are named with the file to import again`() throws {
        let offset = try #require(pages(of: "item_content").dropFirst(2).first)
        try overwrite(offset + 4_000, with: 0, count: 300)
        let damage = try LibraryStore(at: location, for: .read).damage()
        #expect(damage.derived.isEmpty && damage.tables.isEmpty)
        #expect((1..<100).contains(damage.items.count))
        #expect(damage.items.allSatisfy { $0.id != nil && $0.sources == ["/people/ada/mill.mbox"] })
        #expect(try LibraryStore.repair(at: location).left == damage)
    }

    @Test func `a library of before gets checksums when it is opened for writing`() throws {
        let old = try OldLibrary("008")
        #expect(try Data(contentsOf: URL(fileURLWithPath: old.location.database))[20] == 0)
        let before = try {
            try LibraryContents(of: LibraryStore(at: old.location, for: .write))
        }()
        let data = try Data(contentsOf: URL(fileURLWithPath: old.location.database))
        #expect(data[20] == 8)
        let store = try LibraryStore(at: old.location, for: .read)
        #expect(try store.isUndamaged())
        #expect(try LibraryContents(of: store) == before)
    }

    /// The library as a killed process leaves it: with a log whose pages are not in the database yet.
    private func killedWriter() throws -> LibraryLocation {
        let copy = LibraryLocation(path: try ScratchFolder().path)
        let store = try LibraryStore(at: location, for: .write)
        try store.write { transaction in
            for number in 0..<20 {
                let mail = Item.mail("late\(number)", "late letter", text: "a dumpling with words number \(number)")
                let thread = try transaction.makeThread(kind: .email, grouping: nil, title: mail.title)
                _ = try transaction.insert(mail, thread: thread, parentRow: nil)
            }
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: location.database + suffix, toPath: copy.database + suffix)
        }
        withExtendedLifetime(store) {}
        return copy
    }

    /// What the sqlite3 shell does when it opens a database and ends.
    private func checkpointByAnotherProgram(_ location: LibraryLocation) throws {
        let queue = try DatabaseQueue(path: location.database)
        _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try queue.close()
    }

    @Test func `pages that another program copied from the log are an error that names the repair, which accepts them`()
        throws
    {
        let killed = try killedWriter()
        try checkpointByAnotherProgram(killed)
        let error = #expect(throws: StoreError.self) { try LibraryContents(of: LibraryStore(at: killed, for: .read)) }
        #expect(error?.code == .damaged && error?.message.contains("recall doctor --repair") == true)
        let report = try LibraryStore.repair(at: killed)
        #expect(report.acceptedPages > 0 && report.restoredPages == 0 && report.rebuilt == [] && report.left.isEmpty)
        #expect(try LibraryContents(of: LibraryStore(at: killed, for: .read)) == contents())
        #expect(try LibraryStore.repair(at: killed) == RepairReport())
    }

    @Test func `a log that Recall itself finds gets its checksums`() throws {
        let killed = try killedWriter()
        _ = try LibraryStore(at: killed, for: .write)
        #expect(try LibraryStore.repair(at: killed) == RepairReport())
        #expect(try LibraryContents(of: LibraryStore(at: killed, for: .read)) == contents())
    }

    @Test(arguments: [1, 4, 7])
    func `a repair that was killed while it wrote checksums is completed by the next one`(written: Int) throws {
        let before = try contents()
        let leaves = try pages(of: "item_content")
        try #require(leaves.count > 2)
        // One whose checksum ends in zeros is whole without them.
        let bytes = try Data(contentsOf: URL(fileURLWithPath: location.database))
        let cut = leaves.filter { bytes[$0 + Self.page - 8 + written..<$0 + Self.page].contains { $0 != 0 } }
        for page in cut { try overwrite(page + Self.page - 8 + written, with: 0, count: 8 - written) }
        let report = try LibraryStore.repair(at: location)
        #expect(report.acceptedPages == cut.count && report.rebuilt == [] && report.left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore.repair(at: location) == RepairReport())
    }

    @Test func `pages without a checksum are accepted beside a lost page of postings`() throws {
        let before = try contents()
        try overwrite(try #require(pages(of: "posting").last), with: 0x5A, count: Self.page)
        for page in try pages(of: "item_content") { try overwrite(page + Self.page - 8, with: 0, count: 8) }
        let report = try LibraryStore.repair(at: location)
        #expect(report.acceptedPages > 0 && report.rebuilt == [.postings] && report.left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    /// Deletes letters, so that thousands of pages are free, without rewriting the file; the offsets of the pages that name
    /// the free ones.
    private func freePages() throws -> [Int] {
        let queue = try DatabaseQueue(path: location.checkedDatabase(), configuration: Configuration())
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "CREATE TABLE spare (text TEXT)")
            try db.execute(
                sql: "INSERT INTO spare SELECT randomblob(8000) FROM item, (VALUES (1), (2), (3), (4), (5), (6))")
            try db.execute(sql: "DROP TABLE spare")
            _ = try db.checkpoint(.truncate)
        }
        try queue.close()
        let data = try Data(contentsOf: file)
        let number = { (at: Int) in data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        return Array(sequence(first: number(32)) { number(($0 - 1) * Self.page) }.prefix { $0 != 0 }).map {
            ($0 - 1) * Self.page
        }
    }

    @Test(arguments: [0, 1], [0, 0x5A] as [UInt8])
    func `a list of free pages of which a page is lost is forgotten, and the file rewritten without them`(
        place: Int, byte: UInt8
    ) throws {
        let before = try contents()
        let pages = try freePages()
        try #require(pages.count == 2)
        let size = try Data(contentsOf: file).count
        try overwrite(pages[place], with: byte, count: Self.page)
        #expect(try !LibraryStore(at: location, for: .read).isUndamaged())
        let report = try LibraryStore.repair(at: location)
        #expect(report.restoredPages == 1 && report.rebuilt == [] && report.left.isEmpty)
        #expect(try Data(contentsOf: file).count < size / 2)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
        #expect(try LibraryStore.repair(at: location) == RepairReport())
    }

    @Test func `a free page of zeros without a checksum does not keep the file from being rewritten`() throws {
        let before = try contents()
        let list = try freePages()
        let data = try Data(contentsOf: file)
        let named = try #require(list.first) + 8
        let free = data[named..<named + 4].reduce(0) { $0 << 8 | Int($1) }
        try overwrite((free - 1) * Self.page, with: 0, count: Self.page)
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        #expect(try Data(contentsOf: file).count < data.count / 2)
        #expect(try contents() == before)
        // Nor one that no list names any more.
        try overwrite(try #require(freePages().first), with: 0, count: Self.page)
        var header = [UInt8](try Data(contentsOf: file).prefix(Self.page))
        header.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        recall_write_checksum(&header, CInt(Self.page), 1)
        try (Data(header) + Data(contentsOf: file).dropFirst(Self.page)).write(to: file)
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test(arguments: ["posting", "item_words_data"])
    func `an index is made again beside a lost list of free pages`(table: String) throws {
        let before = try contents()
        try overwrite(try #require(freePages().first), with: 0, count: Self.page)
        try overwrite(try #require(pages(of: table).last), with: 0x5A, count: Self.page)
        let report = try LibraryStore.repair(at: location)
        #expect(report.rebuilt.count == 1 && report.left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test func `a list of free pages whose pages lost their checksums too is repaired with them`() throws {
        let before = try contents()
        try overwrite(try #require(freePages().last), with: 0, count: Self.page)
        for page in stride(from: 0, to: try Data(contentsOf: file).count, by: Self.page) {
            try overwrite(page + Self.page - 8, with: 0, count: 8)
        }
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test func `a repair that was killed while it forgot free pages is completed by the next one`() throws {
        let before = try contents()
        try overwrite(try #require(freePages().first), with: 0, count: Self.page)
        // The process writes the checksum of the header without the list, and ends before it forgets the list.
        var forgotten = [UInt8](try Data(contentsOf: file).prefix(Self.page))
        forgotten.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        recall_write_checksum(&forgotten, CInt(Self.page), 1)
        var data = try Data(contentsOf: file)
        data.replaceSubrange(Self.page - 8..<Self.page, with: forgotten.suffix(8))
        try data.write(to: file)
        #expect(try LibraryStore.repair(at: location).left.isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test func `pages without a checksum are not accepted if SQLite finds the database inconsistent`() throws {
        let page = try #require(pages(of: "item_content").first)
        // Cells point outside of the page, and the checksum is gone.
        try overwrite(page + 8, with: 0xFF, count: 40)
        try overwrite(page + Self.page - 8, with: 0, count: 8)
        let before = try Data(contentsOf: file)
        let report = try LibraryStore.repair(at: location)
        #expect(report.acceptedPages == 0 && !report.left.items.isEmpty)
        #expect(try Data(contentsOf: file)[page..<page + Self.page] == before[page..<page + Self.page])
    }

    @Test func `after damage was read nothing is written`() throws {
        let page = try #require(pages(of: "item_content").last)
        try overwrite(page + 100, with: 0x5A, count: 600)
        let store = try LibraryStore(at: location, for: .write)
        try store.checkpoint()
        let before = try Data(contentsOf: file)
        #expect(throws: StoreError.self) { try LibraryContents(of: store) }
        let error = #expect(throws: StoreError.self) {
            try store.write { _ = try $0.makeThread(kind: .note, grouping: nil, title: "x") }
        }
        #expect(error?.code == .damaged)
        try store.checkpoint()
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `a transaction that passed over damage is not committed`() throws {
        let page = try #require(pages(of: "item_content").last)
        try overwrite(page + 100, with: 0x5A, count: 600)
        let store = try LibraryStore(at: location, for: .write)
        let before = try store.read { try $0.counts() }.threads
        let error = #expect(throws: StoreError.self) {
            try store.write { transaction in
                _ = try transaction.makeThread(kind: .note, grouping: nil, title: "x")
                for row in Int64(1)...400 { _ = try? transaction.snapshot.texts(thread: ThreadRow(rawValue: row)) }
            }
        }
        #expect(error?.code == .damaged)
        #expect(try LibraryStore(at: location, for: .read).read { try $0.counts() }.threads == before)
    }

    @Test func `an orderly end leaves no log, even while others read`() async throws {
        let reader = try LibraryStore(at: location, for: .concurrentReads)
        _ = try reader.read { try $0.counts() }
        try await {
            let store = try LibraryStore(at: location, for: .write)
            try await store.importItems([.note("n", text: "late")], path: "/late.md")
        }()
        #expect(try Data(contentsOf: URL(fileURLWithPath: location.database + "-wal")).isEmpty)
        withExtendedLifetime(reader) {}
    }

    @Test func `connections of the program that embeds Recall have no checksums`() throws {
        let path = try ScratchFolder().path + "/own.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER PRIMARY KEY)") }
        try queue.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path))[20] == 0)
        // Nor are pages verified: this page is damaged.
        try overwrite(try #require(pages(of: "item_content").last) + 4_000, with: 0x5A, count: 1)
        let other = try DatabaseQueue(path: location.database)
        #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item_content") } == 400)
    }
}
