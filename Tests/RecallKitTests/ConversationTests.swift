import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Conversations through the door.
@Suite(.scratch) struct ConversationTests {
    private static func answer(_ question: String, citing item: Item? = nil) -> Answer {
        let citations = item.map { item in
            [Answer.Citation(number: 1, item: ItemSummary(item), range: 0..<item.text.utf8.count, text: item.text)]
        }
        return Answer(
            question: question,
            sentences: item.map { [.init(text: $0.text, isSupported: true, isQuotation: true, citations: [1])] } ?? [],
            citations: citations ?? [], isFound: item != nil)
    }

    @Test func `a library that is open for reading keeps conversations`() async throws {
        let item = Item.mail("a", "Kettle", text: "it whistles")
        let fixture = try await DeletionFixture.holding([item])
        let reader = try RecallLibrary(at: fixture.location, for: .read, model: .none)
        let id = try reader.beginConversation(scope: "kind:email")
        #expect(try reader.conversations().conversations.isEmpty)
        #expect(try reader.keep(Self.answer("Who whistles?", citing: item), in: id) == 0)
        #expect(try reader.keep(Self.answer("And why?"), in: id) == 1)
        #expect(try reader.keep(Self.answer("And when?"), in: id, replacingLast: true) == 1)
        let conversation = try #require(try reader.conversation(id))
        #expect(conversation.summary.title == "Who whistles?" && conversation.scope == "kind:email")
        #expect(conversation.turns.map(\.answer.question) == ["Who whistles?", "And when?"])
        #expect(try reader.renameConversation(id, to: "Whistling"))
        #expect(try reader.setScope("", ofConversation: id))
        #expect(try reader.conversations(matching: "whistling").conversations.map(\.title) == ["Whistling"])
        #expect(try reader.deleteConversation(id) == .gone)
        #expect(try reader.conversation(id) == nil)
        #expect(try !reader.renameConversation(id, to: "again"))
    }

