import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Filters that say something else in a library than they seem to.
@Suite(.scratch) struct FilterHintTests {
    private static func document(_ name: String, format: String) -> Item {
        Item(
            id: ItemID(identifying: ["hint", name]),
            details: .document(DocumentDetails(format: format, path: "/d/" + name)), title: name, text: "a plan",
            externalID: name)
    }

    private func hints(_ query: String) async throws -> [String] {
        let items = [
            Self.document("a", format: "epub"), Self.document("b", format: "pdf"),
            .mail("m", text: "a plan", from: "Joanna"), .message("c", hour: 1, chat: "walks", text: "a plan"),
        ]
        let engine = try await SearchFixture(items).engine()
        let counted = try engine.count(SearchQuery(query)).interpretation.hints
        #expect(try engine.search(SearchQuery(query)).interpretation.hints == counted)
        return counted
    }

    @Test func `an unknown format names those that there are`() async throws {
        #expect(try await hints("format:foo") == ["No document has the format “foo”. There are: epub, pdf."])
        #expect(try await hints("format:epub").isEmpty)
    }

    @Test func `a chat's name instead of its key points to in`() async throws {
        #expect(try await hints("conversation:Walkers").first?.contains("in:\"Walkers\"") == true)
        #expect(try await hints("conversation:walks").isEmpty)
    }

    @Test func `a part of a name is said to be one`() async throws {
        #expect(try await hints("plan from:oann").first?.contains("“oann” as a whole word") == true)
        #expect(try await hints("from:joanna").isEmpty)
        #expect(try await hints("from:nobody").isEmpty)
    }

    @Test(arguments: [
        ("before:2024 plan after:2025", "no day is in all of these dates"),
        ("date:2024-01 (a AND date:2024-02)", "no day is in all of these dates"),
        ("larger:2M smaller:10k", "no size is in all of these limits"),
        ("kind:mail kind:note", "no item is of two kinds"),
        ("format:pdf format:epub", "no item has two formats"), ("lang:de lang:none", "no item has two languages"),
    ])
    func `conditions that exclude each other are said to`(query: String, reason: String) async throws {
        #expect(try await hints(query).first == "Nothing can pass: \(reason). To find either, write OR between them.")
    }

    /// Each exclusion compared with each other would take half an hour.
    @Test(.timeLimit(.minutes(30)))
    func `a hundred thousand exclusions are read in the time of a hundred thousand words`() async throws {
        let words = (0..<100_000).map { "-word\($0)" }.joined(separator: " ")
        let engine = try await SearchFixture([.note("a", text: "a plan")]).engine()
        for text in ["plan " + words, words + " \"word99999\""] {
            let found = try engine.search(SearchQuery(text)).interpretation.hints
            #expect(found.contains { $0.contains("left out") })
        }
    }

    @Test(arguments: [
        (#""plan" -"plan""#, #""plan""#), ("from:joanna -from:joanna", #"from:"joanna""#),
        ("has:attachment plan -has:attachment", "has:attachment"), ("kind:note NOT kind:note", "kind:note"),
    ])
    func `a condition and its opposite are said to exclude each other`(query: String, part: String) async throws {
        let advice = "Nothing can pass: \(part) is both asked for and left out. Leave out one of them."
        #expect(try await hints(query) == [advice])
        let engine = try await SearchFixture([.mail("m", text: "a plan")]).engine()
        #expect(
            try !engine.search(SearchQuery(query)).notes.contains { $0.contains("the filter") || $0.contains("fits") })
    }

    @Test(arguments: [
        "before:2025 after:2024", "before:2024 OR after:2025", "-(before:2024 after:2025)",
        "date:2024-01..2024-03 date:2024-02",
        "larger:10k smaller:2M", "kind:mail kind:mail", "kind:note OR kind:mail", "kind:pdf kind:document",
    ])
    func `conditions that go together are not`(query: String) async throws {
        #expect(try await !hints(query).contains { $0.contains("Nothing can pass") })
    }

    @Test func `a language that nothing is in names those that there are`() async throws {
        #expect(try await hints("lang:fi") == ["No item is in Finnish."])
    }

    @Test(arguments: [
        ("kind:epub", "format:epub"), ("format:text", "format:txt"), ("format:Markdown", "kind:note"),
        ("format:md", "kind:note"),
        ("format:htm", "format:html"), ("kind:word", "format:docx"),
    ])
    func `the usual names of formats are known`(written: String, filter: String) {
        #expect(SearchEngine.interpret(SearchQuery(written)).filterText == filter)
    }

    @Test func `a word that is repeated very often is looked up once`() async throws {
        let items = (0..<50).map { Item.note("\($0)", text: "ferns and mills number \($0)") }
        let query = SearchQuery(Array(repeating: "ferns", count: 5_000).joined(separator: " OR "))
        #expect(try await SearchFixture(items).engine().count(query).items == 50)
    }
}
