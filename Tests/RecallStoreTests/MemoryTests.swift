import Foundation
import GRDB
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

/// Memories in the tables of the library.
@Suite(.scratch) struct MemoryTests {
    private static let noon = Date(timeIntervalSince1970: 1_709_900_000)

    private static func memory(_ text: String, origin: MemoryOrigin = .hand) -> Memory {
        Memory(MemoryContent(text), origin: origin, created: noon)
    }

    private static func vector(_ values: [Float]) -> MemoryVector { MemoryVector(encoder: "made-up", values: values) }

    /// A conversation with answers of one sentence each, the last ones with memories.
    private static func conversation(
        _ fixture: StoreFixture, _ answers: [Answer]
    ) throws -> ConversationID {
        let summary = ConversationSummary(id: .random(), created: noon, used: noon)
        try ConversationStore(at: fixture.store.location).write { transaction in
            try transaction.insert(Conversation(summary: summary))
            for answer in answers { _ = try transaction.keep(answer, asked: noon, in: summary.id) }
        }
        return summary.id
    }

    @Test func `a memory is read as it was kept`() throws {
        let fixture = try StoreFixture()
        let id = try Self.conversation(fixture, [Answer(question: "?", isFound: false)])
        let content = MemoryContent(
            "  My dentist\nis Dr. Weber ", type: .person, sensitivity: .private, end: Self.noon + 60)
        #expect(content.text == "My dentist is Dr. Weber")
        let told = Memory(content, origin: .message(conversation: id, position: 0), created: Self.noon)
        let program = Memory(MemoryContent("I like tea"), origin: .program("a client"), created: Self.noon - 1)
        let kept = MemoryStore(at: fixture.store.location)
        try kept.write { transaction in
            try transaction.insert(told, vector: Self.vector([1, -0.5]))
            try transaction.markSource(of: told)
            try transaction.insert(program, vector: nil)
            try transaction.noteUse(of: [program.id], at: Self.noon + 9)
            try transaction.noteUse(of: [program.id], at: Self.noon + 5)
        }
        var used = program
        used.lastUsed = Self.noon + 9
        #expect(try fixture.store.read { try $0.memories() } == [told, used])
        #expect(try fixture.store.read { try $0.memoryVectors(madeBy: "made-up") } == [told.id: [1, -0.5]])
        #expect(try fixture.store.read { try $0.memoryVectors(madeBy: "another") }.isEmpty)
        let prefix = String(told.id.description.prefix(15))
        #expect(try fixture.store.read { try $0.memories(withIDPrefix: prefix) } == [told.id])
        let turn = try #require(try fixture.store.read { try $0.conversation(id) }?.turns.first)
        #expect(turn.answer.memories == [Answer.MemoryUse(id: told.id, text: told.text, isSource: true)])
    }

