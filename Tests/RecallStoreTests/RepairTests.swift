import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Libraries in which pages are overwritten, and what a repair makes of them.
struct RepairTests {
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
                    halves: (0..<64).map { UInt16($0 + index) })
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

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a flipped bit is restored wherever it is`(seed: UInt64) throws {
        let (original, before) = (try Data(contentsOf: file), try contents())
        var random = SeededGenerator(seed: seed)
        var damaged = original
        for _ in 0..<8 {
            damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        try damaged.write(to: file)
        #expect(try LibraryStore.repair(at: location).isEmpty)
        #expect(try contents() == before)
        #expect(try LibraryStore(at: location, for: .read).isUndamaged())
    }

    @Test func `a wrong byte on the page that every opening reads is restored`() throws {
        let before = try contents()
        for offset in [17, 20, 2_000] {
            let byte = try Data(contentsOf: file)[offset]
            try overwrite(offset, with: byte ^ 0xA7, count: 1)
            #expect(throws: StoreError.self) { try LibraryStore(at: location, for: .read) }
            #expect(try LibraryStore.repair(at: location).isEmpty)
            #expect(try contents() == before)
        }
    }

    @Test(arguments: ["posting", "item_words_data"])
    func `an index of which a page is lost is made again from the items`(table: String) throws {
        let before = try contents()
        let found = try LibraryStore(at: location, for: .read).read { try $0.postings(of: ["kettl"]).passages }
        let pages = try pages(of: table)
        try overwrite(try #require(pages.last), with: 0x5A, count: Self.page)
        let store = try LibraryStore(at: location, for: .read)
        #expect(try !store.isUndamaged())
        #expect(try store.damage().derived == [table == "posting" ? .postings : .fullText])
        #expect(try LibraryStore.repair(at: location).isEmpty)
        let repaired = try LibraryStore(at: location, for: .read)
        #expect(try repaired.isUndamaged())
        #expect(try contents() == before)
        try repaired.read { snapshot in
            let again = try snapshot.postings(of: ["kettl"]).passages
            #expect(!found.isEmpty && again == found)
            let items = try snapshot.items(passing: .phrase("end77"), in: snapshot.itemTable())
            #expect(items.count == 1)
        }
    }

    @Test func `vectors of which a page is lost are made again by the next embedding`() throws {
        try overwrite(try #require(pages(of: "vector_block", "overflow").first), with: 0x5A, count: Self.page)
        #expect(throws: (any Error).self) { try contents() }
        #expect(try LibraryStore(at: location, for: .read).damage().derived == [.vectors])
        #expect(try LibraryStore.repair(at: location).isEmpty)
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
        #expect(try LibraryStore.repair(at: location) == damage)
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
}
