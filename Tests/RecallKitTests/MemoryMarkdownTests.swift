import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Memories as Markdown with front matter.
@Suite(.scratch) struct MemoryMarkdownTests {
    private static func memories(_ random: inout SeededGenerator) -> [Memory] {
        let texts = [
            "I prefer window seats", "---", "id: 7", "# no heading", "é\u{301} ü 日本 👩‍👩‍👧", "- a [b](c) <d>",
            "type: plan --- x",
        ]
        let origins: [MemoryOrigin] = [
            .hand, .message(conversation: .random(), position: 3), .message(conversation: nil, position: 0),
            .program("a client: 2"),
        ]
        func time() -> Date {
            Date(
                timeIntervalSince1970: Double(Int64.random(in: -2_000_000_000...4_000_000_000_000, using: &random))
                    / 1_000)
        }
        return texts.map { text in
            let content = MemoryContent(
                text, type: MemoryType.allCases.randomElement(using: &random) ?? .fact,
                sensitivity: MemorySensitivity.allCases.randomElement(using: &random) ?? .normal,
                end: Bool.random(using: &random) ? time() : nil)
            return Memory(
                content, origin: origins.randomElement(using: &random) ?? .hand, created: time(),
                lastUsed: Bool.random(using: &random) ? time() : nil)
        }
    }

    @Test func `what is written is read back exactly`() throws {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<50 {
            let memories = Self.memories(&random)
            let text = MemoryMarkdown.text(of: memories)
            let read = try MemoryMarkdown.memories(in: text)
            #expect(read.map(\.text) == memories.map(\.text))
            #expect(MemoryMarkdown.text(of: read) == text)
            for (a, b) in zip(read, memories) {
                #expect(abs(a.created.timeIntervalSince(b.created)) < 0.000_5 && a.id == b.id)
                #expect(a.origin == b.origin && a.content.type == b.content.type)
                #expect((a.lastUsed == nil) == (b.lastUsed == nil) && (a.content.end == nil) == (b.content.end == nil))
            }
        }
        #expect(try MemoryMarkdown.memories(in: MemoryMarkdown.text(of: [])).isEmpty)
    }

    @Test func `a library that imports what another exported exports the same`() throws {
        func library() throws -> RecallLibrary {
            try RecallLibrary(at: LibraryLocation(path: try ScratchFolder().path + "/l"), for: .write, model: .none)
        }
        var random = SeededGenerator(seed: 3)
        let (first, second) = (try library(), try library())
        // Conversations are of one library.
        let memories = Self.memories(&random).map { memory in
            var memory = memory
            if case .message = memory.origin { memory.origin = .message(conversation: nil, position: 1) }
            return memory
        }
        #expect(try first.importMemories(memories).changed == memories.count)
        let exported = MemoryMarkdown.text(of: try first.memories())
        #expect(try second.importMemories(MemoryMarkdown.memories(in: exported)).changed == memories.count)
        #expect(MemoryMarkdown.text(of: try second.memories()) == exported)
        // Again: nothing is new.
        #expect(try second.importMemories(MemoryMarkdown.memories(in: exported)).changed == 0)
    }

    @Test func `what a person writes is read`() throws {
        let text = """

            ---
            type: preference
            until: 2027-03-31
            ---
            I prefer
            window seats.

            ---
            ---

            The key is in the barn
            """
        let memories = try MemoryMarkdown.memories(in: text.replacing("\n", with: "\r\n"))
        try #require(memories.map(\.text) == ["I prefer window seats.", "The key is in the barn"])
        #expect(memories[0].content.type == .preference && memories[0].content.end != nil)
        // The last day.
        let day = QueryClock().calendar.dateComponents(
            [.month, .day, .hour], from: try #require(memories[0].content.end))
        #expect(day.month == 4 && day.day == 1 && day.hour == 0)
        #expect(memories[1].origin == .hand && memories[1].content.sensitivity == .normal)
    }

    @Test(arguments: [
        ("I like tea", 1), ("---\ntype: preference", 3), ("---\ntype: wish\n---\nI like tea", 2),
        ("---\nid: 1\n---\nI like tea", 2), ("---\nwho: me\n---\nI like tea", 2), ("---\n---\n", 4),
        ("---\nuntil: soon\n---\nI like tea", 2), ("---\nfrom: conversation 1 -1\n---\nI like tea", 2),
    ])
    func `what is wrong is said with its line, and without its text`(text: String, line: Int) throws {
        #expect {
            try MemoryMarkdown.memories(in: text)
        } throws: { error in
            (error as? MemoryFileError)?.line == line && !ErrorReport(error).message.contains("tea")
        }
    }

    @Test func `files of any bytes are read or refused`() throws {
        var random = SeededGenerator(seed: 5)
        let pieces = ["---", "\n", "id: ", "type: fact", "until: 2027-03-31", ":", " ", "\u{0}", "é", "text", "\r\n"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            if let memories = try? MemoryMarkdown.memories(in: text) {
                #expect(memories.allSatisfy { !$0.text.contains("\n") })
            }
        }
    }

    @Test func `a memory of control characters alone has no text`() {
        #expect(throws: MemoryFileError.self) { try MemoryMarkdown.memories(in: "---\n---\n\u{1}\u{0}\u{0}") }
    }
}
