import RecallAssistant
import RecallCore
import RecallTestSupport
import Testing

/// Lines that only are polite are answered without a search; all others are questions.
@Suite(.scratch) struct SmallTalkTests {
    @Test(arguments: [
        ("hello", SmallTalk.greeting), ("Hi!", .greeting), ("hi there", .greeting), ("Guten Morgen", .greeting),
        ("hola", .greeting), ("¡Buenos días!", .greeting), ("HELLO RECALL", .greeting), ("ok, hello", .greeting),
        ("thanks", .thanks), ("thank you!", .thanks), ("Thank you so much", .thanks), ("ok thanks", .thanks),
        ("danke", .thanks), ("Obrigada!", .thanks), ("dank je wel", .thanks),
        ("Danke schön!", .thanks), ("merci beaucoup", .thanks), ("Thanks, bye!", .farewell),
        ("Tschüss", .farewell), ("ok", .assent), ("OK.", .assent), ("ok?", .assent), ("how are you?", .curiosity),
        ("What can you do?", .curiosity), ("hello, who are you?", .curiosity),
    ])
    func `polite words are told from questions`(line: String, kind: SmallTalk) {
        #expect(SmallTalk(line) == kind)
    }

    @Test(arguments: [
        "hello kitty order number?", "thanks giving dates?", "what did I thank Ann for", "thanks for the fish?",
        "When is Thanksgiving?", "hi-fi receipt", "ok corral tickets", "good morning yoga", "night", "tag", "there",
        "please", "morgen", "all", "who are you meeting on Friday?", "thank you card for Bea", "ok google password",
        "", "?", "👍", "42", "bye bye birdie", "goodbye party date", "hello\u{0}world", "Ok Ann",
        String(repeating: "hello ", count: 1_000),
    ])
    func `a line with any other word is a question`(line: String) {
        #expect(SmallTalk(line) == nil)
    }

    @Test(arguments: ["hello", "Thanks, bye!", "how are you?", "ok"])
    func `one line answers, and nothing is searched`(line: String) async throws {
        let assistant = Assistant(try await AssistantFixture.library())
        var updates: [AnswerUpdate] = []
        for await update in assistant.ask(AssistantFixture.question(line)).updates { updates.append(update) }
        guard case .answer(let answer)? = updates.first, updates.count == 1 else {
            Issue.record("\(updates)")
            return
        }
        #expect(answer.isFound && answer.sentences.count == 1 && answer.notes.isEmpty)
        #expect(answer.sentences.allSatisfy { $0.isSupported && !$0.isQuotation && !$0.text.contains("\n") })
        #expect(answer.citations.isEmpty && answer.toolUses.isEmpty && answer.model == nil)
    }

    @Test func `a model is not asked`() async throws {
        let model = ScriptedModel(saying: "Certainly.")
        let assistant = Assistant(try await AssistantFixture.library(), model: model)
        let answer = try #require(await assistant.answer(AssistantFixture.question("Thank you!")))
        #expect(answer.sentences.map(\.text) == ["You are welcome."] && answer.model == nil)
        #expect(model.requests.isEmpty)
    }

    @Test func `what follows is about the question before it`() async throws {
        let assistant = Assistant(try await AssistantFixture.library())
        let first = try #require(
            await assistant.answer(AssistantFixture.question("When does the night train to Vienna leave?")))
        let thanks = try #require(await assistant.answer(AssistantFixture.question("thanks", earlier: [first])))
        let then = try #require(
            await assistant.answer(
                AssistantFixture.question("And from which platform?", earlier: [first, thanks])))
        let without = try #require(
            await assistant.answer(AssistantFixture.question("And from which platform?", earlier: [first])))
        #expect(then.citations.map(\.item.id) == without.citations.map(\.item.id))
        #expect(then.sentences.contains { $0.text.contains("platform 7") })
    }
}
