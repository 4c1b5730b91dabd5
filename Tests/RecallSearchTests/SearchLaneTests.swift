import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SearchLaneTests {
    private static let notes = (0..<600).map { Item.note("\($0)", text: "boiler number\($0) topic\($0 % 9)") }

    @Test func `without a model words are searched and it is said`() async throws {
        let fixture = try await SearchFixture(Array(Self.notes.prefix(5)))
        let response = try fixture.engine().search(SearchQuery("boiler"))
        #expect(response.lanes == [.words])
        #expect(response.results.count == 5)
        #expect(response.notes == ["Nothing is embedded yet, so only words were searched."])
        #expect(response.results.flatMap(\.passages).allSatisfy { $0.score.cosine == nil })
    }

    @Test func `with a model both lanes run and nothing needs to be said`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(Array(Self.notes.prefix(5)), embeddedBy: encoder)
        let response = try fixture.engine(encoder).search(SearchQuery("boiler"))
        #expect(response.lanes == [.words, .meaning])
        #expect(response.notes.isEmpty)
        #expect(response.results.flatMap(\.passages).allSatisfy { $0.score.cosine != nil })
    }

    @Test func `vectors of another model are never compared`() async throws {
        let fixture = try await SearchFixture(Array(Self.notes.prefix(5)), embeddedBy: HashingEncoder(name: "old"))
        let response = try fixture.engine(HashingEncoder(name: "new")).search(SearchQuery("boiler"))
        #expect(response.lanes == [.words])
        #expect(response.notes.contains { $0.contains("another model") && $0.contains("--embed-only") })
        #expect(response.results.flatMap(\.passages).allSatisfy { $0.score.cosine == nil })
    }

    @Test func `vectors of another dimension are never compared, and the next embedding replaces them`() async throws {
        let notes = Array(Self.notes.prefix(5))
        let fixture = try await SearchFixture(notes, embeddedBy: HashingEncoder(dimension: 16))
        let encoder = HashingEncoder(dimension: 32)
        let response = try fixture.engine(encoder).search(SearchQuery("boiler"))
        #expect(response.lanes == [.words] && !response.results.isEmpty)
        #expect(response.notes.contains { $0.contains("another model") && $0.contains("--embed-only") })
        try await fixture.embed(encoder)
        let embedded = try fixture.engine(encoder).search(SearchQuery("boiler"))
        #expect(embedded.lanes == [.words, .meaning] && embedded.notes.isEmpty)
        #expect(embedded.results.flatMap(\.passages).allSatisfy { $0.score.cosine != nil })
    }

    @Test func `the advice to embed names a library that an option named`() async throws {
        let fixture = try await SearchFixture(Array(Self.notes.prefix(5)), embeddedBy: HashingEncoder(name: "old"))
        let location = LibraryLocation(option: fixture.store.location.folder)
        let store = try LibraryStore(at: location, for: .read)
        let notes = try SearchEngine(store: store, encoder: HashingEncoder(name: "new")).search(SearchQuery("boiler"))
            .notes
        #expect(notes.first?.hasSuffix("Run: recall import --embed-only --library \(location.folder)") == true)
    }

    @Test func `while another model's vectors are made, the old ones answer as before`() async throws {
        let old = HashingEncoder(name: "old")
        let fixture = try await SearchFixture(Self.notes, embeddedBy: old)
        let before = try fixture.engine(old).search(SearchQuery("number7 topic7"))
        let stopped = try await Task {
            try await fixture.embed(HashingEncoder(name: "new")) { progress in
                if progress.passages > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(stopped.wasStopped)
        let after = try fixture.engine(old).search(SearchQuery("number7 topic7"))
        #expect(after.results == before.results)
        #expect(after.lanes == [.words, .meaning])
    }

    @Test func `what is not embedded yet is found by words, and it is said how much that is`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(Array(Self.notes.prefix(4)), embeddedBy: encoder)
        try await fixture.store.importItems([.note("late", text: "a late zeppelin")], path: "/late")
        let response = try fixture.engine(encoder).search(SearchQuery("zeppelin"))
        #expect(response.shown.first == ["late"])
        #expect(response.results.first?.passages.first?.score.cosine == nil)
        #expect(response.notes == ["1 of 5 passages are not embedded yet and were searched by words only."])
    }
}
