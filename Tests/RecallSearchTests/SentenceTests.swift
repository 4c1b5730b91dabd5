import RecallCore
import RecallEmbedding
import RecallSearch
import RecallTestSupport
import RecallText
import Testing

@Suite(.scratch) struct SentenceTests {
    private func sentence(_ query: String, in text: String, by encoder: (any SentenceEncoder)? = nil) async throws
        -> String?
    {
        let other = Item.note("other", text: "The ferry to the island leaves at noon. Tickets are sold on board.")
        let fixture = try await SearchFixture([.note("n", text: text), other], embeddedBy: encoder)
        let results = try fixture.engine(encoder).search(SearchQuery(query)).results
        let hit = try #require(results.first?.passages.first)
        #expect(hit.item.externalID == "n")
        return hit.sentence.map { String(decoding: Array(hit.text.utf8)[$0], as: UTF8.self) }
    }

    @Test func `the sentence that says the rare words is the best one`() async throws {
        let text = "Thank you for the letter. The boiler in the cellar whistles at night. We shall see about the rest."
        #expect(
            try await sentence("why does the boiler whistle", in: text) == "The boiler in the cellar whistles at night."
        )
    }

    @Test func `a heading is no sentence of its own`() async throws {
        let text = "1. Parties. Anna and Ben live here. 3. Boiler. It is mended by the owner. 4. Garden. There is none."
        #expect(try await sentence("boiler", in: text)?.hasSuffix("Boiler. It is mended by the owner.") == true)
    }

    @Test func `one sentence is not marked, nor one of two that say the same words`() async throws {
        #expect(try await sentence("boiler", in: "The boiler in the cellar whistles at night.") == nil)
        #expect(try await sentence("boiler", in: "The boiler whistles. The boiler hums.") == nil)
    }

    @Test(arguments: [
        (
            "how much money do they give me",
            "We met on Monday in the new office. My yearly salary will be forty thousand. The view is nice.", 1
        ),
        (
            "how did the football match end",
            "We left early in the morning. Our team won the game by two goals. The bus came much too late.", 1
        ),
        (
            "which pet did she adopt",
            "Our neighbour moved in last spring. She has got herself a small kitten from the shelter. We like her.", 1
        ),
    ])
    func `the sentence that means it is the best one where no words are said`(query: String, text: String, best: Int)
        async throws
    {
        let encoder = try EmbeddingModel(try ModelStore().defaultModel())
        let bytes = Array(text.utf8)
        let expected = String(decoding: bytes[SentenceSplitter.sentences(of: text)[best]], as: UTF8.self)
        #expect(try await sentence(query, in: text, by: encoder) == expected)
    }

    @Test func `a page reads few tokens, however many results have sentences`() async throws {
        let encoder = HashingEncoder()
        let items = (0..<40).map { number in
            Item.note(
                "\(number)",
                text: "Ferns \(number) grow. " + (0..<8).map { "Lamp\(number) tree\($0) river\($0). " }.joined())
        }
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        _ = try engine.search(SearchQuery("lantern"))
        encoder.forget()
        _ = try engine.search(SearchQuery("grow river lantern zeppelin", limit: 40))
        #expect(encoder.inputs.reduce(0) { $0 + $1.tokens.count } <= 160)
    }
}
