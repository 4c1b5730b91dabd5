import RecallAssistant
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Short questions after an answer, without a language model: alone, with what the conversation is about, or where the answer
/// stands.
@Suite(.waiting, .scratch) struct ReadingTests {
    private let assistant: Assistant

    init() async throws {
        let scratch = try ScratchFolder()
        let files = [
            "stotties":
                "# Dad's stotties\n\n- 500 g strong white flour\n- 7 g yeast\n\nBake at 220 degrees for 15 minutes.",
            "reeds": "# Pipes\n\nIf the chanter goes sharp in a hot room, leave the reed alone. It is hot in the hall.",
            "lasagne": "# Lasagne\n\nThe lasagne needs 45 minutes at 180 degrees.",
            "boiler": "# Boiler\n\nThe boiler is serviced by Colm Garvey. His number is 07700 900812.",
            "ada": "# Ada\n\nAda's birthday is on 3 May.",
        ]
        for (name, text) in files { try scratch.write("in/\(name).md", text) }
        let library = try RecallLibrary(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        _ = try await library.importFiles(at: [scratch.path + "/in"])
        try #require(try await library.embed() != nil)
        assistant = Assistant(library)
    }

    /// The answers to questions of one conversation.
    private func answers(_ questions: String...) async throws -> [Answer] {
        var answers: [Answer] = []
        for question in questions {
            answers.append(
                try #require(await assistant.answer(AssistantFixture.question(question, earlier: answers))))
        }
        return answers
    }

    @Test func `a short question is answered where the answer before it stands, though others have its word`()
        async throws
    {
        let answers = try await answers("How much flour is in Dad's stotties?", "How hot?")
        #expect(answers[0].sentences.first?.text.contains("500 g") == true)
        #expect(answers[1].sentences.first?.text.contains("220 degrees") == true)
        let alone = try await self.answers("How hot?")
        #expect(alone[0].sentences.first?.text.contains("220 degrees") != true)
    }

    @Test func `it is asked with what the conversation is about`() async throws {
        let answers = try await answers("Who services the boiler?", "His number?")
        #expect(answers[1].sentences.first?.text.contains("07700 900812") == true)
    }

    @Test func `a short question that names somebody is not about the answer before it`() async throws {
        let answers = try await answers("Who services the boiler?", "When is Ada's birthday?")
        #expect(answers[1].isFound && answers[1].sentences.first?.text.contains("3 May") == true)
    }
}
