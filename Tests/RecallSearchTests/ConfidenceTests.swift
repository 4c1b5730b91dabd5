import RecallCore
import RecallEmbedding
import RecallKit
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// Confidences with the sample archive: with the real model, and for lexical search alone.
@Suite(.scratch) struct ConfidenceTests {
    private static let answerable = [
        "who is the landlord and when was the deposit paid?", "Callum theatre design", "272 bus stop", "ZB4M7R",
    ]
    private static let unanswerable = [
        "What did the court decide about the patent infringement of the pharmaceutical company in Delaware?",
        "how do I configure a kubernetes ingress?", "treaty of westphalia",
    ]

    private static func engines() async throws -> [SearchEngine] {
        let library = try await SampleLibrary.shared.value.library
        return [nil, library.encoder].map { SearchEngine(store: library.store, encoder: $0) }
    }

    @Test(arguments: answerable) func `what the archive says is announced`(query: String) async throws {
        for engine in try await Self.engines() {
            let response = try engine.search(SearchQuery(query))
            #expect(response.answer == .says && response.confidence <= 1)
            #expect(response.results[0].match == .says)
            #expect(response.notes.allSatisfy { !$0.contains("fits") })
        }
    }

    @Test(arguments: unanswerable) func `what is not in the archive is nothing near`(query: String) async throws {
        for engine in try await Self.engines() {
            let response = try engine.search(SearchQuery(query))
            #expect(response.answer == .nothingNear && response.results.count <= 3)
            #expect(response.results.allSatisfy { $0.match == .weak })
            #expect(response.notes.contains { $0.contains("Other words may help") })
        }
    }

    @Test(arguments: [
        "vaccination of Gasket is due at Tansley Vets together with the zebra",
        "the adjudicator decides that the landlord returns the deposit of the tenant of the zeppelin",
    ])
    func `what lacks the word that a query is about does not say it`(query: String) async throws {
        let library = try await SampleLibrary.shared.value.library
        let response = try SearchEngine(store: library.store, encoder: library.encoder).search(SearchQuery(query))
        #expect(response.answer == .closeInMeaning)
    }

    @Test func `a topic has to be surer than a question to be called answered`() async throws {
        let library = try await SampleLibrary.shared.value.library
        let engine = SearchEngine(store: library.store, encoder: library.encoder)
        let topic = try engine.quotations(for: SearchQuery("zebra at the vets of Tansley"))
        #expect(!topic.isAnswer && !topic.quotations.isEmpty)
        #expect(try engine.quotations(for: SearchQuery("boiler electrode")).isAnswer)
        #expect(try engine.quotations(for: SearchQuery("when is the vaccination of Gasket due?")).isAnswer)
    }

    @Test func `a list of rare words is said by what has them all, however far its meaning`() async throws {
        let library = try await SampleLibrary.shared.value.library
        let engine = SearchEngine(store: library.store, encoder: library.encoder)
        #expect(try engine.search(SearchQuery("buff-tip merveille du jour")).answer == .says)
    }

    @Test func `what says more of the query's words is more likely`() async throws {
        let fixture = try await SearchFixture([
            .note("three", text: "The boiler whistles loudly."), .note("other", text: "Ferns by the mill."),
            .note("four", text: "The boiler whistles loudly tonight."),
        ])
        let results = try fixture.engine().search(SearchQuery("boiler whistles loudly tonight")).results
        #expect(results.map { $0.passages[0].item.externalID } == ["four", "three"])
        #expect(results[0].confidence > results[1].confidence)
        #expect(results.allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test func `what a filter requires and is ranked by is said`() async throws {
        let fixture = try await SearchFixture([
            .note("a", text: "a boiler in the cellar of the mill, which nobody has seen since the flood"),
            .note("b", text: "ferns"),
        ])
        let required = try fixture.engine().search(SearchQuery("(boiler OR zeppelin OR ladder) -ferns"))
        #expect(required.answer == .says && required.shown == [["a"]])
        let none = try fixture.engine().search(SearchQuery("(boiler OR zeppelin) kind:email"))
        #expect(none.answer == .nothingNear && none.results.isEmpty)
    }

    @Test func `what has all words says it, how common they may be`() async throws {
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture((0..<20).map { .note("\($0)", text: "a boiler") }, embeddedBy: encoder)
        for engine in [fixture.engine(), fixture.engine(encoder)] {
            let response = try engine.search(SearchQuery("boiler", limit: 20))
            #expect(response.results.count == 20 && response.results.allSatisfy { $0.match == .says })
        }
    }

    @Test func `weak matches are few`() async throws {
        let fixture = try await SearchFixture((0..<20).map { .note("\($0)", text: "a boiler") })
        let response = try fixture.engine().search(SearchQuery("boiler zeppelin", limit: 20))
        #expect(response.answer == .nothingNear && response.results.count <= 5)
        #expect(response.results.allSatisfy { $0.match == .weak })
        #expect(response.hasMore)
    }

    @Test func `the nearest go on when they are asked for`() async throws {
        let fixture = try await SearchFixture((0..<20).map { .note("\($0)", text: "a boiler") })
        let query = SearchQuery("boiler zeppelin", limit: 15, weakLimit: 15)
        let response = try fixture.engine().search(query)
        #expect(response.answer == .nothingNear && response.results.count == 15 && response.hasMore)
        let all = try fixture.engine().search(SearchQuery("boiler zeppelin", limit: 20, weakLimit: 20))
        #expect(all.results.count == 20 && !all.hasMore)
    }

    private static let mixed = ["stolen bicycle", "boiler noise", "invoice late", "flat with a window"]

    @Test(arguments: answerable + unanswerable + mixed)
    func `no result is called weaker than the one after it`(query: String) async throws {
        for engine in try await Self.engines() {
            let results = try engine.search(SearchQuery(query, limit: 20, weakLimit: 20)).results
            #expect(results.map(\.match) == results.map(\.match).sorted(by: >))
            #expect(results.map(\.confidence) == results.map(\.confidence).sorted(by: >))
        }
    }

    @Test func `a filter that leaves the answer out is said to`() async throws {
        let fixture = try await SearchFixture([
            .note("a", text: "The boiler whistles."), .mail("b", text: "Ferns by the mill.", from: "Ada"),
        ])
        let response = try fixture.engine().search(SearchQuery("boiler whistles kind:email"))
        #expect(response.results.isEmpty)
        #expect(response.notes.contains { $0.contains("outside") })
        let nowhere = try fixture.engine().search(SearchQuery("zeppelin kind:email"))
        #expect(nowhere.notes.contains { $0.contains("Other words may help") })
    }
}
