import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Items found by words that are neither in their title nor in their text.
@Suite(.scratch) struct OtherNameTests {
    private static func found(_ query: String) async throws -> (items: [String], why: [String]) {
        var note = Item.note("Errores favoritos", text: "Subjunctive after ojalá, always.")
        let path = "/notes/Spanish mistakes.md"
        note.details = .note(
            NoteDetails(
                path: path, tags: ["grammar"], aliases: ["Pablo\'s corner"],
                properties: [.init("author", "Isla Garrow"), .init("source", "read on the stairs")]))
        note.id = ItemID(file: path)
        let others = (0..<30).map { Item.note("n\($0)", text: "Ferns grow by the mill, number \($0).") }
        let response = try await SearchFixture([note] + others).engine().search(SearchQuery(query))
        return (response.results.flatMap(\.passages).compactMap(\.item.externalID), response.results.map(\.why))
    }

    @Test(arguments: [
        ("Isla Garrow", "author Isla Garrow"), ("garrow", "author Isla Garrow"),
        ("spanish mistakes", "Spanish mistakes"),
        ("grammar", "grammar"), ("pablo corner", "Pablo\'s corner"), ("stairs", "source read on the stairs"),
    ])
    func `a note is found by its properties, its tags, its other names and the name of its file`(
        query: String, name: String
    ) async throws {
        let found = try await Self.found(query)
        #expect(found.items == ["Errores favoritos"])
        #expect(found.why == ["its name or its properties say “\(name)”"])
    }

    @Test(arguments: [
        "\"isla garrow\"", "tag:grammar", "+grammar", "\"pablo\'s corner\"", "subjunctive \"author isla\"",
    ])
    func `they count where words are required`(query: String) async throws {
        #expect(try await Self.found(query).items == ["Errores favoritos"])
    }

    @Test func `what leaves words out leaves them out`() async throws {
        #expect(try await Self.found("subjunctive -garrow").items.isEmpty)
        #expect(try await Self.found("subjunctive -fern").items == ["Errores favoritos"])
    }

    @Test func `what the text says itself is the reason`() async throws {
        #expect(try await Self.found("ojalá always").why.first?.hasPrefix("says “ojalá”") == true)
    }
}
