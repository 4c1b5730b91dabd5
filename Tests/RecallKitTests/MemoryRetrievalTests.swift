import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Retrieval of memories by paraphrased questions, with the installed model.
@Suite(.scratch) struct MemoryRetrievalTests {
    /// The lines of a fixture: 1,000 made-up memories, or 100 questions, each with the memory that answers it.
    static func lines(_ name: String) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// A library of the memories of the fixture.
    static func library() throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write)
        _ = try library.importMemories(try lines("memories.txt").map { Memory(MemoryContent($0)) })
        return library
    }

    /// The second file was written when all weights but that of the first person stood.
    @Test(arguments: [("memory-questions.tsv", 90), ("memory-questions-later.tsv", 18)])
    func `nine of ten paraphrased questions find their memory among 1,000 within the first three`(
        file: String, least: Int
    ) throws {
        let library = try Self.library()
        #expect(library.model != nil, "The tests need the installed model.")
        var (found, missed): (Int, [String]) = (0, [])
        for line in try Self.lines(file) {
            let (question, expected) = (line.split(separator: "\t")[0], line.split(separator: "\t")[1])
            let texts = try library.findMemories(String(question), for: .person, limit: 3).map(\.memory.text)
            if texts.contains(String(expected)) { found += 1 } else { missed.append("\(question): \(texts)") }
        }
        #expect(found >= least, "\(missed.joined(separator: "\n"))")
    }

    @Test func `a question that names somebody whom no memory names brings none in`() throws {
        let library = try Self.library()
        let names = ["Caroline", "Melanie", "Oscar", "Priya"]
        for name in names {
            #expect(try library.findMemories("When did \(name) move to the new flat?", for: .localModel).isEmpty)
        }
        #expect(try !library.findMemories("Where does Yusuf move to?", for: .localModel).isEmpty)
    }

    /// Answers without a model. Every other question of the first file was looked at for the threshold alone.
    @Test(arguments: [("memory-questions.tsv", 58, 12), ("memory-questions-later.tsv", 10, 2)])
    func `a memory that answers is told as the answer`(file: String, right: Int, wrong: Int) throws {
        let library = try Self.library()
        var counts = (right: 0, wrong: 0)
        for line in try Self.lines(file) {
            let (question, expected) = (line.split(separator: "\t")[0], line.split(separator: "\t")[1])
            let told = try library.findMemories(String(question), for: .person, limit: 6).first(where: \.isAnswer)
            guard let told else { continue }
            if told.memory.text == expected { counts.right += 1 } else { counts.wrong += 1 }
        }
        #expect(counts.right >= right && counts.wrong <= wrong, "\(counts)")
    }

    /// Each with memories of which none answers.
    @Test(arguments: [
        ("When is my brother's birthday?", ["My sister's birthday is 3 May"]),
        ("When is my birthday?", ["My sister's birthday is 3 May"]),
        ("When is my sister's birthday?", ["My birthday is 3 May", "My brother's birthday is 5 June"]),
        ("Where does Ben live?", ["Ana lives in Porto"]), ("When is Ben's birthday?", ["Ana's birthday is 3 May"]),
        ("where does ben's mother live", ["Ana's mother lives in Porto"]),
        ("Where does my mother work?", ["My father works for the railway"]),
        ("Who is my doctor?", ["My dentist is Dr. Weber"]), ("What is my dog called?", ["My cat is called Momo"]),
        ("Where do I live?", ["My brother lives in Leeds"]),
        ("What does my sister-in-law do?", ["My sister is a nurse"]),
        ("where does jonas work", ["Jonas is allergic to walnuts"]),
        ("when were milo's braces fitted", ["Milo's shoe size is 39"]),
        ("what shoe size does jonas have", ["Milo's shoe size is 39"]),
        ("wo ist mein fahrradschloss", ["Mein Hausarzt ist Dr. Brandt"]),
        ("what is my landlord's phone number", ["My landlord is Dieter Krüger"]),
        ("when did krüger raise the rent", ["My landlord is Dieter Krüger"]),
        ("where does Amélie work", ["Meine Schwester ist Amélie"]),
        ("how much did I lend Carmen", ["I owe Carmen 15 euros"]),
        ("how much do I owe Carmen", ["Carmen owes me 15 euros"]),
    ])
    func `a memory about one person answers no question about another`(question: String, told: [String]) throws {
        let library = try Self.emptyLibrary()
        for text in told { _ = try library.addMemory(MemoryContent(text), resolving: .keepBoth) }
        let answers = try library.findMemories(question, for: .person).filter(\.isAnswer).map(\.memory.text)
        #expect(answers.isEmpty, "\(answers)")
    }

    @Test(arguments: [
        ("When is my sister's birthday?", "My sister's birthday is 3 May"),
        ("When is my birthday?", "My birthday is 3 May"), ("Where does Ana live?", "Ana lives in Porto"),
        ("Where does my mum work?", "My mother works for the railway"),
        ("Who is my husband?", "I am married to Tomas"), ("What is our pet called?", "Our cat is called Momo"),
        ("when is ana's birthday", "Ana's birthday is 3 May"), ("Where do I live?", "I live in Leeds"),
        ("can jonas eat walnuts", "Jonas is allergic to walnuts"),
        ("wer ist mein hausarzt", "Mein Hausarzt ist Dr. Brandt"),
        ("Who is my landlord?", "My landlord is Dieter Krüger"),
        ("what's the name of my landlord", "My landlord is Dieter Krüger"),
        ("how much do I owe Carmen", "I owe Carmen 15 euros"),
        ("how much does Carmen owe me", "Carmen owes me 15 euros"),
    ])
    func `a memory about the same person answers, also in other words`(question: String, told: String) throws {
        let library = try Self.emptyLibrary()
        for text in [told, "I prefer window seats"] { _ = try library.addMemory(MemoryContent(text)) }
        #expect(try library.findMemories(question, for: .person).first(where: \.isAnswer)?.memory.text == told)
    }

    private static func emptyLibrary() throws -> RecallLibrary {
        try RecallLibrary(at: LibraryLocation(path: try ScratchFolder().path + "/library"), for: .write)
    }

    @Test func `questions that no memory answers bring few memories in`() throws {
        let library = try Self.library()
        let questions = [
            "What did the landlord write about the deposit?", "How many mails came in March 2021?",
            "Summarise the minutes of the meeting about the bridge", "Who sent the invoice for the roof?",
            "What is the capital of Mongolia?", "Find the attachment with the floor plan",
            "Which of these contracts has a notice period of three months?", "When was the server migrated?",
        ]
        let quiet = try questions.filter { try library.findMemories($0, for: .localModel).isEmpty }
        #expect(quiet.count >= 6)
    }
}
