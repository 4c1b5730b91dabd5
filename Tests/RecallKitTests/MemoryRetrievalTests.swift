import Foundation
import RecallCore
import RecallKit
import RecallTestSupport
import Testing

/// Retrieval of memories by paraphrased questions, with the installed model.
struct MemoryRetrievalTests {
    /// The lines of a fixture: 1,000 made-up memories, or 100 questions, each with the memory that answers it.
    static func lines(_ name: String) throws -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// A library of the memories of the fixture.
    static func library() throws -> RecallLibrary {
        let location = LibraryLocation(path: try ScratchFolder().path + "/library")
        let library = try RecallLibrary(at: location, for: .write)
        try library.importMemories(try lines("memories.txt").map { Memory(MemoryContent($0)) })
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
