import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import RecallTestSupport
import Testing

/// Memories in answers, with a model and without.
@Suite(.scratch) struct MemoryTurnTests {
    private static func library(_ memories: [(String, MemorySensitivity)]) async throws -> RecallLibrary {
        let library = try await AssistantFixture.library()
        for (text, sensitivity) in memories {
            _ = try library.addMemory(
                MemoryContent(text, sensitivity: sensitivity), resolving: .keepBoth, now: .days(60))
        }
        return library
    }

    private static func remember(_ library: RecallLibrary, _ answer: Answer) -> MemoryProposal? {
        var answer = answer
        return library.remember(after: &answer, origin: .hand)
    }

    private static func answer(
        _ library: RecallLibrary, _ question: String, _ model: ScriptedModel? = nil
    ) async throws -> Answer {
        try #require(await Assistant(library, model: model).answer(AssistantFixture.question(question)))
    }

    @Test func `a model reads the memories that belong to the question, and no secret one`() async throws {
        let library = try await Self.library([
            ("My dentist is Dr. Weber", .normal), ("My dentist has the door code 4711", .secret),
            ("My dentist costs 90 euros", .private), ("I prefer window seats", .normal),
        ])
        let model = ScriptedModel(saying: "Your dentist is Dr. Weber.")
        let answer = try await Self.answer(library, "Who is my dentist?", model)
        let read = model.requests.map(\.text).joined()
        #expect(read.contains("My dentist is Dr. Weber") && read.contains("90 euros"))
        #expect(!read.contains("4711") && !read.contains("window seats"))
        #expect(Set(answer.memories.map(\.text)) == ["My dentist is Dr. Weber", "My dentist costs 90 euros"])
        #expect(answer.isFound && answer.sentences.map(\.isSupported) == [true])
    }

    @Test func `a memory of somebody else is no answer, and is told as near where nothing answers`() async throws {
        let library = try await Self.library([
            ("My sister's birthday is 3 May", .normal), ("Ben's birthday is 9 June", .normal),
        ])
        for (question, answer) in [
            ("When is my sister's birthday?", "3 May"), ("When is Ben's birthday?", "9 June"),
            ("When is my brother's birthday?", nil), ("When is Olga's birthday?", nil), ("When is my birthday?", nil),
        ] as [(String, String?)] {
            let found = try await Self.answer(library, question)
            #expect(found.isFound == (answer != nil), "\(question)")
            let told = found.sentences.filter { $0.text.hasPrefix("You told me on") }.map(\.text)
            #expect(told.count == found.memories.count && told.count <= 2, "\(question)")
            if let answer { #expect(told.first?.contains(answer) == true, "\(question)") }
        }
        #expect(try await Self.answer(library, "When is my birthday?").memories.count == 2)
    }

    @Test func `memories have a budget of their own`() async throws {
        let library = try await Self.library(
            (0..<20).map { ("The kettle number \($0) " + String(repeating: "whistles loudly ", count: 40), .normal) })
        let model = ScriptedModel(window: 1_024) { _, _ in [.text("NOT FOUND"), .end(.complete)] }
        _ = try await Self.answer(library, "Which kettle whistles?", model)
        let request = try #require(model.requests.first)
        #expect(request.text.ranges(of: "The kettle number").count <= 1)
        #expect(TokenEstimate.tokens(in: request.text) < 1_024)
    }

    @Test func `without a model, a memory that answers is the answer, as what the person told`() async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", .secret)])
        let answer = try await Self.answer(library, "Who is my dentist?")
        #expect(answer.isFound && answer.model == nil)
        let first = try #require(answer.sentences.first)
        #expect(first.text == "You told me on 1 March 2024: My dentist is Dr. Weber")
        #expect(first.citations.isEmpty && !first.isQuotation)
        #expect(answer.memories.map(\.text) == ["My dentist is Dr. Weber"])
    }

    @Test func `a statement beside a question is not searched, and stays in what was asked`() async throws {
        let library = try await Self.library([])
        let alone = try await Self.answer(library, "What does Orlov keep?")
        let message = "I am allergic to nuts. What does Orlov keep?"
        let answer = try await Self.answer(library, message)
        #expect(alone.isFound && answer.sentences == alone.sentences && answer.question == message)
        #expect(answer.statement?.content.text == "I am allergic to nuts")
    }

