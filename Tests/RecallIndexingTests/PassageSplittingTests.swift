import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct PassageSplittingTests {
    private static let pieces = [
        "word", "naïve", "Straße", "会議室。", "🦋", "👩‍👩‍👧", "e\u{301}", "\u{200B}", ". ", "! ", "\n", "\n\n", "\n \n",
        "\n- item ", "\n| cell ",
        " ", "  ", "# Title\n", "12.5", "—", "...", "\t", "supercalifragilisticexpialidocious", "ﷺ", "\u{FFFD}",
    ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...(1 << Int.random(in: 2...10, using: &generator)), using: &generator)
        let gap = Bool.random(using: &generator) ? " " : ""
        return (0..<count).map { _ in generator.pick(pieces) }.joined(separator: gap)
    }

    /// Ranges at scalars' boundaries, ascending and apart.
    private static func ranges(of text: String, _ generator: inout SeededGenerator) -> [Range<Int>] {
        let all = text.utf8.count
        let scalars = Array(text.unicodeScalars)
        var (ranges, position, next) = ([Range<Int>](), 0, 0)
        while next < scalars.count {
            let count = Int.random(in: 1...200, using: &generator)
            let bytes = scalars[next..<min(next + count, scalars.count)].reduce(0) { $0 + UTF8.width($1) }
            if Bool.random(using: &generator) { ranges.append(position..<position + bytes) }
            (position, next) = (position + bytes, next + count)
        }
        return Bool.random(using: &generator) ? ranges : [0..<all].filter { !$0.isEmpty }
    }

    /// The notes' texts with the ranges of their passages and the estimated tokens.
    private static func split(_ notes: [Item]) async throws -> [(text: ThreadItemText, tokens: [UInt16])] {
        let fixture = try await LibraryFixture.holding(notes)
        let threads = try fixture.store.allThreads()
        return try fixture.store.read { snapshot in
            let layout = try snapshot.passageLayout()
            return try threads.flatMap { try snapshot.texts(thread: $0) }.map { text in
                guard let first = text.firstPassage?.index else { return (text, []) }
                return (text, Array(layout.tokenCounts[first..<first + text.passages.count]))
            }
        }
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func `passages hold all that was authored and nothing else, whole characters, apart and short`(seed: UInt64)
        async throws
    {
        var generator = SeededGenerator(seed: seed)
        let notes = (0..<150).map { number in
            let text = Self.text(&generator)
            return Item.note("\(number)", text: text, authored: Self.ranges(of: text, &generator))
        }
        for (item, tokens) in try await Self.split(notes) {
            let bytes = Array(item.text.utf8)
            var covered = [Bool](repeating: false, count: bytes.count)
            var end = 0
            for range in item.passages {
                #expect(range.lowerBound >= end && !range.isEmpty && range.upperBound <= bytes.count, "seed \(seed)")
                #expect(String(validating: bytes[range], as: UTF8.self) != nil, "whole characters, seed \(seed)")
                #expect(
                    item.authoredRanges.contains {
                        $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
                    },
                    "within one authored range, seed \(seed), note \(item.title)")
                for index in range { covered[index] = true }
                end = range.upperBound
            }
            for index in item.authoredRanges.joined() where Self.isWord(bytes[index]) {
                #expect(covered[index], "byte \(index) of note \(item.title), seed \(seed)")
            }
            #expect(tokens.allSatisfy { $0 <= 110 }, "seed \(seed)")
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
    }

    /// The texts of the passages of a note.
    private func passages(_ text: String, authored: [Range<Int>]? = nil) async throws -> [String] {
        let bytes = Array(text.utf8)
        return try await Self.split([.note("n", text: text, authored: authored)]).flatMap { note in
            note.text.passages.map { String(decoding: bytes[$0], as: UTF8.self) }
        }
    }

    private func sentence(_ words: Int, _ name: String) -> String {
        name + String(repeating: " word", count: words - 1) + "."
    }

    @Test func `short paragraphs share a passage, long ones have their own`() async throws {
        let (short, long) = (sentence(20, "Short"), sentence(100, "Long"))
        #expect(
            try await passages("\(short)\n\n\(short)\n\n\(long)\n\n\(short)") == ["\(short)\n\n\(short)", long, short])
    }

    @Test func `a paragraph that is too long is cut between sentences`() async throws {
        let sentences = ["A", "B", "C", "D"].map { sentence(50, $0) }
        #expect(
            try await passages(sentences.joined(separator: " ")) == [
                sentences[0] + " " + sentences[1], sentences[2] + " " + sentences[3],
            ])
    }

    @Test func `a heading begins a passage`() async throws {
        #expect(try await passages("One.\n\n# Two\n\nThree.") == ["One.", "# Two\n\nThree."])
    }

    @Test func `a megabyte without any space is cut`() async throws {
        let found = try await passages(String(repeating: "x", count: 1_000_000))
        #expect(found.joined().utf8.count == 1_000_000)
        #expect(found.allSatisfy { $0.utf8.count <= 110 * 64 })
    }

    @Test func `what has no word is no passage`() async throws {
        #expect(try await passages("--- *** ...\n\n!!!").isEmpty)
        #expect(try await passages("").isEmpty)
        #expect(try await passages("words", authored: []).isEmpty)
    }

    /// Common words are one token, longer ones have one more for every four letters after the sixth or so.
    @Test(arguments: [("to", 1), ("letters", 1), ("elephant", 2), ("elephantine", 2), ("unbelievable", 3)])
    func `the tokens of a word are estimated by its length`(word: String, tokens: Int) async throws {
        let text = Array(repeating: word, count: 20).joined(separator: " ")
        let estimated = try await Self.split([.note("n", text: text)]).flatMap { $0.tokens }
        #expect(estimated.map(Int.init) == [20 * tokens])
    }
}