    @Test func `a forgotten memory is in no file, and its copies in conversations are marked`() throws {
        let fixture = try StoreFixture()
        let kept = MemoryStore(at: fixture.store.location)
        let (gone, stays) = (Self.memory("The quokka is called Zebulon"), Self.memory("A lantern glows"))
        let vector: [Float] = [0.123456, 7.654321, 5.111]
        try kept.write { transaction in
            try transaction.insert(gone, vector: Self.vector(vector))
            try transaction.insert(stays, vector: Self.vector([9, 9, 9]))
        }
        let uses = [Answer.MemoryUse(id: gone.id, text: gone.text), Answer.MemoryUse(id: stays.id, text: stays.text)]
        let quoted = Answer(
            question: "Who?",
            sentences: [gone, stays].map { .init(text: "You said: \($0.text)", isSupported: true, citations: []) },
            isFound: true, memories: uses)
        var written = quoted
        written.model = AnswerModel(name: "made-up")
        written.sentences = [
            .init(text: "He is Zebulon.", isSupported: false, citations: []),
            .init(text: "A mail says so.", isSupported: true, citations: [1]),
        ]
        written.toolUses = [Answer.ToolUse(tool: "search", arguments: #"{"query":"zebulon"}"#, results: 1)]
        let id = try Self.conversation(fixture, [quoted, written])
        let location = fixture.store.location
        let bytes = vector.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
        #expect(try location.found(["quokka", "zebulon"]).count == 2)
        #expect(try location.holds(bytes))

        #expect(try kept.delete { try $0.forget(gone.id) }.value)
        #expect(try location.found(["quokka", "zebulon", "lantern"]) == ["lantern"])
        #expect(try !location.holds(bytes))
        #expect(try fixture.store.read { try $0.memories() } == [stays])
        let answers = try #require(try fixture.store.read { try $0.conversation(id) }).turns.map(\.answer)
        #expect(answers[0].sentences.map(\.text) == ["The memory was forgotten.", "You said: A lantern glows"])
        #expect(answers[1].sentences.map(\.text) == ["The memory was forgotten.", "A mail says so."])
        #expect(answers[1].toolUses.map(\.arguments) == ["{}"])
        for answer in answers {
            #expect(answer.memories == [Answer.MemoryUse(id: nil, text: ""), uses[1]])
        }
        #expect(try !kept.delete { try $0.forget(gone.id) }.value)
    }

    @Test func `the old text of a memory that was changed is in no file`() throws {
        let fixture = try StoreFixture()
        let kept = MemoryStore(at: fixture.store.location)
        let memory = Self.memory("The quokka sleeps")
        try kept.write { try $0.insert(memory, vector: Self.vector([1, 2])) }
        let content = MemoryContent("The lantern glows", type: .plan, sensitivity: .secret)
        #expect(try kept.delete { try $0.change(memory.id, to: content, vector: nil) }.value)
        #expect(try fixture.store.location.found(["quokka", "lantern"]) == ["lantern"])
        #expect(try fixture.store.read { try $0.memory(memory.id) }?.content == content)
        #expect(try fixture.store.read { try $0.memoryVectors(madeBy: "made-up") }.isEmpty)
        #expect(try !kept.delete { try $0.change(.random(), to: content, vector: nil) }.value)
    }

    @Test func `an answer that is kept after its memory was forgotten keeps nothing of it`() throws {
        let fixture = try StoreFixture()
        let use = Answer.MemoryUse(id: .random(), text: "The quokka sleeps")
        let answer = Answer(
            question: "?", sentences: [.init(text: use.text, isSupported: true, citations: [])], isFound: true,
            memories: [use])
        let id = try Self.conversation(fixture, [answer])
        try fixture.store.checkpoint()
        #expect(try fixture.store.location.found(["quokka"]) == [])
        let kept = try #require(try fixture.store.read { try $0.conversation(id) }?.turns.first).answer
        #expect(kept.memories == [Answer.MemoryUse(id: nil, text: "")])
    }

    @Test func `a deleted conversation takes its proposals with it, and its memories stay`() throws {
        let fixture = try StoreFixture()
        let conversations = ConversationStore(at: fixture.store.location)
        let id = try Self.conversation(fixture, [Answer(question: "?", isFound: false)])
        let origin = MemoryOrigin.message(conversation: id, position: 0)
        let proposal = MemoryProposal(
            MemoryContent("I like tea", type: .preference), topic: "tea", origin: origin, created: Self.noon)
        let memory = Self.memory("I like toast", origin: origin)
        let kept = MemoryStore(at: fixture.store.location)
        try kept.write { transaction in
            #expect(try transaction.insert(proposal))
            try transaction.insert(memory, vector: nil)
        }
        #expect(try fixture.store.read { try $0.memoryProposals() } == [proposal])
        #expect(try fixture.store.read { try $0.conversation(id) }?.turns.first?.proposal == proposal)
        #expect(try conversations.delete { try $0.delete(id) }.value)
        #expect(try fixture.store.read { try $0.memoryProposals() }.isEmpty)
        let origins = try fixture.store.read { try $0.memories() }.map(\.origin)
        #expect(origins == [.message(conversation: nil, position: 0)])
    }

    @Test func `a proposal needs the message that it is from, and the oldest give way`() throws {
        let fixture = try StoreFixture()
        let kept = MemoryStore(at: fixture.store.location)
        func proposal(_ number: Int, _ origin: MemoryOrigin) -> MemoryProposal {
            MemoryProposal(
                MemoryContent("Number \(number)"), topic: "", origin: origin, created: Self.noon + Double(number))
        }
        let none = proposal(0, .message(conversation: .random(), position: 0))
        #expect(try kept.write { try !$0.insert(none) })
        try kept.write { transaction in
            for number in 0..<MemoryLimits.proposals + 3 {
                let isKept = try transaction.insert(proposal(number, .program("a client")))
                #expect(isKept)
            }
        }
        let texts = try fixture.store.read { try $0.memoryProposals() }.map(\.content.text)
        #expect(texts.count == MemoryLimits.proposals && texts.last == "Number 3")
    }

    @Test func `of what is refused only a hash is kept`() throws {
        let fixture = try StoreFixture()
        let kept = MemoryStore(at: fixture.store.location)
        try kept.write { try $0.insert(RefusedMemory(.topic, of: "quokka")) }
        func isRefused(_ refusal: RefusedMemory) throws -> Bool {
            try fixture.store.read { try $0.isRefused([refusal]) }
        }
        #expect(try isRefused(RefusedMemory(.topic, of: "quokka")))
        #expect(try !isRefused(RefusedMemory(.statement, of: "quokka")))
        #expect(try !isRefused(RefusedMemory(.topic, of: "quokkas")))
        #expect(try fixture.store.location.found(["quokka"]) == [])
    }

    @Test func `memories and an import write at the same time, and no cache goes stale`() async throws {
        let fixture = try StoreFixture()
        let kept = MemoryStore(at: fixture.store.location)
        let before = try fixture.store.read { try $0.revision() }
        try kept.write { try $0.insert(Self.memory("before"), vector: nil) }
        #expect(try fixture.store.read { try $0.revision() } == before)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<40 {
                    try fixture.add([.note("note\(number)", text: String(repeating: "lantern \(number) ", count: 400))])
                    if number % 7 == 0 { try fixture.store.checkpoint() }
                }
            }
            group.addTask {
                for number in 0..<40 {
                    let memory = Self.memory("Number \(number)")
                    try kept.write { try $0.insert(memory, vector: Self.vector([Float(number)])) }
                    if number % 2 == 0 { _ = try kept.delete { try $0.forget(memory.id) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.store.isUndamaged())
        #expect(try fixture.store.read { try $0.memories() }.count == 21)
        #expect(try fixture.found(.phrase("lantern")).count == 40)
    }

    @Test(arguments: OldLibrary.versions.dropLast())
    func `nothing is kept in a library that is not migrated`(version: String) throws {
        let library = try OldLibrary(version)
        let before = try library.dump()
        #expect {
            try MemoryStore(at: library.location).write { try $0.insert(Self.memory("no"), vector: nil) }
        } throws: {
            ($0 as? StoreError)?.code == .outdated
        }
        #expect(try library.dump() == before)
    }

    @Test func `the memories of the fixture are there`() throws {
        let store = try LibraryStore(at: try OldLibrary("011").location, for: .write)
        let memories = try store.read { try $0.memories() }
        #expect(memories.map(\.text) == ["The mill is locked until May", "The miller is called Adèle Quist"])
        #expect(memories.map(\.content.sensitivity) == [.secret, .normal])
        #expect(memories[0].content.end == Date(timeIntervalSince1970: 1_714_521_600))
        let conversation = try #require(ConversationID("0123456789abcdef"))
        #expect(memories[1].origin == .message(conversation: conversation, position: 0))
        #expect(try store.read { try $0.memoryVectors(madeBy: "made-up") }[memories[1].id]?.count == 8)
        let proposals = try store.read { try $0.memoryProposals() }
        #expect(proposals.map(\.origin) == [.program("made-up client"), memories[1].origin])
        #expect(try store.read { try $0.isRefused([RefusedMemory(.topic, of: "my cat is")]) })
        let turn = try #require(try store.read { try $0.conversation(conversation) }?.turns.first)
        #expect(turn.proposal?.id == proposals[1].id && turn.answer.memories.map(\.id) == [memories[1].id])
    }
}
