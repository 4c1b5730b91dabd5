import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Memories through the door.
@Suite(.scratch) struct MemoryTests {
    private static let now = Date(timeIntervalSince1970: 1_709_900_000)

    private static func library(_ model: ModelChoice = .none) throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        _ = try RecallLibrary(at: location, for: .write, model: .none)
        return try RecallLibrary(at: location, for: .read, model: model)
    }

    private static func add(
        _ library: RecallLibrary, _ text: String, _ sensitivity: MemorySensitivity = .normal, end: Date? = nil,
        resolving resolution: MemoryConflictResolution = .ask
    ) throws -> MemoryAddition {
        try library.addMemory(
            MemoryContent(text, sensitivity: sensitivity, end: end), resolving: resolution, now: now)
    }

    @Test func `a library that is open for reading keeps, changes and forgets memories`() throws {
        let library = try Self.library()
        let memory = try #require(try Self.add(library, "My dentist is Dr. Weber").memory)
        #expect(try library.memories() == [memory])
        let content = MemoryContent("My dentist is Dr. Okafor", type: .person)
        #expect(try library.editMemory(memory.id, to: content)?.memory?.content == content)
        #expect(try library.memory(memory.id)?.text == content.text)
        #expect(try library.location.found(["weber", "okafor"]) == ["okafor"])
        #expect(try library.forgetMemory(memory.id) == .gone)
        #expect(try library.memories().isEmpty && library.forgetMemory(memory.id) == nil)
        #expect(try library.editMemory(memory.id, to: content) == nil)
        #expect(try library.location.found(["okafor"]) == [])
    }

    @Test(arguments: [false, true])
    func `a memory is found by words, with and without an encoder`(encodes: Bool) throws {
        let library = try Self.library(encodes ? .encoder(HashingEncoder()) : .none)
        for text in ["My dentist is Dr. Weber", "I prefer window seats", "The car is a green Skoda"] {
            _ = try Self.add(library, text)
        }
        func found(_ question: String) throws -> [String] {
            try library.findMemories(question, for: .person, now: Self.now).map(\.memory.text)
        }
        #expect(try found("Who is my dentist?").first == "My dentist is Dr. Weber")
        #expect(try found("Which window seats?").first == "I prefer window seats")
        #expect(try found("the green car").first == "The car is a green Skoda")
        if !encodes { #expect(try found("What is the weather?") == []) }
        #expect(try found("").isEmpty)
    }

    @Test func `memories that were kept without an encoder are embedded when they are looked for`() throws {
        let plain = try Self.library()
        let memory = try #require(try Self.add(plain, "My dentist is Dr. Weber").memory)
        let encoder = HashingEncoder()
        let library = plain.with(.encoder(encoder))
        _ = try library.findMemories("dentist", for: .person, now: Self.now)
        let vectors = try library.store.read { try $0.memoryVectors(madeBy: encoder.fingerprint) }
        #expect(vectors[memory.id]?.count == encoder.dimension)
    }

    @Test func `each reader sees what it may, and nothing that has ended`() throws {
        let library = try Self.library()
        _ = try Self.add(library, "The kettle is red")
        _ = try Self.add(library, "The kettle is in the barn", .private)
        _ = try Self.add(library, "The kettle holds a diamond", .secret)
        _ = try Self.add(library, "The kettle was borrowed", end: Self.now)
        func found(_ reader: MemoryReader) throws -> Set<String> {
            Set(try library.findMemories("kettle", for: reader, now: Self.now).map(\.memory.text))
        }
        #expect(try found(.outside) == ["The kettle is red"])
        #expect(try found(.localModel) == ["The kettle is red", "The kettle is in the barn"])
        #expect(try found(.person).count == 3 && found(.person).contains("The kettle holds a diamond"))
        #expect(try library.memories().count == 4 && library.memories(for: .outside).count == 2)
        let secret = try #require(try library.memories().first { $0.content.sensitivity == .secret })
        #expect(try library.memory(secret.id, for: .localModel) == nil && library.memory(secret.id) == secret)
    }

    @Test func `the same is merged, the longer text and the stricter sensitivity stay`() throws {
        let library = try Self.library()
        let first = try #require(try Self.add(library, "My dentist is Dr. Weber", .private).memory)
        let addition = try Self.add(library, "My dentist is Dr. Anna Weber")
        let merged = try #require(addition.memory)
        #expect(addition == .merged(merged) && merged.id == first.id)
        #expect(merged.text == "My dentist is Dr. Anna Weber" && merged.content.sensitivity == .private)
        #expect(try library.memories() == [merged])
    }

    @Test func `every answer that confirmed a memory loses it when it is forgotten`() throws {
        let library = try Self.library()
        let id = try library.beginConversation()
        for position in 0..<2 {
            let told = Answer.Sentence(text: "I will remember: My locker is 7", isSupported: true, citations: [])
            _ = try library.keep(
                Answer(question: "Remember it", sentences: [told], isFound: true), asked: Date(), in: id)
            _ = try library.addMemory(
                MemoryContent("My locker is 7"), origin: .message(conversation: id, position: position))
        }
        #expect(try library.forgetMemory(library.memories()[0].id) != nil)
        let turns = try #require(try library.conversation(id)).turns
        #expect(turns.count == 2)
        #expect(!turns.contains { $0.answer.sentences.contains { $0.text.contains("locker") } })
    }

    @Test func `a contradiction is asked about, and nothing is overwritten`() throws {
        let library = try Self.library()
        let old = try #require(try Self.add(library, "I live in Leeds").memory)
        #expect(try Self.add(library, "I live in York") == .contradicts([old]))
        #expect(try library.memories() == [old])
        let both = try #require(try Self.add(library, "I live in York", resolving: .keepBoth).memory)
        #expect(try library.memories().count == 2)
        #expect(try library.forgetMemory(both.id) == .gone)
        let new = try #require(try Self.add(library, "I live in York", resolving: .replace).memory)
        let ended = try #require(try library.memory(old.id))
        #expect(ended.hasEnded(at: Self.now) && !new.hasEnded(at: Self.now))
        // What has ended contradicts nothing, and holds again when it is said again.
        #expect(try Self.add(library, "I live in Leeds", resolving: .keepBoth) == .merged(old))
    }

    @Test func `an edited text is compared as a new one is`() throws {
        let library = try Self.library()
        let home = try #require(try Self.add(library, "I live in Leeds").memory)
        let work = try #require(try Self.add(library, "I work at night", .private).memory)
        let content = MemoryContent("I live in York")
        #expect(try library.editMemory(work.id, to: content, now: Self.now) == .contradicts([home]))
        #expect(try Set(library.memories()) == [home, work])
        // Its own old text contradicts nothing, nor does a change of its type.
        #expect(try library.editMemory(home.id, to: content, now: Self.now)?.memory?.text == content.text)
        let plan = MemoryContent("I work at night", type: .plan, sensitivity: .private)
        #expect(try library.editMemory(work.id, to: plan, now: Self.now)?.memory?.content == plan)
        let merged = try library.editMemory(
            work.id, to: MemoryContent("I live in York now", sensitivity: .private), now: Self.now)
        #expect(merged?.memory?.id == home.id)
        #expect(try library.memories().map(\.id) == [home.id])
        #expect(try library.memories()[0].content.sensitivity == .private)
        #expect(try library.location.found(["at night"]) == [])
    }

    @Test func `an answer with a memory that was merged by an edit loses it when that is forgotten`() throws {
        let library = try Self.library()
        let kept = try Self.add(library, "I live in Leeds")
        let other = try Self.add(library, "My locker is 7")
        let conversation = try library.beginConversation()
        let told = Answer.Sentence(text: "You told me: My locker is 7", isSupported: true, citations: [])
        var answer = Answer(question: "Which one?", sentences: [told], isFound: true)
        answer.memories = [Answer.MemoryUse(id: try #require(other.memory?.id), text: "My locker is 7")]
        _ = try library.keep(answer, asked: Date(), in: conversation)
        let id = try #require(other.memory?.id)
        #expect(try library.editMemory(id, to: MemoryContent("I live in Leeds"))?.memory?.id == kept.memory?.id)
        _ = try library.forgetMemory(try #require(kept.memory?.id))
        #expect(try library.conversation(conversation)?.turns[0].answer.sentences[0].text.contains("locker") == false)
    }

    @Test func `a file of memories is compared with what was kept before`() throws {
        let library = try Self.library()
        let home = try #require(try Self.add(library, "I live in Leeds").memory)
        let file = ["I live in York", "I live in Leeds!", "I like tea", "My rabbit is Ada", "My rabbit is Bo"]
            .map { Memory(MemoryContent($0), created: Self.now) }
        let asked = try library.importMemories(file, now: Self.now)
        #expect(asked.contradictions.map(\.memory.text) == ["I live in York"])
        #expect(asked.contradictions.map(\.kept) == [[home]])
        let texts = try Set(library.memories().map(\.text))
        #expect(texts.subtracting(["I live in Leeds!", "I live in Leeds"]) == Set(file[2...].map(\.text)))
        #expect(try library.memories().count == 4)
        _ = try library.importMemories(file, resolving: .replace, now: Self.now)
        #expect(try library.memory(home.id)?.hasEnded(at: Self.now) == true)
        #expect(try library.memories().count == 5)
    }

    @Test func `an end retires what is kept, and an ended memory is still listed`() throws {
        let library = try Self.library()
        let old = try #require(try Self.add(library, "I work in Leeds").memory)
        let end = Self.now + 3_600
        #expect(try Self.add(library, "I work in Leeds", end: end).memory?.id == old.id)
        #expect(try library.memories().map(\.content.end) == [end])
        #expect(try library.findMemories("Leeds", for: .person, now: Self.now).count == 1)
        #expect(try library.findMemories("Leeds", for: .person, now: end).isEmpty)
    }

    @Test func `a proposal is kept as it was edited, or refused for ever`() throws {
        let library = try Self.library()
        func propose(_ text: String, topic: String) throws -> MemoryProposal? {
            try library.proposeMemory(
                MemoryContent(text), topic: topic, origin: .program("a client"), now: Self.now)
        }
        let tea = try #require(try propose("I like tea", topic: "tea"))
        #expect(try library.memories().isEmpty && library.memoryProposals() == [tea])
        #expect(try propose("I like tea!", topic: "tea") == nil)
        let kept = try #require(
            try library.keepMemoryProposal(tea.id, as: MemoryContent("I like green tea"), now: Self.now)?.memory)
        #expect(kept.id == tea.id && kept.origin == .program("a client") && kept.text == "I like green tea")
        #expect(try library.memoryProposals().isEmpty)
        #expect(try library.keepMemoryProposal(tea.id) == nil)

        let cat = try #require(try propose("My cat is Quokka", topic: "my cat"))
        #expect(try library.refuseMemoryProposal(cat.id, .statement))
        #expect(try propose("My cat is quokka.", topic: "my cat") == nil)
        let other = try #require(try propose("My cat is old", topic: "my cat"))
        #expect(try library.refuseMemoryProposal(other.id, .topic))
        #expect(try propose("My cat is called Numbat", topic: "my cat") == nil)
        #expect(try propose("My dog is old", topic: "my dog") != nil)
        #expect(try library.location.found(["quokka", "numbat"]) == [])
        #expect(try !library.refuseMemoryProposal(cat.id, .topic))
    }

    @Test func `a proposal that contradicts a memory waits until the person decides`() throws {
        let library = try Self.library()
        let old = try #require(try Self.add(library, "I live in Leeds").memory)
        let proposal = try #require(
            try library.proposeMemory(MemoryContent("I live in York"), origin: .program("a client"), now: Self.now))
        #expect(try library.keepMemoryProposal(proposal.id, now: Self.now) == .contradicts([old]))
        #expect(try library.memoryProposals() == [proposal])
        #expect(try library.keepMemoryProposal(proposal.id, resolving: .replace, now: Self.now)?.memory != nil)
        #expect(try library.memoryProposals().isEmpty)
    }

    @Test func `a memory has a text, and not a long one`() throws {
        let library = try Self.library()
        for (text, code) in [
            (" \n\u{202E}", "memory-empty"), (String(repeating: "a", count: 1_001), "memory-too-long"),
        ] {
            #expect {
                try Self.add(library, text)
            } throws: {
                ErrorReport($0).code == code
            }
        }
        #expect(try Self.add(library, String(repeating: "a", count: 1_000)).memory != nil)
    }

    @Test func `memories are kept beside an import, and by two at once`() async throws {
        let fixture = try DeletionFixture()
        let reader = try RecallLibrary(at: fixture.location, for: .read, model: .none)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<20 {
                    try await fixture.library.store.importItems(
                        [.note("note\(number)", text: "a lantern")], path: "/\(number)")
                }
            }
            for writer in ["Ada", "Bo"] {
                group.addTask {
                    for number in 0..<20 {
                        _ = try Self.add(reader, "\(writer) has the locker \(number)", resolving: .keepBoth)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try reader.memories().count == 40)
    }
}
