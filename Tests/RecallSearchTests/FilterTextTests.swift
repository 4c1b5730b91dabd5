import Foundation
import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

/// Filters written in the query language, as `--explain` and the web app show them, and read again.
struct FilterTextTests {
    private static let words = [
        "mill", "Café", "foo-bar", "C++", "5 nails", "annual plan", "家族", "don't", "x@y.example",
    ]
    /// Parts of keys: of chats, of JSONL, of an attacker.
    private static let keyParts = [
        "whatsapp:", "Family", " ", "\"", "“", "%", "%41", "*", ",", ";", "\n", "\u{0}", "\u{301}", "é", "家", ")", "(",
        "-",
        "OR", "👩‍👧", "\u{202E}",
    ]

    /// A filter that the query language has words for, in the form in which it is read.
    private static func filter(depth: Int, _ generator: inout SeededGenerator) -> SearchFilter {
        guard depth > 0, Int.random(in: 0..<3, using: &generator) > 0 else { return condition(&generator) }
        let parts = (0..<Int.random(in: 2...3, using: &generator)).map { _ in filter(depth: depth - 1, &generator) }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .all(parts)
        case 1: return .any(parts)
        default: return .not(parts[0])
        }
    }

    private static func condition(_ generator: inout SeededGenerator) -> SearchFilter {
        let words = WordSequence(generator.pick(words), isPrefix: Bool.random(using: &generator))
        let role = generator.pick(ParticipantRole.allCases)
        let size = Int.random(in: 1..<1_000_000_000_000, using: &generator)
        let day = { (days: Int) in Date(timeIntervalSince1970: Double(19_000 + days) * 86_400 - 7_200) }
        let first = Int.random(in: 0..<900, using: &generator)
        return generator.pick([
            .words(words), .subject(words), .place(words), .fileName(words), .tag(words),
            .near(WordSequence("mill"), words, distance: Int.random(in: 0...40, using: &generator)),
            .kind(generator.pick(ItemKind.allCases)), .format(generator.pick(["pdf", "docx", "html", "txt"])),
            .language(generator.pick([nil, Language(named: "de"), Language(named: "ja")])),
            .participant(words, in: [role]), .with(words.text), .hasAttachment,
            .date(from: day(first), to: nil), .date(from: nil, to: day(first)),
            .date(from: day(first), to: day(first + Int.random(in: 1..<90, using: &generator))),
            .byteCount(size...Int.max), .byteCount(0...size), .id(prefix: "9b4b"), .thread(prefix: "1a"),
            .conversation(key(&generator)),
        ])
    }

    private static func key(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in generator.pick(keyParts) }.joined()
    }

    @Test(arguments: [71, 72, 73] as [UInt64])
    func `a filter that is printed is read as the same filter`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let filter = Self.filter(depth: Int.random(in: 0...4, using: &generator), &generator)
            let asked = SearchQuery("", filter: filter, clock: RandomDates.clock)
            let text = SearchEngine.interpret(asked).filterText
            let again = SearchEngine.interpret(SearchQuery(text, clock: RandomDates.clock))
            #expect(again.filter == filter && again.notes.isEmpty, "\(filter), printed \(text), seed \(seed)")
        }
    }

    @Test func `a conversation is named by its key as it is`() {
        for text in ["conversation:whatsapp:Family", "conversation:\"whatsapp:Family\""] {
            #expect(SearchEngine.interpret(SearchQuery(text)).filter == .conversation("whatsapp:Family"))
        }
        #expect(SearchEngine.interpret(SearchQuery("conversation:100%")).filter == .conversation("100%"))
    }
}