    @Test func `a whole address in a scope is that address alone, whatever its person is called`() async throws {
        var (own, other) = (Item.mail("a", text: "The key is here."), Item.mail("b", text: "The key is there."))
        own.sender = Participant(name: "Anna Lind", address: "anna@lind.example")
        other.sender = Participant(name: "Anna Lind", address: "anna@evil.example")
        let library = try await DeletionFixture.holding([own, other]).library
        func found(_ filter: SearchFilter?) throws -> [String] {
            try library.page(SearchQuery("", filter: try #require(filter)), offset: 0, limit: 9).items
                .compactMap { $0.summary.externalID }
        }
        #expect(try found(RecallLibrary.scopeFilter("from:ANNA@lind.example")) == ["a"])
        #expect(try found(RecallLibrary.scopeFilter("kind:email (from:anna@lind.example OR to:x@y.example)")) == ["a"])
        #expect(try found(RecallLibrary.interpret("from:anna@lind.example").filter).count == 2)
        #expect(try found(RecallLibrary.scopeFilter("-from:anna@lind.example")).isEmpty)
    }

    @Test func `nothing of a deleted item is in a conversation, nor of a deleted source`() async throws {
        let (first, second) = (
            Item.note("xnumbatx", text: "zqkettlex whistles"), Item.note("ywombaty", text: "zqlanternx")
        )
        let fixture = try await DeletionFixture.holding([first, second])
        let id = try fixture.library.beginConversation()
        for item in [first, second] { _ = try fixture.library.keep(Self.answer("What?", citing: item), in: id) }
        _ = try fixture.library.deleteItem(first.id)
        #expect(try fixture.location.found(["zqkettlex", "xnumbatx", "zqlanternx"]) == ["zqlanternx"])
        let source = try #require(try fixture.source())
        _ = try fixture.library.deleteSource(source)
        #expect(try fixture.location.found(["zqlanternx", "ywombaty"]) == [])
        let states = try fixture.library.conversation(id)?.turns.map(\.states)
        #expect(states == [[1: .deleted], [1: .deleted]])
        // An import brings the item back, and the answer stays as it is.
        try await fixture.library.store.importItems([second], path: "/again")
        #expect(try fixture.library.conversation(id)?.turns.last?.states == [1: .deleted])
    }

    @Test func `the title is the first question, shortened at a word`() {
        #expect(ConversationTitle.of("Where\n is  it?") == "Where is it?")
        let long = "What did the landlord write about the deposit of the flat in Quarry Lane last year?"
        #expect(ConversationTitle.of(long) == "What did the landlord write about the deposit of the flat in…")
        #expect(ConversationTitle.of(String(repeating: "a", count: 90)) == String(repeating: "a", count: 60) + "…")
        #expect(ConversationTitle.of("a\u{202E}b\u{1B}[0m") == "ab[0m")
    }

    @Test func `a scope selects and never ranks`() {
        #expect(RecallLibrary.scopeFilter("") == .everything)
        #expect(RecallLibrary.scopeFilter("kind:email from:anna") != nil)
        #expect(RecallLibrary.scopeFilter("kettle") == nil)
        #expect(RecallLibrary.scopeFilter("kind:email kettle") == nil)
        for nothing in ["(", "()", "((", "(()", "()()", "(\"", " ", "\"\""] {
            #expect(RecallLibrary.scopeFilter(nothing) == nil, "\(nothing)")
        }
    }

    @Test func `a scope that is none is told with what it may have`() {
        let kind = RecallLibrary.scopeProblem("from:anna kind:blah")
        #expect(kind.hasPrefix("“kind:” is followed by email, message, document, note"), "\(kind)")
        #expect(!kind.contains("searched") && !kind.contains("fields"))
        let field = RecallLibrary.scopeProblem("colour:red")
        #expect(field.hasPrefix("“colour:” is not a field. The fields are from, to,"), "\(field)")
        #expect(RecallLibrary.scopeProblem("kettle").hasPrefix("A scope has fields alone"))
    }

    @Test(arguments: [
        (true, false, "The kettle"), (false, true, "This may answer it:"),
        (false, false, "Nothing surely answers this"),
    ])
    func `what is quoted is said to be an answer, to be one perhaps, or to be near`(
        isFound: Bool, isPossible: Bool, said: String
    ) {
        var answer = Self.answer("The kettle", citing: Item.note("a", text: "The kettle is hot."))
        (answer.isFound, answer.isPossible) = (isFound, isPossible)
        let turn = KeptTurn(position: 1, asked: .days(3), answer: answer, states: [:])
        let summary = ConversationSummary(id: .random(), title: "", created: .days(3), used: .days(3), questions: 1)
        let blocks = Conversation(summary: summary, turns: [turn]).markdown.components(separatedBy: "\n\n")
        #expect(blocks[3].replacing("\\", with: "").contains(said), "\(blocks)")
        #expect(isFound == (answer.heading == nil))
    }

    @Test func `an exported conversation shows its texts as they are`() {
        let hostile = "![a](http://evil.example/x) <img src=x> [^1-1]: www.evil.example & `rm` $x$ **b** # c"
        var item = Item.mail("a", hostile, text: "1. \(hostile)", from: "Ada")
        item.sender = Participant(name: hostile, address: "")
        let turn = KeptTurn(
            position: 1, asked: .days(3), answer: Self.answer(hostile, citing: item), states: [1: .changed])
        let now = Date.days(3)
        let summary = ConversationSummary(id: .random(), title: hostile, created: now, used: now, questions: 1)
        let text = Conversation(summary: summary, scope: "in:\(hostile)", turns: [turn]).markdown
        let bare = text.replacing(/\\./, with: "")
        for sign in ["!", "<", "](", "www.", "://", "`", "*", "$", "&", "~"] {
            #expect(!bare.contains(sign), "\(sign)")
        }
        // Of brackets only those of the two footnote marks are left.
        #expect(bare.ranges(of: "[").count == 2 && bare.ranges(of: "[^2-1]").count == 2)
        #expect(text.contains(", 2024-01-01, ") && text.contains("” (has changed since)"))
    }

    @Test func `an exported quotation ends where Recall ends it, and its sender has an address`() {
        let item = Item.mail("a", "Rack", text: "The lock is 2323” (confirmed) “see", from: "Jonas")
        let turn = KeptTurn(
            position: 0, asked: .days(3), answer: Self.answer("What?", citing: item), states: [1: .there])
        let summary = ConversationSummary(id: .random(), created: .days(3), used: .days(3))
        let text = Conversation(summary: summary, turns: [turn]).markdown
        #expect(text.ranges(of: "“The lock is 2323’ \\(confirmed\\) ‘see”").count == 2, "\(text)")
        #expect(text.contains("[^1-1]: Jonas \\<jonas\\@people.example\\>, 2024-01-01, Rack: “"), "\(text)")
    }

    @Test func `an exported citation of a deleted item says so`() {
        let turn = KeptTurn(
            position: 0, asked: .days(3), answer: Self.answer("What?", citing: .note("a", text: "b")),
            states: [1: .deleted])
        let summary = ConversationSummary(id: .random(), created: .days(3), used: .days(3))
        #expect(
            Conversation(summary: summary, turns: [turn]).markdown.hasSuffix("[^1-1]: The cited item was deleted.\n"))
    }

    @Test func `suggested questions are about people and notes, and each is answered from its thread`() async throws {
        let fixture = try DeletionFixture()
        _ = try await fixture.library.importFiles(at: ProjectFolder.sampleSources)
        let library = fixture.library.with(.none)
        let questions = try library.suggestedQuestions(within: .seconds(120))
        #expect(questions.count == 4 && Set(questions).count == 4)
        #expect(questions.contains { $0.hasPrefix("What did ") })
        for question in questions {
            #expect(try library.quotations(for: SearchQuery(question, syntax: .words)).isAnswer, "\(question)")
            #expect(!question.contains("Hanna") && !question.contains("@"), "\(question)")
            #expect(!question.contains(" - ") && !question.contains(": "), "\(question)")
        }
        #expect(try library.suggestedQuestions() == questions)
    }

    @Test func `a library of programs' mails, addresses and replies without subjects suggests nothing`() async throws {
        var program = Item.mail("a", "Your order 17", text: "is on its way")
        program.sender = Participant(name: "Mill Shop", address: "noreply@mill.example")
        var address = Item.mail("b", "Kettle", text: "it whistles")
        address.sender = Participant(address: "ada@people.example")
        let reply = Item.mail("c", "Re: [list] ", text: "yes")
        let fixture = try await DeletionFixture.holding([program, address, reply])
        #expect(try fixture.library.suggestedQuestions() == [])
    }
}
