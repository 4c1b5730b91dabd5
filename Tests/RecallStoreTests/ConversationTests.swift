import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

/// Conversations in the tables of the library.
@Suite(.scratch) struct ConversationTests {
    fileprivate static let noon = Date(timeIntervalSince1970: 1_709_900_000)

    /// An answer of one sentence for each item, which cites the whole of it.
    private static func answer(_ items: [Item], question: String = "Who whistles?", model: String? = nil) -> Answer {
        Answer(
            question: question,
            sentences: items.enumerated().map { index, item in
                Answer.Sentence(text: "Said: " + item.text, isSupported: true, citations: [index + 1])
            },
            citations: items.enumerated().map { index, item in
                Answer.Citation(
                    number: index + 1, item: ItemSummary(item), range: 0..<item.text.utf8.count, text: item.text)
            }, isFound: true, model: model.map { AnswerModel(name: $0) })
    }

    private func begin(_ store: ConversationStore, used: Date = noon, title: String = "") throws -> ConversationID {
        let summary = ConversationSummary(id: .random(), title: title, created: used, used: used)
        try store.write { try $0.insert(Conversation(summary: summary)) }
        return summary.id
    }

    private func delete(_ thread: ThreadRow, from store: LibraryStore) throws {
        try store.write { transaction in
            try transaction.delete(items: transaction.snapshot.itemRows(thread: thread))
            try transaction.delete(thread: thread)
        }
    }

