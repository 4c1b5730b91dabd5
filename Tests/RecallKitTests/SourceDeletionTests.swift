import Foundation
import RecallCore
import RecallImport
import RecallIndexing
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SourceDeletionTests {
    private static func messages(_ numbers: Range<Int>) -> [Item] {
        numbers.map { .message("m\($0)", hour: Double($0) / 2, chat: "chat\($0 / 900)", text: "canary\($0)x word") }
    }

    @Test func `a source goes with what is in no other, and comes back when it is imported again`() async throws {
        let fixture = try DeletionFixture()
        let (a, b) = (Self.messages(0..<2_500), Self.messages(2_400..<2_700))
        let failure = ImportFailure(.malformed, path: "/a", place: "line 3", reason: "No.")
        let records = RecordList(a.map { .item(ImportedItem($0)) } + [.failure(failure)])
        try await fixture.library.store.importRecords(records, path: "/a")
        try await fixture.library.store.importItems(b, path: "/b")
        let source = try #require(try fixture.source("/a"))
        #expect(try fixture.library.itemsOnlyInSource(source) == 2_400)
        #expect(try fixture.library.failures().count == 1)

        #expect(try fixture.library.deleteSource(source)?.items == 2_400)
        #expect(try fixture.library.sources().map(\.path) == ["/b"])
        #expect(try fixture.library.failures().isEmpty)
        #expect(try fixture.library.sources(of: b[0].id).map(\.path) == ["/b"])
        #expect(try fixture.location.found(stride(from: 0, to: 2_400, by: 7).map { "canary\($0)x" }) == [])
        #expect(try fixture.library.deleteSource(source) == nil)

        let again = try await fixture.library.store.importRecords(records, path: "/a")
        #expect((again.new, again.duplicates, again.deletedBefore, again.failures) == (2_400, 100, 0, 1))
        #expect(try fixture.library.store.allItems().count == 2_700)
    }

    @Test func `an item of several sources is found under those that are left`() async throws {
        let fixture = try DeletionFixture()
        let item = Item.note("n", text: "made up")
        for path in ["/walks/a.jsonl", "/songs/b.jsonl"] {
            try await fixture.library.store.importItems([item], path: path)
        }
        #expect(try fixture.matches("in:walks").count == 1)
        let source = try #require(try fixture.source("/walks/a.jsonl"))
        #expect(try fixture.library.deleteSource(source) == Deletion())
        #expect(try fixture.matches("in:walks") == [])
        #expect(try fixture.matches("in:songs") == ["n"])
        #expect(try fixture.location.found(["walks"]) == [])
        #expect(
            try fixture.library.deleteSource(try #require(try fixture.source("/songs/b.jsonl")))
                == Deletion(items: 1, threads: 1))
    }

    @Test func `below a folder is what is in it, not what only begins like it`() async throws {
        let fixture = try DeletionFixture()
        let inside = ["/x/in", "/x/in/a", "/x/in/b/c", "/x/in/ä"]
        let outside = ["/x/i", "/x/in a", "/x/in!", "/x/in-a", "/x/in.mbox", "/x/in0", "/x/inA", "/x/inbox", "/x/in~"]
        for (number, path) in (inside + outside).enumerated() {
            try await fixture.library.store.importItems([.note("n\(number)", text: "made up")], path: path)
        }
        for folder in ["/x/in", "/x/in/"] {
            let found = try fixture.library.store.read { try $0.paths(of: $0.sources(below: folder)) }
            #expect(Set(found) == Set(inside))
        }
    }

    @Test func `a source that is deleted while it is read is read from its start next time`() async throws {
        let fixture = try DeletionFixture()
        let items = Self.messages(0..<40_000)
        let library = fixture.library
        let reader = RecordList(items) { index in
            // The first batch of 16,000 is stored when the third is read.
            if index == 38_400, let id = try? library.sources().first?.id { _ = try? library.deleteSource(id) }
        }
        try await library.store.importRecords(reader)
        #expect(try library.sources().map(\.isComplete) == [false])
        #expect(try library.store.allItems().count < 40_000)
        try await library.store.importRecords(RecordList(items))
        #expect(try library.store.allItems().count == 40_000)
        #expect(try library.sources().map(\.isComplete) == [true])
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `nothing of thousands of deleted mails is in any file, pages that were moved about included`(seed: UInt64)
        async throws
    {
        let fixture = try DeletionFixture()
        var random = SeededGenerator(seed: seed)
        let filler = ["boiler", "mill", "river", "kettle", "wheel"]
        var (gone, kept): ([Item], [Item]) = ([], [])
        for number in 0..<2_400 {
            let isGone = Int.random(in: 0..<3, using: &random) > 0
            // The words begin anywhere in the alphabet, so that deletions empty pages of every index.
            let word = String(format: "%06x", Int.random(in: 0..<1 << 24, using: &random))
            let name = isGone ? "\(word)zqgonerz\(number)" : "\(word)kept\(number)"
            let mail = Item.mail(
                "\(name)@mill.example", "Plan \(name)", text: random.words(30, of: filler) + " \(name)",
                from: "P\(name)")
            if isGone { gone.append(mail) } else { kept.append(mail) }
        }
        // Batches of both in turn, so that they share pages.
        for start in stride(from: 0, to: 1_600, by: 200) {
            for (items, path) in [(gone, "/gone\(start)"), (kept, "/kept\(start)")] {
                let batch = Array(items.dropFirst(start).prefix(200))
                try await fixture.library.store.importItems(batch, path: path)
            }
        }
        #expect(try fixture.location.found(["zqgonerz"]) == ["zqgonerz"])
        let sources = try fixture.library.sources().filter { $0.path.hasPrefix("/gone") }.map(\.id)
        #expect(try fixture.library.deleteSources(sources).items >= 1_400)
        #expect(try fixture.location.found(["zqgonerz", "qgoner"]) == [])
        #expect(try fixture.library.isUndamaged())
        #expect(try fixture.matches("river OR mill").count >= 600)
    }
}
