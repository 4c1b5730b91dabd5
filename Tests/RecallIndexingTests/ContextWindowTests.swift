import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallStore
import RecallTestSupport
import Testing

/// The encoder's input for threads of various lengths.
@Suite(.scratch) struct ContextWindowTests {
    private static let vocabulary = (0..<300).map { "word\($0)" }

    /// Threads of random messages; some passages have more tokens than a window.
    private static func messages(_ generator: inout SeededGenerator) -> [Item] {
        (0..<120).map { number in
            let words = generator.words(Int.random(in: 1...120, using: &generator), of: vocabulary)
            return Item.message(
                "\(number)", hour: Double(number) / 2, chat: "chat \(Int.random(in: 0..<4, using: &generator))",
                text: words)
        }
    }

    /// The texts of all passages.
    private static func passages(_ store: LibraryStore) throws -> [String] {
        try store.read { snapshot in
            let layout = try snapshot.passageLayout()
            return try (0..<layout.count).filter { layout.isLive(PassageID(index: $0)) }.compactMap {
                try snapshot.passage(PassageID(index: $0))?.text
            }
        }
    }

    @Test(arguments: [(41, 64), (42, 64), (43, 3), (44, 1)])
    func `every passage is read once, whole, within a window`(seed: Int, pieceLength: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let fixture = try await LibraryFixture.holding(Self.messages(&generator))
        let encoder = HashingEncoder(pieceLength: pieceLength)
        try await fixture.embed(encoder)
        var pooled: [[Int32]: Int] = [:]
        for input in encoder.inputs {
            #expect(input.tokens.first == encoder.classificationToken && input.tokens.last == encoder.separatorToken)
            #expect(input.tokens.count <= 160 || input.pooledRanges.count == 1, "only a long passage is read alone")
            #expect(input.tokens.count <= encoder.maximumTokens)
            for range in input.pooledRanges {
                #expect(range.lowerBound >= 1 && range.upperBound < input.tokens.count && !range.isEmpty)
                pooled[Array(input.tokens[range]), default: 0] += 1
            }
        }
        var expected: [[Int32]: Int] = [:]
        for text in try Self.passages(fixture.store) {
            expected[Array(encoder.tokens(of: text).prefix(encoder.maximumTokens - 2)), default: 0] += 1
        }
        #expect(pooled == expected, "seed \(seed)")
    }

    @Test func `a passage in the middle of a thread is read with what stands around it`() async throws {
        let messages = (0..<60).map {
            Item.message("\($0)", hour: Double($0) / 60, text: "one two three four five six \($0)")
        }
        let fixture = try await LibraryFixture.holding(messages)
        let encoder = HashingEncoder()
        try await fixture.embed(encoder)
        let all = encoder.inputs
        for input in all.dropFirst().dropLast() {
            for range in input.pooledRanges {
                let (before, after) = (range.lowerBound - 1, input.tokens.count - 1 - range.upperBound)
                #expect(before >= 20 && after >= 20, "\(before) before, \(after) after")
            }
        }
    }

    @Test(arguments: [ItemKind.message, .email, .document, .note])
    func `a chat is read in shorter windows than what keeps to its subject`(kind: ItemKind) async throws {
        let sentences = (0..<200).map { "word\($0) and some more words \($0 * 7)" }
        let items =
            switch kind {
            case .message: sentences.enumerated().map { Item.message("\($0)", hour: Double($0) / 60, text: $1) }
            case .email: [Item.mail("a", "Words", text: sentences.joined(separator: ". "), day: 1)]
            case .document: [Item.document("a", text: sentences.joined(separator: ". "))]
            case .note: [Item.note("a", text: sentences.joined(separator: ". "))]
            }
        let encoder = HashingEncoder()
        try await LibraryFixture.holding(items).embed(encoder)
        let lengths = encoder.inputs.map(\.tokens.count)
        let longest = kind == .message ? 160 : 192
        #expect(lengths.max() == longest && lengths.count { $0 < longest } <= 1)
    }

    @Test func `what is appended to a thread changes only its last windows`() async throws {
        let messages = (0..<200).map {
            Item.message("\($0)", hour: Double($0) / 60, text: "word\($0) and some more words \($0 * 7)")
        }
        let fixture = try await LibraryFixture.holding(messages)
        let encoder = HashingEncoder()
        let whole = try await fixture.embed(encoder)
        let before = Set(encoder.inputs)
        encoder.forget()
        try await fixture.store.importItems([.message("new", hour: 4, text: "a reply that comes later")], path: "/late")
        let added = try await fixture.embed(encoder)
        #expect(added.passages == 201)
        #expect(before.isDisjoint(with: encoder.inputs), "nothing is read again as it was")
        #expect((1...3).contains(encoder.inputs.count))
        #expect(added.tokens <= 3 * 160 && added.tokens * 5 < whole.tokens)
        #expect(added.cached > 150)
    }

    @Test func `who wrote it and a new title are read before an item, but not pooled`() async throws {
        let fixture = try await LibraryFixture.holding([
            .mail("a", "Re: Keys", text: "alpha beta", from: "Ada", day: 1),
            .mail("b", "AW: Keys", text: "gamma delta", from: "Bea", day: 2, inReplyTo: ["a"]),
        ])
        let encoder = HashingEncoder()
        try await fixture.embed(encoder)
        let input = try #require(encoder.inputs.first)
        let tokens = encoder.tokens(of: "Ada: Re: Keys. alpha beta Bea: gamma delta")
        #expect(input.tokens == [0] + tokens + [1])
        #expect(input.pooledRanges == [4..<6, 7..<9])
        #expect(encoder.inputs.count == 1)
    }
}
