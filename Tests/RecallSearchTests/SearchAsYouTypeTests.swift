import RecallCore
import RecallEmbedding
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SearchAsYouTypeTests {
    private static let notes = (0..<60).map { Item.note("\($0)", text: "boiler number\($0) topic\($0 % 9)") }

    private func fixture(_ encoder: any SentenceEncoder) async throws -> SearchFixture {
        try await SearchFixture(Self.notes, embeddedBy: encoder)
    }

    private func responses(
        _ stream: AsyncThrowingStream<SearchResponse, any Error>
    ) async throws -> [SearchResponse] {
        var responses: [SearchResponse] = []
        for try await response in stream { responses.append(response) }
        return responses
    }

    @Test func `words come first, then meaning, and that is what a search says`() async throws {
        let encoder = HashingEncoder()
        let engine = try await fixture(encoder).engine(encoder)
        let found = try await responses(engine.searches(SearchQuery("boiler topic3")))
        #expect(found.map(\.lanes) == [[.words], [.words, .meaning]])
        #expect(found.map(\.isFinal) == [false, true])
        #expect(found.allSatisfy { !$0.results.isEmpty })
        #expect(try found.last == engine.search(SearchQuery("boiler topic3")))
    }

    @Test func `the first answer is what fits on a screen, the last one all that was asked for`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(
            (0..<15).map { .note("\($0)", text: String(repeating: "boiler \($0) or \($0 * 7), ", count: 200)) },
            embeddedBy: encoder)
        let found = try await responses(fixture.engine(encoder).searches(SearchQuery("boiler", limit: 15)))
        #expect(found.map(\.results.count) == [10, 15])
        #expect(found[0].results.allSatisfy { $0.passages.count == 1 && $0.morePassages > 0 })
        #expect(found[1].results.allSatisfy { $0.passages.count > 1 })
    }

    @Test func `without a model, and for a filter alone, there is one response`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await fixture(encoder)
        let words = try await responses(fixture.engine().searches(SearchQuery("boiler topic3")))
        let filter = try await responses(fixture.engine(encoder).searches(SearchQuery("kind:note")))
        #expect([words, filter].allSatisfy { $0.count == 1 && $0[0].isFinal && !$0[0].results.isEmpty })
    }

    @Test func `the last word may be the beginning of one while it is typed`() async throws {
        let fixture = try await SearchFixture([
            .note("a", text: "the deposit is back"), .note("b", text: "a depot in the hills"), .note("c", text: "rent"),
        ])
        let engine = fixture.engine()
        func shown(_ text: String, isBeingTyped: Bool) throws -> Set<String> {
            Set(try engine.search(SearchQuery(text, isBeingTyped: isBeingTyped)).shown.joined())
        }
        #expect(try shown("depo", isBeingTyped: true) == ["a", "b"])
        #expect(try shown("depos", isBeingTyped: true) == ["a"])
        #expect(try shown("depo", isBeingTyped: false) == [])
        #expect(try shown("depo ", isBeingTyped: true) == [])
        #expect(try shown("de", isBeingTyped: true) == [])
        let hit = try #require(
            engine.search(SearchQuery("depos", isBeingTyped: true)).results.first?.passages.first)
        #expect(hit.highlights.map(hit.text.utf8Slice) == ["deposit"])
    }

    @Test func `when there is no time, the words answer and it is said`() async throws {
        let encoder = HashingEncoder()
        let engine = try await fixture(encoder).engine(encoder)
        let response = try engine.search(SearchQuery("boiler topic3"), deadline: .now)
        #expect(response.lanes == [.words])
        #expect(response.notes == ["Searched by words only: there was no time to compare meaning."])
        #expect(!response.results.isEmpty)
    }

    @Test func `a new query ends the one before`() async throws {
        let encoder = PausingEncoder()
        let typed = SearchAsYouType(try await fixture(encoder).engine(encoder))
        encoder.pauses()
        let first = typed.results(for: SearchQuery("boiler topic3"))
        await encoder.untilAsked()
        let second = typed.results(for: SearchQuery("boiler topic4"))
        encoder.goesOn()
        let (early, late) = (try await responses(first), try await responses(second))
        #expect(early.allSatisfy { !$0.isFinal })
        #expect(late.last?.isFinal == true)
    }

    @Test func `the end of its task ends a search at once`() async throws {
        let encoder = PausingEncoder()
        let engine = try await fixture(encoder).engine(encoder)
        #expect(
            try await engine.answer(to: SearchQuery("boiler topic3")) == engine.search(SearchQuery("boiler topic3")))
        encoder.pauses()
        defer { encoder.goesOn() }
        let answer = Task { try await engine.answer(to: SearchQuery("boiler topic4")) }
        await encoder.untilAsked()
        answer.cancel()
        await #expect(throws: CancellationError.self) { try await answer.value }
    }

    @Test func `searches from many threads at once give what one gives, while items come in`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await fixture(encoder)
        let reader = SearchEngine(
            store: try LibraryStore(at: fixture.store.location, for: .concurrentReads), encoder: encoder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let query = SearchQuery("number\(number)")
                    let last = try await responses(reader.searches(query)).last
                    #expect(last?.shown.first == ["\(number)"])
                }
            }
            for batch in 0..<10 {
                let items = (0..<20).map { Item.note("late\(batch)-\($0)", text: "late kettle\($0)") }
                try await fixture.store.importItems(items, path: "/late\(batch)")
            }
            try await group.waitForAll()
        }
    }
}
