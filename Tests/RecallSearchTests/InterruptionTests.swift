import RecallCore
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// Work that is cancelled from another thread while it goes on.
@Suite(.scratch) struct InterruptionTests {
    @Test func `a search ends at the encoder, whoever waits for it`() async throws {
        let encoder = PausingEncoder()
        let notes = (0..<60).map { Item.note("\($0)", text: "boiler number\($0) topic\($0 % 9)") }
        let engine = try await SearchFixture(notes, embeddedBy: encoder).engine(encoder)
        #expect(try !engine.search(SearchQuery("boiler topic3")).results.isEmpty)
        let cancellation = WorkCancellation()
        encoder.pauses()
        async let found = WorkQueue.shared.run {
            Result { try cancellation.whileBound { try engine.search(SearchQuery("boiler topic4")) } }
        }
        await encoder.untilAsked()
        cancellation.cancel()
        encoder.goesOn()
        let outcome = try await found
        #expect(throws: CancellationError.self) { try outcome.get() }
    }

    @Test func `a filter ends with the work that it was begun for`() async throws {
        let notes = (0..<60).map { Item.note("\($0)", text: "boiler number\($0)") }
        let engine = try await SearchFixture(notes).engine()
        let cancellation = WorkCancellation()
        let (own, other) = (cancellation.whileBound { WorkBudget() }, WorkBudget())
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try engine.search(SearchQuery("b*"), within: own) }
        #expect(try !engine.search(SearchQuery("b*"), within: other).results.isEmpty)
    }
}
