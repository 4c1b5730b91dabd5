import RecallCore
import RecallEmbedding
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// An engine's caches follow the library.
@Suite(.scratch) struct SearchFreshnessTests {
    @Test func `a search sees what was written since the last one`() async throws {
        let fixture = try await SearchFixture([.note("a", text: "a boiler")])
        let engine = fixture.engine()
        #expect(try engine.search(SearchQuery("boiler")).shown == [["a"]])
        try await fixture.store.importItems([.note("b", text: "another boiler")], path: "/late")
        #expect(Set(try engine.search(SearchQuery("boiler")).shown.joined()) == ["a", "b"])
    }

    @Test func `a search sees what another process wrote, and changes nothing to see it`() async throws {
        let fixture = try await SearchFixture([.note("a", text: "a boiler")])
        let reader = try LibraryStore(at: fixture.store.location, for: .concurrentReads)
        let engine = SearchEngine(store: reader, encoder: nil)
        #expect(try engine.count(SearchQuery("boiler")).items == 1)
        try await fixture.store.importItems([.note("b", text: "another boiler")], path: "/late")
        #expect(try engine.count(SearchQuery("boiler")).items == 2)
        #expect(Set(try engine.search(SearchQuery("boiler")).shown.joined()) == ["a", "b"])
    }

    @Test func `a transaction that changes nothing leaves the revision as it is`() async throws {
        let fixture = try await SearchFixture([.note("a", text: "a boiler")])
        let before = try fixture.store.read { try $0.revision() }
        try fixture.store.write { _ = try $0.mergeSegments() }
        #expect(try fixture.store.read { try $0.revision() } == before)
    }

    /// The index and the items' table are added to, not read anew, when nothing was rewritten: that must not be seen.
    @Test(arguments: [1, 2, 3]) func `an engine that followed a library answers as one that read it anew`(
        seed: UInt64
    ) async throws {
        var generator = SeededGenerator(seed: seed)
        var mailbox = GrowingMailbox()
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture([.note("a", text: "boiler")], embeddedBy: encoder)
        let following = fixture.engine(encoder)
        for step in 0..<12 {
            let items = mailbox.next(Int.random(in: 1...30, using: &generator), using: &generator)
            try await fixture.store.importItems(items, path: "/step\(step)")
            if Bool.random(using: &generator) { try await fixture.embed(encoder) }
            for query in ["boiler topic3", "topic1 kind:email", "-topic2", "from:ada", "date:2024-01-05.."] {
                let followed = try following.search(SearchQuery(query, limit: 50))
                #expect(try followed == fixture.engine(encoder).search(SearchQuery(query, limit: 50)))
            }
            let all = try following.count(SearchQuery("kind:email OR kind:note"))
            #expect(try all == fixture.engine().count(SearchQuery("kind:email OR kind:note")))
        }
    }
}

/// Mails that answer and join one another, notes that change, mails without text.
private struct GrowingMailbox {
    private var count = 0

    mutating func next(_ number: Int, using generator: inout SeededGenerator) -> [Item] {
        (0..<number).map { _ in
            count += 1
            let earlier = (1...3).map { _ in "m\(Int.random(in: 1...count + 3, using: &generator))" }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: return .note("note\(Int.random(in: 0..<5, using: &generator))", text: text(&generator))
            case 1: return .mail("m\(count)", text: "", day: Double(count % 9), references: earlier)
            default:
                return .mail(
                    "m\(count)", text: text(&generator), day: Double(count % 9),
                    references: Array(earlier.prefix(Int.random(in: 0...2, using: &generator))))
            }
        }
    }

    private func text(_ generator: inout SeededGenerator) -> String {
        generator.words(8, of: ["boiler", "topic1", "topic2", "topic3", "kettle", "ladder"])
    }
}