    @Test func `an answer is read as it was kept`() throws {
        let fixture = try StoreFixture()
        let note = Item.note("a", text: "the kettle whistles")
        try fixture.add([note])
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        var answer = Self.answer([note], model: "made-up")
        answer.sentences[0].dates = [DatedPhrase(phrase: "today", meaning: "8 March 2024")]
        answer.toolUses = [Answer.ToolUse(tool: "search", arguments: #"{"query":"kettle"}"#, results: 3)]
        (answer.context, answer.notes) = (Answer.ContextUse(budget: 9, tokens: 7), ["Stopped."])
        answer.isPossible = true
        (answer.duration, answer.model) = (.milliseconds(1_500), AnswerModel(name: "made-up", machine: "there"))
        #expect(try kept.write { try $0.keep(answer, asked: Self.noon, in: id) } == 0)
        let turn = try #require(try fixture.store.read { try $0.conversation(id) }?.turns.first)
        answer.citations[0].item.externalID = nil
        #expect(turn.answer == answer)
        #expect(turn.asked == Self.noon && turn.states == [1: .there])
    }

    /// An item that will be deleted, and one that stays.
    private static let gone = Item.note("xwombatplan", text: "the numbat sleeps till noon")
    private static let stays = Item.note("stays", text: "a lantern glows")

    /// A library of both, and the thread of the one to be deleted.
    private static func fixture() throws -> (StoreFixture, ThreadRow) {
        let fixture = try StoreFixture()
        let thread = try fixture.add([gone])
        try fixture.add([stays])
        return (fixture, thread)
    }

    @Test func `deleting an item removes its words from the answers that cite it, in every file`() throws {
        let (fixture, thread) = try Self.fixture()
        let (gone, stays, kept) = (Self.gone, Self.stays, ConversationStore(at: fixture.store.location))
        let (quoted, written) = (try begin(kept), try begin(kept))
        var model = Self.answer([stays, gone], model: "made-up")
        model.sentences.append(Answer.Sentence(text: "A numbat, then.", isSupported: false, citations: []))
        model.toolUses = [Answer.ToolUse(tool: "search", arguments: #"{"query":"numbat"}"#, results: 1)]
        try kept.write { transaction in
            _ = try transaction.keep(Self.answer([gone, stays]), asked: Self.noon, in: quoted)
            _ = try transaction.keep(model, asked: Self.noon, in: written)
        }
        let location = fixture.store.location
        #expect(try location.found(["numbat", "xwombatplan"]) == ["numbat", "xwombatplan"])

        try delete(thread, from: fixture.store)
        let answers = try [quoted, written].map { id in
            try #require(try fixture.store.read { try $0.conversation(id) }?.turns.first)
        }
        #expect(answers[0].answer.sentences.map(\.text) == ["The cited item was deleted.", "Said: a lantern glows"])
        #expect(answers[0].states == [1: .deleted, 2: .there])
        #expect(answers[0].answer.citations[0].text.isEmpty && answers[0].answer.citations[0].item.title.isEmpty)
        #expect(answers[0].answer.citations[0].item.id == ItemID(high: 0, low: 0))
        // Any sentence of a model may repeat what it has read.
        #expect(answers[1].answer.sentences.count == 1 && answers[1].states == [1: .there, 2: .deleted])
        #expect(answers[1].answer.sentences[0].text.contains("deleted"))
        #expect(answers[1].answer.toolUses.map(\.arguments) == ["{}"])
        try fixture.store.purge()
        #expect(try location.found(["numbat", "xwombatplan", "lantern"]) == ["lantern"])
    }

    /// An answer of a model that repeats the first item, and cites the second.
    private static func repeating(_ gone: Item, citing stays: Item) -> Answer {
        var answer = answer([stays], model: "made-up")
        answer.sentences.append(.init(text: gone.text, isSupported: false, citations: [1]))
        answer.sources = [gone.id, stays.id]
        return answer
    }

    @Test func `deleting an item removes the answers of a model that read it and did not cite it, in every file`()
        throws
    {
        let (fixture, thread) = try Self.fixture()
        let (gone, stays, kept) = (Self.gone, Self.stays, ConversationStore(at: fixture.store.location))
        let id = try begin(kept)
        var failed = Answer(question: "Who sleeps?", isFound: false, sources: [gone.id])
        failed.toolUses = [Answer.ToolUse(tool: "search", arguments: #"{"query":"numbat"}"#, results: 1)]
        try kept.write { transaction in
            _ = try transaction.keep(Self.repeating(gone, citing: stays), asked: Self.noon, in: id)
            _ = try transaction.keep(Self.answer([stays], model: "made-up"), asked: Self.noon, in: id)
            _ = try transaction.keep(failed, asked: Self.noon, in: id)
        }
        #expect(try fixture.store.read { try $0.conversation(id) }?.turns.first?.answer.sources == [gone.id, stays.id])

        try delete(thread, from: fixture.store)
        try fixture.store.purge()
        #expect(try fixture.store.location.found(["numbat", "lantern"]) == ["lantern"])
        let turns = try #require(try fixture.store.read { try $0.conversation(id) }).turns
        #expect(turns[0].answer.sentences.map(\.citations) == [[]] && turns[0].states == [1: .there])
        #expect(turns[0].answer.sources == [stays.id])
        #expect(turns[1].answer == Self.answer([stays], model: "made-up").withoutExternalIDs)
        // Kept after the deletion.
        _ = try kept.write { try $0.keep(Self.repeating(gone, citing: stays), asked: Self.noon, in: id) }
        try fixture.store.checkpoint()
        #expect(try fixture.store.location.found(["numbat"]) == [])
    }

    @Test func `an answer that is kept after a cited item was deleted keeps nothing of it`() throws {
        let fixture = try StoreFixture()
        let gone = Item.note("xwombatplan", text: "the numbat sleeps")
        let thread = try fixture.add([gone])
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        try delete(thread, from: fixture.store)
        _ = try kept.write { try $0.keep(Self.answer([gone]), asked: Self.noon, in: id) }
        try fixture.store.purge()
        #expect(try fixture.store.read { try $0.conversation(id) }?.turns.first?.states == [1: .deleted])
        #expect(try fixture.store.location.found(["numbat", "xwombatplan"]) == [])
    }

    @Test func `a deletion that is rolled back leaves the answers as they were`() throws {
        let fixture = try StoreFixture()
        let note = Item.note("a", text: "the kettle whistles")
        let thread = try fixture.add([note])
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        _ = try kept.write { try $0.keep(Self.answer([note]), asked: Self.noon, in: id) }
        struct Failure: Error {}
        #expect(throws: Failure.self) {
            try fixture.store.write { transaction in
                try transaction.delete(items: transaction.snapshot.itemRows(thread: thread))
                throw Failure()
            }
        }
        let turn = try #require(try fixture.store.read { try $0.conversation(id) }?.turns.first)
        #expect(turn.answer.sentences[0].text.hasSuffix("the kettle whistles") && turn.states == [1: .there])
    }

    @Test func `a citation knows that its item has another text now`() throws {
        let fixture = try StoreFixture()
        let note = Item.note("a", text: "the kettle whistles")
        try fixture.add([note])
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        _ = try kept.write { try $0.keep(Self.answer([note]), asked: Self.noon, in: id) }
        let queue = try DatabaseQueue(path: fixture.store.location.database)
        try queue.write { try $0.execute(sql: "UPDATE item_content SET text = 'the kettle is silent'") }
        try queue.close()
        #expect(try fixture.store.read { try $0.conversation(id) }?.turns.first?.states == [1: .changed])
    }

    @Test func `a deleted conversation is in no file, and others stay`() throws {
        let fixture = try StoreFixture()
        let kept = ConversationStore(at: fixture.store.location)
        let (gone, stays) = (try begin(kept, title: "xtitlex"), try begin(kept, title: "ytitley"))
        for id in [gone, stays] {
            let word = id == gone ? "quokka" : "lantern"
            let answer = Answer(
                question: "\(word)?", sentences: [.init(text: "\(word)!", isSupported: true, citations: [])],
                isFound: true)
            _ = try kept.write { try $0.keep(answer, asked: Self.noon, in: id) }
        }
        let location = fixture.store.location
        #expect(try location.found(["quokka", "xtitlex"]) == ["quokka", "xtitlex"])
        #expect(try kept.delete { try $0.delete(gone) }.value)
        #expect(try location.found(["quokka", "xtitlex", "lantern", "ytitley"]) == ["lantern", "ytitley"])
        #expect(try fixture.store.read { try $0.conversation(gone) } == nil)
        #expect(try !kept.delete { try $0.delete(gone) }.value)
    }

    @Test func `what is deleted beside a reader is said to remain, and goes once the reader has finished`() throws {
        let fixture = try StoreFixture()
        let thread = try fixture.add([.note("a", text: "the numbat sleeps")])
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept, title: "xtitlex")
        let location = fixture.store.location
        let reader = try LibraryStore(at: location, for: .read)
        try reader.read { snapshot in
            #expect(try snapshot.deletionCount() == 0)
            #expect(try kept.delete { try $0.delete(id) } == (true, .remains))
            try delete(thread, from: fixture.store)
            #expect(try fixture.store.purge() == .remains)
            #expect(try location.found(["numbat", "xtitlex"]) == ["numbat", "xtitlex"])
        }
        #expect(try fixture.store.purge() == .gone)
        #expect(try location.found(["numbat", "xtitlex"]) == [])
    }

    @Test func `an answer that is asked for again replaces the last one, in every file`() throws {
        let fixture = try StoreFixture()
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        for (word, replaces) in [("one", false), ("quokka", false), ("three", true)] {
            let position = try kept.delete {
                try $0.keep(Answer(question: word, isFound: false), asked: Self.noon, in: id, replacingLast: replaces)
            }.value
            #expect(position == (word == "one" ? 0 : 1))
        }
        let turns = try #require(try fixture.store.read { try $0.conversation(id) }).turns
        #expect(turns.map(\.answer.question) == ["one", "three"])
        #expect(try fixture.store.location.found(["quokka"]) == [])
        #expect(
            try kept.write {
                try $0.keep(Answer(question: "?", isFound: false), asked: Self.noon, in: ConversationID(rawValue: 1))
            } == nil)
    }

    @Test func `conversations are listed by their last use, page by page, and found by words`() throws {
        let fixture = try StoreFixture()
        let kept = ConversationStore(at: fixture.store.location)
        var ids: [ConversationID] = []
        for number in 0..<7 {
            let time = Self.noon.addingTimeInterval(Double(number / 2))
            ids.append(try begin(kept, used: time, title: number == 3 ? "Müller’s deposit" : "Title \(number)"))
            let answer = Answer(question: number == 5 ? "And the Kaution?" : "And \(number)?", isFound: false)
            _ = try kept.write { try $0.keep(answer, asked: time, in: ids[number]) }
        }
        _ = try begin(kept)
        var (listed, place): ([ConversationID], ConversationListPosition?) = ([], nil)
        repeat {
            let page = try fixture.store.read { try $0.conversations(matching: "", after: place, limit: 2) }
            listed += page.conversations.map(\.id)
            place = page.end
        } while place != nil
        #expect(Set(listed) == Set(ids) && listed.count == 7)
        #expect(listed.first == ids[6] && Set(listed.suffix(2)) == Set(ids.prefix(2)))
        func found(_ words: String) throws -> [ConversationID] {
            try fixture.store.read { try $0.conversations(matching: words, after: nil, limit: 9) }.conversations.map(
                \.id)
        }
        #expect(try found("muller DEPOS") == [ids[3]])
        #expect(try found("kaution title") == [ids[5]])
        #expect(try found("aution").isEmpty)
        #expect(try found("%_' OR 1").isEmpty)
        #expect(
            try fixture.store.read { try $0.conversations(matching: "and", after: nil, limit: 9) }.conversations.count
                == 7)
    }

    @Test func `conversations are kept while an import holds the lock of the writer, and no cache goes stale`() throws {
        let fixture = try StoreFixture()
        try fixture.add([.note("a", text: "the kettle whistles")])
        let before = try fixture.store.read { try $0.revision() }
        // Another connection, as of another process; the fixture holds the lock of the writer.
        #expect(throws: StoreError.self) { try LibraryStore(at: fixture.store.location, for: .write) }
        let id = try begin(ConversationStore(at: fixture.store.location))
        #expect(try fixture.store.read { try $0.conversation(id) } != nil)
        #expect(try fixture.store.read { try $0.revision() } == before)
    }

    @Test func `conversations and an import write at the same time, and nothing of either is lost`() async throws {
        let fixture = try StoreFixture()
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<60 {
                    try fixture.add([.note("note\(number)", text: String(repeating: "lantern \(number) ", count: 400))])
                    if number % 7 == 0 { try fixture.store.checkpoint() }
                }
            }
            for task in 0..<2 {
                group.addTask {
                    for number in 0..<30 {
                        let answer = Answer(question: "\(task) \(number)", isFound: false)
                        _ = try kept.write { try $0.keep(answer, asked: Self.noon, in: id) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.store.isUndamaged())
        let conversation = try #require(try fixture.store.read { try $0.conversation(id) })
        #expect(Set(conversation.turns.map(\.answer.question)).count == 60)
        #expect(conversation.turns.map(\.position) == Array(0..<60))
        #expect(try fixture.found(.phrase("lantern")).count == 60)
    }

    @Test func `a transaction that is cut off leaves the conversation as it was`() throws {
        let fixture = try StoreFixture()
        let kept = ConversationStore(at: fixture.store.location)
        let id = try begin(kept, title: "before")
        struct Killed: Error {}
        #expect(throws: Killed.self) {
            try kept.write { transaction in
                _ = try transaction.rename(id, to: "after")
                _ = try transaction.keep(Answer(question: "?", isFound: false), asked: Self.noon, in: id)
                throw Killed()
            }
        }
        let conversation = try #require(try fixture.store.read { try $0.conversation(id) })
        #expect(conversation.summary.title == "before" && conversation.turns.isEmpty)
        #expect(try kept.write { try $0.rename(id, to: "after") })
    }

    @Test(arguments: OldLibrary.versions.dropLast())
    func `nothing is kept in a library that is not migrated, and nothing of it changes`(version: String) throws {
        let library = try OldLibrary(version)
        let before = try library.dump()
        #expect {
            try begin(ConversationStore(at: library.location))
        } throws: {
            ($0 as? StoreError)?.code == .outdated
        }
        #expect(try library.dump() == before)
    }

    @Test func `nothing is kept where there is no library, and none is made`() throws {
        let location = LibraryLocation(path: try ScratchFolder().path + "/none")
        #expect {
            try begin(ConversationStore(at: location))
        } throws: {
            ($0 as? StoreError)?.code == .notFound
        }
        #expect(!FileManager.default.fileExists(atPath: location.folder))
    }

    @Test func `the source of the fixture is there, and deleting it blanks the answer that does not cite it`() throws {
        let library = try OldLibrary("012")
        let store = try LibraryStore(at: library.location, for: .write)
        let id = try #require(ConversationID("0123456789abcdef"))
        let source = try #require(try store.read { try $0.conversation(id) }?.turns.first?.answer.sources.first)
        try store.write { transaction in
            let key = try #require(try transaction.snapshot.key(of: source))
            try transaction.delete(items: [key.row])
            try transaction.delete(thread: key.thread)
        }
        let turn = try #require(try store.read { try $0.conversation(id) }?.turns.first)
        #expect(turn.states == [1: .there, 2: .there] && turn.answer.sources.isEmpty)
        #expect(turn.answer.sentences.count == 1 && turn.answer.sentences[0].text.contains("deleted"))
    }

    @Test func `the conversation of the fixture is there, and a deletion blanks what cites the item`() throws {
        let library = try OldLibrary("010")
        let store = try LibraryStore(at: library.location, for: .write)
        let id = try #require(ConversationID("0123456789abcdef"))
        let conversation = try #require(try store.read { try $0.conversation(id) })
        #expect(conversation.summary.title == "Where are the keys of the mill?" && conversation.scope == "in:letters")
        let turn = try #require(conversation.turns.first)
        #expect(turn.states == [1: .there, 2: .there])
        #expect(turn.answer.model == AnswerModel(name: "made-up:1b"))
        #expect(turn.answer.citations.map(\.item.title) == ["Keys of the mill", "Wheel plan.txt"])
        try store.write { transaction in
            let plan = try #require(ItemID("4b209c4c42d3f62fcaefe34220796dfb"))
            let key = try #require(try transaction.snapshot.key(of: plan))
            try transaction.delete(items: [key.row])
            try transaction.delete(thread: key.thread)
        }
        try store.purge()
        // The name of the attachment stays with its mail.
        #expect(try library.location.found(["paddles"]) == [])
        #expect(try store.read { try $0.conversation(id) }?.turns.first?.states == [1: .there, 2: .deleted])
    }
}

extension Answer {
    /// The answer as it is read: of cited items not everything is kept.
    fileprivate var withoutExternalIDs: Answer {
        var answer = self
        for index in citations.indices { answer.citations[index].item.externalID = nil }
        return answer
    }
}
