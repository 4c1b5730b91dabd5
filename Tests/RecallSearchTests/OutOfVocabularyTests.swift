import RecallCore
import RecallEmbedding
import RecallSearch
import RecallTestSupport
import Testing

/// Out-of-vocabulary words are replaced by words of the library.
@Suite(.scratch) struct UnknownWordTests {
    /// An encoder that has no words whole, and none of whose vectors are in the library.
    private struct Letters: WrappingEncoder {
        let base: HashingEncoder

        func tokenized(_ text: String) -> TokenizedText { HashingEncoder(pieceLength: 1).tokenized(text) }
    }

    private static let items: [Item] = [
        .note("vignette", text: "The vignette takes long to build."),
        .note("grape", text: "Grapes and other fruit from the market."),
        .note(
            "contract", text: "Der Vertrag über die Wohnung wird am Montag unterschrieben, und die Kündigung liegt bei."
        ),
        .mail("sender", text: "Nothing of note.", from: "Sonja Vignetta"),
    ]

    private func response(_ query: String, typing: Bool = false) async throws -> SearchResponse {
        var asked = SearchQuery(query)
        asked.isBeingTyped = typing
        return try await SearchFixture(Self.items).engine(Letters(base: HashingEncoder())).search(asked)
    }

    @Test(arguments: ["vignete", "vignettte", "vignerte", "vigentte", "Vignnette", "vegnitte"])
    func `a slip of the finger finds what was meant, and the answer says so`(query: String) async throws {
        let response = try await response(query)
        #expect(response.shown == [["vignette"]])
        #expect(response.notes.contains("No item says \"\(query)\": searched for \"vignette\"."))
    }

    @Test func `umlauts may be written with an e`() async throws {
        let items = Self.items + [.note("x-ray", text: "Das Röntgengerät ist neu.")]
        let engine = try await SearchFixture(items).engine(Letters(base: HashingEncoder()))
        let response = try engine.search(SearchQuery("roentgengeraet"))
        #expect(response.shown == [["x-ray"]])
        #expect(response.notes.contains("No item says \"roentgengeraet\": searched for \"rontgengerat\"."))
    }

    @Test func `a compound that nobody says finds its parts`() async throws {
        let response = try await response("Vertragskündigung")
        #expect(response.shown == [["contract"]])
        #expect(!response.notes.contains { $0.contains("searched for") })
    }

    @Test func `a word that compounds begin with is no slip of another one, and finds them`() async throws {
        let items: [Item] = [
            .note("surgery", text: "Die Herzchirurgie ist im dritten Haus, sagt der Arzt."),
            .note("letter", text: "Sehr geehrte Herren, die Rechnung für das Haus liegt bei."),
        ]
        let engine = try await SearchFixture(items).engine(Letters(base: HashingEncoder()))
        let response = try engine.search(SearchQuery("herzen"))
        #expect(response.shown == [["surgery"]])
        #expect(response.notes.contains("No item says \"herzen\": searched for \"herz…\"."))
    }

    @Test(arguments: ["vignetta", "grapes", "grape", "sonja"])
    func `words that are said, and names, are left as they are`(query: String) async throws {
        #expect(try await !response(query).notes.contains { $0.contains("searched for") })
    }

    @Test(arguments: ["grqpqe", "xignette", "grapx2", "grpa"])
    func `what is more than a slip away stays unknown`(query: String) async throws {
        let response = try await response(query)
        #expect(response.results.isEmpty)
        #expect(!response.notes.contains { $0.contains("searched for") })
    }

    @Test func `without a model, which knows how words are spelled, nothing is taken for a slip`() async throws {
        let response = try await SearchFixture(Self.items).engine().search(SearchQuery("vignete"))
        #expect(response.results.isEmpty)
    }

    @Test func `what is still being typed is a slip only where no word begins with it`() async throws {
        #expect(try await !response("vignet", typing: true).notes.contains { $0.contains("searched for") })
        for typing in [true, false] {
            let response = try await response("vignettz", typing: typing)
            #expect(response.shown == [["vignette"]])
            #expect(response.notes.contains { $0.contains("searched for") })
        }
    }

    @Test func `a word that the model has whole is spelled as it is meant`() async throws {
        let response = try await SearchFixture(Self.items).engine(HashingEncoder()).search(SearchQuery("vignete"))
        #expect(response.results.isEmpty)
    }

    @Test(arguments: ["pests", "p0sts"])
    func `a form of a word that the model has, and what is no word, are no slips of another word`(query: String)
        async throws
    {
        let encoder = try EmbeddingModel(try ModelStore().defaultModel())
        let items: [Item] = [.note("fence", text: "The posts of the fence are of oak.")]
        let response = try await SearchFixture(items, embeddedBy: encoder).engine(encoder).search(SearchQuery(query))
        #expect(!response.notes.contains { $0.contains("searched for") })
    }

    @Test func `a filter is taken at its word`() async throws {
        for query in ["\"vignete\"", "subject:vignete", "\"vignete\" grape", "(vignete OR nothing) grape"] {
            let response = try await response(query)
            // "nothing" passes, and has nothing to do with the query.
            #expect(response.answer == .nothingNear && (response.results.isEmpty || query.contains("nothing")))
            #expect(!response.notes.contains { $0.contains("searched for") })
        }
    }
}
