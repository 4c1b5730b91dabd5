import RecallCore
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

/// Vectors of another model, built beside those that serve.
@Suite(.scratch) struct GenerationTests {
    private static let notes = (0..<90).map { number in
        Item.note("\(number)", text: "note \(number) is about topic\(number % 13)")
    }

    private let old = HashingEncoder(name: "old")
    private let new = HashingEncoder(name: "new")

    /// A library that the old encoder has read.
    private func library() async throws -> LibraryFixture {
        let fixture = try await LibraryFixture.holding(Self.notes)
        try await fixture.embed(old)
        return fixture
    }

    private func counts(_ fixture: LibraryFixture) throws -> (serving: Int?, spare: Int?, all: Int) {
        try fixture.store.read { snapshot in
            let embedded = { (generation: Generation?) throws -> Int? in
                try generation.map { try snapshot.passageCounts(of: $0).embedded }
            }
            let (serving, spare) = try (snapshot.servingGeneration(), snapshot.spareGeneration())
            return (try embedded(serving), try embedded(spare), try snapshot.passageCounts().all)
        }
    }

    private func servingName(_ fixture: LibraryFixture) throws -> Substring? {
        try fixture.store.read { try $0.servingGeneration() }?.fingerprint.split(separator: "/").first
    }

    private func build(_ fixture: LibraryFixture, maySwitch: Bool) async throws {
        _ = try await EmbeddingPipeline(
            store: fixture.store, encoder: new, servingEncoder: old, maySwitch: { _ in maySwitch }
        ).run()
    }

    @Test func `while a generation is built, the serving one keeps all its vectors`() async throws {
        let fixture = try await library()
        let pipeline = EmbeddingPipeline(store: fixture.store, encoder: new, servingEncoder: old) { done in
            if done.passages > 0 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        _ = try await Task { try await pipeline.run() }.value
        let counts = try counts(fixture)
        #expect(counts.serving == counts.all)
    }

    @Test func `what comes in while a generation is built is embedded for both`() async throws {
        let fixture = try await library()
        try await build(fixture, maySwitch: false)
        try await fixture.store.importItems([.note("new", text: "a heron on the weir")], path: "/new")
        try await build(fixture, maySwitch: false)
        let counts = try counts(fixture)
        #expect(counts.all == 91 && counts.serving == 91 && counts.spare == 91)
    }

    @Test func `a generation that may not serve is kept, and serves later without being read again`() async throws {
        let fixture = try await library()
        try await build(fixture, maySwitch: false)
        #expect(try servingName(fixture) == "old")
        new.forget()
        try await build(fixture, maySwitch: true)
        #expect(try servingName(fixture) == "new" && new.inputs.isEmpty)
    }

    @Test func `a return to the model of before reads only what changed since`() async throws {
        let fixture = try await library()
        try await build(fixture, maySwitch: true)
        try await fixture.store.importItems([.note("new", text: "a heron on the weir")], path: "/new")
        try await fixture.embed(new)
        old.forget()
        let back = try await fixture.embed(old)
        #expect(try servingName(fixture) == "old")
        #expect(back.passages == 1 && old.inputs.count == 1)
        let counts = try counts(fixture)
        #expect(counts.serving == 91 && counts.spare == 91)
        #expect(try LibraryContents(of: fixture.store).passages.values.allSatisfy { $0.vector != nil })
    }

    @Test func `a third model takes the place of the vectors that were kept`() async throws {
        let fixture = try await library()
        try await build(fixture, maySwitch: true)
        try await fixture.embed(HashingEncoder(name: "third"))
        let spare = try fixture.store.read { try $0.spareGeneration() }
        #expect(try servingName(fixture) == "third" && spare?.fingerprint.hasPrefix("new/") == true)
        #expect(try fixture.store.read { try $0.generation(fingerprint: "old/window160-64,192-48/passage110") } == nil)
    }
}
