import Foundation
import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

@Suite(.scratch) struct EmbeddingTests {
    /// Enough notes for three batches.
    private static let notes = (0..<700).map { number in
        Item.note(
            "\(number)",
            text: "note \(number) is about topic\(number % 13) and thing\(number % 7)\n\n" + "more. \(number)")
    }

    @Test func `every passage gets a vector, and a second run has nothing to do`() async throws {
        let fixture = try await LibraryFixture.holding(Self.notes)
        let encoder = HashingEncoder()
        let done = try await fixture.embed(encoder)
        let counts = try fixture.store.read { try $0.counts() }
        #expect(done.passages == counts.passages && done.total == counts.passages && !done.wasStopped)
        #expect(counts.embeddedPassages == counts.passages)
        #expect(try LibraryContents(of: fixture.store).passages.values.allSatisfy { $0.vector != nil })
        #expect(done.tokens == encoder.inputs.reduce(0) { $0 + $1.tokens.count })
        encoder.forget()
        let again = try await fixture.embed(encoder)
        #expect(again.passages == 0 && again.tokens == 0 && again.total == 0)
        #expect(encoder.inputs.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func `stopped in the middle and run again, the vectors are those of an undisturbed run`(batches: Int) async throws {
        let disturbed = try await LibraryFixture.holding(Self.notes)
        let calls = Counter()
        let stopped = try await Task {
            try await disturbed.embed(HashingEncoder()) { _ in
                if calls.next() == batches { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(stopped.wasStopped)
        let counts = try disturbed.store.read { try $0.counts() }
        #expect(counts.embeddedPassages == stopped.passages && stopped.passages < counts.passages)
        let rest = try await disturbed.embed(HashingEncoder())
        #expect(!rest.wasStopped && rest.total == counts.passages - stopped.passages)
        let whole = try await LibraryFixture.holding(Self.notes)
        try await whole.embed(HashingEncoder())
        let (found, expected) = (try LibraryContents(of: disturbed.store), try LibraryContents(of: whole.store))
        #expect(found.differences(from: expected) == [])
    }

    @Test(arguments: [ModelDescription.Pooling.mean, .cls])
    func `an encoder reads its prefix before passages, and each alone if it has one vector for all`(
        pooling: ModelDescription.Pooling
    ) async throws {
        let text = "one two\n\nthree four\n\n" + String(repeating: "x", count: 2000)
        let fixture = try await LibraryFixture.holding([.note("n", text: text)])
        let prefix = [Int32](77..<377)
        // Of one letter each, the last passage's tokens are more than a sequence holds.
        let encoder = HashingEncoder(pieceLength: 1, pooling: pooling, passagePrefix: prefix)
        try await fixture.embed(encoder)
        let counts = try fixture.store.read { try $0.counts() }
        #expect(counts.embeddedPassages == counts.passages)
        #expect(encoder.inputs.allSatisfy { $0.tokens.starts(with: [0] + prefix) && $0.tokens.count <= 512 })
        #expect(encoder.inputs.contains { $0.tokens.count == 512 })
        switch pooling {
        case .mean: #expect(encoder.inputs.flatMap(\.pooledRanges).allSatisfy { $0.lowerBound > prefix.count })
        case .cls: #expect(encoder.inputs.allSatisfy { $0.pooledRanges == [0..<1] })
        }
    }

    @Test func `an encoder that fails leaves what was embedded before`() async throws {
        let fixture = try await LibraryFixture.holding(Self.notes)
        let failing = FailingEncoder(after: 1)
        await #expect(throws: FailingEncoder.Failure.self) { try await fixture.embed(failing) }
        let counts = try fixture.store.read { try $0.counts() }
        #expect(counts.embeddedPassages > 0 && counts.embeddedPassages < counts.passages)
        let rest = try await fixture.embed(HashingEncoder(name: failing.fingerprint))
        #expect(rest.total == counts.passages - counts.embeddedPassages)
    }

    @Test func `the same text is not encoded twice`() async throws {
        let fixture = try await LibraryFixture.holding([Item.note("a", text: "same words")])
        let encoder = HashingEncoder()
        try await fixture.embed(encoder)
        encoder.forget()
        var twin = Item.note("b", text: "same words")
        twin.title = "a"
        try await fixture.store.importItems([twin], path: "/twin")
        let done = try await fixture.embed(encoder)
        #expect(done.passages == 1 && done.cached == 1 && done.tokens == 0)
        #expect(encoder.inputs.isEmpty)
    }

    @Test func `another model serves when it is complete, and not before`() async throws {
        let fixture = try await LibraryFixture.holding(Self.notes)
        try await fixture.embed(HashingEncoder(name: "old"))
        let old = try #require(try fixture.store.read { try $0.servingGeneration() })
        let stopped = try await Task {
            try await fixture.embed(HashingEncoder(name: "new")) { progress in
                if progress.passages > 0 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(stopped.wasStopped)
        #expect(try fixture.store.read { try $0.servingGeneration() } == old)
        try await fixture.embed(HashingEncoder(name: "new"))
        let new = try #require(try fixture.store.read { try $0.servingGeneration() })
        #expect(new.fingerprint == "new/window160-64,192-48/passage110")
        #expect(try LibraryContents(of: fixture.store).passages.values.allSatisfy { $0.vector != nil })
    }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)

    /// The number of earlier calls.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
