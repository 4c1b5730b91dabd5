import RecallCore
import RecallEmbedding
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// An encoder that reads texts one by one, as a server for embeddings does: it knows no tokens and no windows.
private struct TextEncoder: SentenceEncoder {
    let fingerprint = "texts"
    let dimension = 32
    private let base = HashingEncoder()

    func encode(query: String) throws -> [Float] { try base.encode(query: query) }
    func encode(passages: [String]) throws -> VectorMatrix { try base.encode(passages: passages) }
}

@Suite(.scratch) struct TextEncoderTests {
    @Test func `an encoder that reads texts alone embeds a library and searches it`() async throws {
        let scratch = try ScratchFolder()
        let encoder = TextEncoder()
        let store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        let library = RecallLibrary(store: store, model: .encoder(encoder))
        try await store.importItems(
            [
                .message("a", hour: 1, text: "the boiler whistles"),
                .message("b", hour: 1.1, text: "ferns by the river"),
                .note("c", text: "a kettle on the stove"),
            ], path: "/all")
        let done = try #require(try await library.embed())
        #expect(done.passages == 3)
        let response = try library.search(SearchQuery("ferns by the river"))
        #expect(response.lanes == [.words, .meaning])
        let best = try #require(response.results.first?.passages.first)
        #expect(best.item.externalID == "b" && (best.score.cosine ?? 0) > 0.9)
        #expect(try await library.embed()?.passages == 0)
    }

    @Test func `a thread's vectors come in the order of its passages, with context or without`() throws {
        let passages = (0..<60).map { "word\($0) and some more words \($0 * 7)" }
        let thread = ThreadText(passages.flatMap { [.context("Ada:"), .passage($0)] })
        let alone = try TextEncoder().encode(passagesIn: thread)
        #expect(try alone == TextEncoder().encode(passages: passages))
        let inContext = try HashingEncoder().encode(passagesIn: thread)
        #expect(inContext.count == 60 && inContext != alone)
        for row in 0..<60 {
            let cosine = zip(alone[row], inContext[row]).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(cosine > 0.7, "\(row)")
        }
    }
}
