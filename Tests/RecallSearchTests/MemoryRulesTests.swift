import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Proposals of memories from what a person writes, without a model.
@Suite(.scratch) struct MemoryRulesTests {
    /// A made-up dialogue: the person's messages, and the words that a proposal from each has to contain.
    ///
    /// A line of the fixture is a message of the person (`>`), one of the assistant (`<`), which the rules do not read, or what
    /// is to be proposed (`=`). Empty lines part the dialogues; `\n` stands for a line break.
    struct Dialogue {
        var turns: [(message: String, expected: String?)] = []
    }

    static func dialogues(_ name: String) throws -> [Dialogue] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).txt")
        let blocks = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n\n")
        return blocks.map { block in
            block.split(separator: "\n").reduce(into: Dialogue()) { dialogue, line in
                let text = line.dropFirst(2).replacingOccurrences(of: "\\n", with: "\n")
                if line.hasPrefix("> ") { dialogue.turns.append((text, nil)) }
                if line.hasPrefix("= ") { dialogue.turns[dialogue.turns.count - 1].expected = text }
            }
        }
    }

    struct Counts {
        var (right, wrong, missed) = (0, 0, 0)
        var faults: [String] = []

        var precision: Double { Double(right) / Double(max(1, right + wrong)) }
        var recall: Double { Double(right) / Double(max(1, right + missed)) }

        mutating func add(_ proposed: String?, _ turn: (message: String, expected: String?)) {
            let isRight = proposed.flatMap { text in turn.expected.map { text.lowercased().contains($0.lowercased()) } }
            if isRight == true { right += 1 } else if let proposed { wrong += 1; faults.append("+ \(proposed)") }
            if isRight != true, let expected = turn.expected { missed += 1; faults.append("- \(expected)") }
        }
    }

    static func counts(_ name: String) throws -> Counts {
        let rules = MemoryRules()
        return try dialogues(name).flatMap(\.turns).reduce(into: Counts()) { counts, turn in
            counts.add(rules.candidate(in: turn.message)?.content.text, turn)
        }
    }

    /// The first file was read when the rules were made, the second only to measure.
    @Test(arguments: [("memory-dialogues-a", 0.9), ("memory-dialogues-b", 0.6)])
    func `of 200 made-up dialogues, 95 of 100 proposals are what the person said of themselves`(
        name: String, recall: Double
    ) throws {
        let counts = try Self.counts(name)
        #expect(counts.precision >= 0.95, "\(counts.faults.filter { $0.hasPrefix("+") })")
        #expect(counts.recall >= recall, "\(counts.faults.filter { $0.hasPrefix("-") })")
        print(name, "precision", counts.precision, "recall", counts.recall, counts.right, counts.wrong, counts.missed)
    }

    @Test func `there are 200 dialogues`() throws {
        #expect(try Self.dialogues("memory-dialogues-a").count + Self.dialogues("memory-dialogues-b").count >= 200)
    }

    @Test func `what the person asks to remember comes first, and nothing is proposed twice from a message`() {
        let rules = MemoryRules()
        let candidate = rules.candidate(in: "I like tea. Remember that the gate code is 12. I live in York.")
        #expect(candidate?.content.text == "The gate code is 12" && candidate?.isAskedFor == true)
    }

    @Test(arguments: [
        ("My dentist is Dr. Weber", MemoryType.person, MemorySensitivity.normal),
        ("I prefer window seats", .preference, .normal), ("I plan to retire in 2031", .plan, .normal),
        ("Always answer in German", .instruction, .normal), ("I am allergic to nuts", .fact, .private),
        ("Remember that my PIN is 1234", .fact, .secret), ("Remember that I like olives", .preference, .normal),
    ])
    func `a proposal has a type and a sensitivity`(
        message: String, type: MemoryType, sensitivity: MemorySensitivity
    ) throws {
        let content = try #require(MemoryRules().candidate(in: message)).content
        #expect(content.type == type && content.sensitivity == sensitivity)
    }

    @Test(arguments: [
        ("I work nights until the end of May.", "2024-06-01"), ("I live with my father until 14 June", "2024-06-15"),
        ("I live in Leeds until June", "2024-06-01"), ("I live in Leeds until February", "2025-02-01"),
        ("I live in Leeds until 2027", "2027-01-01"), ("Remember that I am away until Friday", "2024-03-16"),
        ("I live in Leeds until 1 March 2026", "2026-03-02"), ("I live in Leeds", nil),
    ])
    func `a proposal ends when its words say so`(message: String, end: String?) throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        // A Tuesday.
        let clock = QueryClock(now: try Date("2024-03-12T12:00:00Z", strategy: .iso8601), timeZone: zone)
        let content = try #require(MemoryRules(clock: clock).candidate(in: message)).content
        #expect(content.end == (try end.map { try Date($0 + "T00:00:00Z", strategy: .iso8601) }))
    }

    @Test(arguments: [
        "Ich bin allergisch gegen Nüsse.", "Merk dir, dass der Schlüssel im Schuppen hängt.", "Ich wohne in Leipzig.",
        "Mein Zahnarzt heißt Dr. Weber.", "Soy alérgica a las nueces.", "Vivo en Sevilla.",
        "Recuerda que la llave está en el cobertizo.", "Mi hermana se llama Anna.",
    ])
    func `German and Spanish statements are proposed too`(message: String) {
        #expect(MemoryRules().candidate(in: message) != nil)
    }

    @Test(arguments: [
        (
            "My landlord is called Weber. When did he write about the deposit?",
            "When did Weber write about the deposit?"
        ),
        ("My sister Anna lives in Porto. Where is her key?", "Where is her key?"),
        ("Carla is my sister-in-law. What did she send?", "What did Carla send?"),
        ("My landlord lives in Berlin. When did he write?", "When did landlord write?"),
        ("I am allergic to nuts. Which cake did Ada bake?", "Which cake did Ada bake?"),
        ("Which cake did Ada bake? I am allergic to nuts.", "Which cake did Ada bake?"),
        ("Who wrote about the deposit?", "Who wrote about the deposit?"), ("I like tea.", "I like tea."),
        ("Remember that I like tea. Who does too?", "Remember that I like tea. Who does too?"),
    ])
    func `a statement beside a question leaves it, and gives its name`(message: String, asked: String) {
        #expect(AskedQuestion.text(of: message) == asked)
    }

    @Test func `a message of any bytes is read`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let words = [
                "my", "is", "I", "am", "until", "remember that", ":", "\"", ">", ".", "?", "\n", "é\u{301}", "\u{0}",
            ]
            let message = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }.joined(separator: " ")
            let text = MemoryRules().candidate(in: message)?.content.text
            #expect(text.map { !$0.contains("\n") } ?? true)
        }
        #expect(MemoryRules().candidate(in: "I like tea. " + String(repeating: "x", count: 5_000)) == nil)
    }
}
