import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Answers from the lists of notes.
@Suite(.scratch) struct ListAnswerTests {
    private func quotations(_ question: String, _ note: String) async throws -> [Quotation] {
        try await answer(question, note).quotations
    }

    private func answer(_ question: String, _ note: String) async throws -> QuotedAnswer {
        let scratch = try ScratchFolder()
        let library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write, model: .none)
        _ = try await library.importFiles(at: [try scratch.write("notes/list.md", note)])
        return try library.quotations(for: SearchQuery(question))
    }

    @Test func `a point is quoted whole, and without the next one`() async throws {
        let note = """
            # Portugal

            - Porto 27.–30.3. Casa do Carmo
            - Coimbra 30.3.–2.4. → ~~hotel Astoria~~ Hotel Oslo, 2 rooms, 231 €, booked
            - no rental car
            """
        let found = try await quotations("where do we stay in Coimbra", note)
        let texts = found.map(\.text)
        #expect(texts.allSatisfy { !$0.contains("\n") }, "\(texts)")
        let line = "Coimbra 30.3.–2.4. → ~~hotel Astoria~~ Hotel Oslo, 2 rooms, 231 €, booked"
        #expect(found.first.map(RecallLibrary.line(of:)) == line)
    }

    @Test(arguments: [
        ("how much is the hotel in Porto", false), ("how much is the hotel in Coimbra", true),
        ("how much is the ferry in Lisbon", true), ("how much is the ferry in Porto", false),
    ])
    func `what another point says of another place is no sure answer`(question: String, isSure: Bool) async throws {
        let note = """
            # Portugal

            - Porto 27.–30.3. Casa do Carmo
            - Coimbra 30.3.–2.4. Hotel Oslo, 2 rooms, the hotel is 231 euros
            - Lisbon
              - the ferry is 18 euros

            """
        let answer = try await answer(question, note)
        #expect(answer.isAnswer == isSure, "\(answer.quotations.map(\.text)) \(answer.confidence)")
    }

    @Test func `a task says whether it is done`() async throws {
        let found = try await quotations("did I cancel Netflix", "# To do\n\n- [ ] tax 2025\n- [x] cancel Netflix\n")
        #expect(found.first.map(RecallLibrary.line(of:)) == "[x] cancel Netflix", "\(found.map(\.text))")
    }

    @Test func `a point that goes on in the next line is cut at its sentences`() async throws {
        let note =
            "# Rules\n\n1. The flat is let as it is. The deposit is 900 euros\n   in two parts. Pets are allowed.\n"
        let found = try await quotations("how much is the deposit", note)
        #expect(
            found.first?.text.contains("The deposit is 900 euros\n   in two parts.") == true, "\(found.map(\.text))")
    }
}
