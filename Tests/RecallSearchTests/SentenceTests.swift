import RecallCore
import RecallEmbedding
import RecallSearch
import RecallTestSupport
import Testing

struct SentenceTests {
    private func cut(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return SentenceCutter.sentences(of: text).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).allSatisfy { $0.isWhitespace }
    }

    @Test(arguments: [
        ("One here. Two there! Three? Four", ["One here.", "Two there!", "Three?", "Four"]),
        (
            "Ask Dr. Brown or J. Smith, e.g. on Monday. Then go.",
            ["Ask Dr. Brown or J. Smith, e.g. on Monday.", "Then go."]
        ),
        ("It costs 3.50 at shop.example today. Fine.", ["It costs 3.50 at shop.example today.", "Fine."]),
        ("Am 7. Mai kommen wir. Bis dann.", ["Am 7. Mai kommen wir.", "Bis dann."]),
        ("It was built in 1994. Nobody knew.", ["It was built in 1994.", "Nobody knew."]),
        ("“Is it cold?” she asked. “Yes.” He left.", ["“Is it cold?” she asked.", "“Yes.”", "He left."]),
        ("Wait... what? No… Really?!", ["Wait... what?", "No…", "Really?!"]),
        ("a line that is\nwrapped by a mail. Next\none.", ["a line that is\nwrapped by a mail.", "Next\none."]),
        ("A heading\n\nText below", ["A heading", "Text below"]),
        ("Bring:\n- boots\n- a map\n2) water", ["Bring:", "- boots", "- a map", "2) water"]),
        ("1. Boil it.\n2. Eat it.", ["1. Boil it.", "2. Eat it."]),
        ("会議は明日です。場所は三階！「行きます。」と言った", ["会議は明日です。", "場所は三階！", "「行きます。」", "と言った"]),
        ("날씨가 좋다. 내일은?", ["날씨가 좋다.", "내일은?"]),
        ("", []), (" \n\t ", []), ("...", ["..."]), ("no end", ["no end"]),
    ])
    func `text is cut where sentences end`(text: String, sentences: [String]) {
        #expect(cut(text) == sentences)
    }

    @Test(arguments: [1, 2, 3, 4]) func `sentences are ascending, apart, and hold all that is not blank`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "B", " ", "\n", ".", "!", "。", "”", "- ", "1", "Dr", "会", "🦋", "e\u{301}", "\0", ":", "\r\n",
        ]
        for _ in 0..<300 {
            let text = (0..<30).map { _ in generator.pick(pieces) }.joined()
            let bytes = Array(text.utf8)
            var end = 0
            for range in SentenceCutter.sentences(of: text) {
                #expect(range.lowerBound >= end && !range.isEmpty, "seed \(seed)")
                #expect(String(validating: bytes[range], as: UTF8.self) != nil)
                #expect(isBlank(bytes[end..<range.lowerBound]))
                end = range.upperBound
            }
            #expect(isBlank(bytes[end...]))
        }
    }

    // MARK: The best sentence of a result

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
        let expected = String(decoding: bytes[SentenceCutter.sentences(of: text)[best]], as: UTF8.self)
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
