import Foundation
import RecallAssistant
import RecallCore
import RecallKit
import RecallModelClient
import RecallTestSupport
import Testing

/// Answers to what tools tell without an item, once the items are deleted.
@Suite(.scratch) struct ToldPeopleTests {
    /// Many mails of others, and one whose sender is to be forgotten.
    private static let items: [Item] =
        (0..<120).map { number in
            Item.mail(
                "many-\(number)", "Deposit", text: "The deposit is late.", from: "Ada", day: Double(number))
        } + [gone]
    private static let gone = Item.mail(
        "gone", "Kettle", text: "The zqkettlex whistles.", from: "Xnumbatx", day: 130)

    /// Calls a tool, and repeats what it tells.
    private static func repeating(_ tool: String, _ arguments: String) -> ScriptedModel {
        ScriptedModel { request, number in
            guard number > 0 else { return [.call(tool, arguments), .end(.complete)] }
            let said = request.text.contains("Xnumbatx: 1") ? "Xnumbatx wrote one." : "There is ywombaty one."
            return [.text(said), .end(.complete)]
        }
    }

    /// A library with a conversation that has the model's answer.
    private static func keeping(_ model: ScriptedModel) async throws -> (RecallLibrary, ConversationID) {
        let library = try await AssistantFixture.library(of: items)
        let id = try library.beginConversation()
        let question = AssistantFixture.question("Who wrote about the deposit?")
        let answer = try #require(await Assistant(library, model: model).answer(question))
        _ = try library.keep(answer, in: id)
        return (library, id)
    }

    private static func delete(from library: RecallLibrary) throws {
        _ = try library.deleteItem(gone.id)
    }

    @Test func `a name that the tool for people told goes with the last item that has it`() async throws {
        let (library, id) = try await Self.keeping(Self.repeating("people", "{}"))
        let kept = try #require(try library.conversation(id)?.turns.first?.answer)
        #expect(kept.sentences.map(\.text) == ["Xnumbatx wrote one."] && !kept.sources.contains(Self.gone.id))
        // One of many of Ada says nothing of who wrote.
        _ = try library.deleteItem(Self.items[3].id)
        #expect(try library.conversation(id)?.turns.first?.answer.sentences.map(\.text) == ["Xnumbatx wrote one."])
        try Self.delete(from: library)
        #expect(try library.location.found(["Xnumbatx", "zqkettlex"]) == [])
    }

    @Test func `a later answer that was shown the name goes with it`() async throws {
        let (library, id) = try await Self.keeping(Self.repeating("people", "{}"))
        let earlier = try #require(try library.conversation(id)?.turns.map(\.answer))
        let again = ScriptedModel(saying: "As I said, Xnumbatx.")
        let question = AssistantFixture.question("Who paid the deposit back?", earlier: earlier)
        _ = try library.keep(try #require(await Assistant(library, model: again).answer(question)), in: id)
        try Self.delete(from: library)
        #expect(try library.location.found(["Xnumbatx"]) == [])
        #expect(try library.conversation(id)?.turns.count == 2)
    }

    @Test func `an answer that is kept after the name was deleted does not tell it`() async throws {
        let library = try await AssistantFixture.library(of: Self.items)
        let id = try library.beginConversation()
        let model = Self.repeating("people", "{}")
        let question = AssistantFixture.question("Who wrote about the deposit?")
        let answer = try #require(await Assistant(library, model: model).answer(question))
        try Self.delete(from: library)
        _ = try library.keep(answer, in: id)
        #expect(try library.location.found(["Xnumbatx"]) == [])
    }

    @Test(arguments: [("count", #"{"query":"zqkettlex"}"#), ("people", #"{"query":"zqkettlex"}"#)])
    func `what was counted of a few items goes with one of them`(tool: String, arguments: String) async throws {
        let (library, id) = try await Self.keeping(Self.repeating(tool, arguments))
        #expect(try library.conversation(id)?.turns.first?.answer.sources.contains(Self.gone.id) == true)
        try Self.delete(from: library)
        #expect(try library.location.found(["Xnumbatx", "ywombaty", "zqkettlex"]) == [])
    }
}