    @Test func `a question that no memory answers is answered as before`() async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", .normal)])
        let answer = try await Self.answer(library, "From which platform does the night train to Vienna leave?")
        #expect(answer.memories.isEmpty && !answer.sentences.contains { $0.text.contains("told") })
    }

    @Test func `a message that states and asks nothing is not searched`() async throws {
        let library = try await Self.library([])
        let answer = try await Self.answer(library, "My cat is called Orlov")
        #expect(answer.sentences.map(\.text) == ["That asks nothing, so nothing was searched."])
        #expect(answer.statement?.content.text == "My cat is called Orlov" && answer.citations.isEmpty)
        let asked = try await Self.answer(library, "My cat is called Orlov. What does Orlov keep?")
        #expect(asked.citations.isEmpty == false)
    }

    @Test(arguments: [false, true])
    func `what the person asks to remember is kept with the answer, also without a model`(hasModel: Bool) async throws {
        let library = try await Self.library([])
        let model = ScriptedModel(saying: "NOT FOUND")
        let answer = try await Self.answer(
            library, "Please remember that the key is in the barn.", hasModel ? model : nil)
        #expect(answer.sentences.map(\.text) == ["I will remember: The key is in the barn"])
        #expect(answer.statement?.isAskedFor == true && model.requests.isEmpty)
        #expect(try library.memories().isEmpty)
        #expect(Self.remember(library, answer) == nil)
        #expect(try library.memories().map(\.text) == ["The key is in the barn"])
    }

    @Test(arguments: ["forget my dentist", "Please forget that my dentist is Dr. Weber.", "Can you forget my dentist?"])
    func `what is to be forgotten is shown with the way to forget it, and forgets nothing`(wish: String) async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", .secret), ("I prefer window seats", .normal)])
        let model = ScriptedModel(saying: "Done.")
        let answer = try await Self.answer(library, wish, model)
        let id = try #require(library.memories().first { $0.text.contains("dentist") }).id
        #expect(answer.isFound && answer.sentences.count == 1 && model.requests.isEmpty)
        #expect(answer.sentences[0].text.contains("My dentist is Dr. Weber"))
        #expect(answer.sentences[0].text.contains("memory forget \(id.description.prefix(8))"))
        #expect(answer.memories.map(\.id) == [id] && answer.notes.first?.hasPrefix("Nothing is forgotten yet") == true)
        #expect(try library.memories().count == 2)
    }

    @Test func `what no memory says cannot be forgotten, and flowers are no wish to forget`() async throws {
        let library = try await Self.library([("I prefer window seats", .normal)])
        let answer = try await Self.answer(library, "forget my dentist")
        #expect(!answer.isFound && answer.sentences.isEmpty)
        #expect(
            answer.notes == [
                "No memory is about this, so nothing was forgotten. The page Memory and recall memory list show all."
            ])
        for question in ["forget-me-nots for the garden", "Did I forget my bicycle?", "forget it"] {
            let asked = try await Self.answer(library, question)
            #expect(!asked.notes.contains { $0.contains("forgotten") }, "\(question)")
        }
    }

    @Test func `what contradicts a memory is asked about, and proposed`() async throws {
        let library = try await Self.library([("I live in Leeds", .normal)])
        let answer = try await Self.answer(library, "Remember that I live in York.")
        #expect(answer.sentences.first?.text.contains("You told me before: I live in Leeds") == true)
        let proposal = try #require(Self.remember(library, answer))
        #expect(proposal.content.text == "I live in York")
        #expect(try library.memories().map(\.text) == ["I live in Leeds"])
    }

    @Test func `what the person says beside a question is proposed, and nothing that only the model said`() async throws
    {
        let library = try await Self.library([])
        let model = ScriptedModel(
            saying: "I prefer window seats. My dentist is Dr. Weber. Remember that I live in Leeds.")
        let said = try await Self.answer(library, "I am allergic to nuts. What does Orlov keep?", model)
        #expect(said.statement?.content.text == "I am allergic to nuts")
        #expect(Self.remember(library, said)?.content.text == "I am allergic to nuts")
        let asked = try await Self.answer(library, "What does Orlov keep?", model)
        #expect(asked.statement == nil && Self.remember(library, asked) == nil)
        #expect(try library.memories().isEmpty)
    }

    @Test func `the time of a memory's use is noted`() async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", .normal)])
        let answer = try await Self.answer(library, "Who is my dentist?")
        #expect(try library.memories()[0].lastUsed == nil)
        _ = Self.remember(library, answer)
        #expect(try library.memories()[0].lastUsed != nil)
    }

    /// What a model reads for a question after an earlier one that no model answered.
    private static func read(after earlier: String, in library: RecallLibrary) async throws -> String {
        let told = try await answer(library, earlier)
        var question = AssistantFixture.question("What does Orlov keep?")
        question.earlier = [told]
        let model = ScriptedModel(saying: "NOT FOUND")
        _ = await Assistant(library, model: model).answer(question)
        return model.requests.map(\.text).joined()
    }

    @Test(arguments: [MemorySensitivity.normal, .secret])
    func `a secret that was told before there was a model reaches none`(_ sensitivity: MemorySensitivity) async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", sensitivity)])
        let read = try await Self.read(after: "Who is my dentist?", in: library)
        #expect(read.contains("Dr. Weber") == (sensitivity == .normal))
    }

    @Test(arguments: [MemorySensitivity.normal, .secret])
    func `what was told to be remembered as a secret reaches no model`(_ sensitivity: MemorySensitivity) async throws {
        let library = try await Self.library([("The key is in the barn", sensitivity)])
        let read = try await Self.read(after: "Please remember that the key is in the barn.", in: library)
        #expect(read.contains("barn") == (sensitivity == .normal))
    }

    @Test func `what was told and is forgotten reaches no model`() async throws {
        let library = try await Self.library([("My dentist is Dr. Weber", .normal)])
        let told = try await Self.answer(library, "Who is my dentist?")
        for memory in try library.memories() { _ = try library.forgetMemory(memory.id) }
        var question = AssistantFixture.question("What does Orlov keep?")
        question.earlier = [told]
        let model = ScriptedModel(saying: "NOT FOUND")
        _ = await Assistant(library, model: model).answer(question)
        #expect(!model.requests.isEmpty && !model.requests.contains { $0.text.contains("Weber") })
    }

    @Test func `an answer that repeats a contradicted memory is found when that is forgotten`() async throws {
        let library = try await Self.library([("I live in Leeds", .normal)])
        let answer = try await Self.answer(library, "Remember that I live in York.")
        #expect(answer.memories.map(\.text) == ["I live in Leeds"])
    }
}
