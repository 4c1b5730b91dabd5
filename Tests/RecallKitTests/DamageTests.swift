import Foundation
import RecallCore
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Copies of libraries in which a bit is flipped, or from which the end is cut.
@Suite(.scratch) struct DamageTests {
    /// A library that was closed, and what it answers.
    private struct Original: Sendable {
        let location: LibraryLocation
        let database: Data
        let answers: [String]

        /// Two sizes: one of a few pages, one whose trees are deeper.
        static let all = Task { [try await Original(items: 3), try await Original(items: 600)] }

        private init(items count: Int) async throws {
            let location = LibraryLocation(path: try ScratchFolder.shared().path + "/library")
            var random = SeededGenerator(seed: 5)
            let items = (0..<count).map { number in
                var mail = Item.mail("\(number)", text: random.words(40, of: DamageTests.words) + " end\(number)")
                mail.sender = Participant(
                    name: random.pick(["Ada Quist", "Bo Tanner"]), address: "a\(number)@mill.example")
                return mail
            }
            try await {
                let library = try RecallLibrary(at: location, for: .write, model: .encoder(DamageTests.encoder))
                try await library.store.importItems(items, path: "/all")
                _ = try await library.embed()
            }()
            self.location = location
            database = try Data(contentsOf: URL(fileURLWithPath: location.database))
            answers = try DamageTests.answers(of: location)
        }
    }

    private static let encoder = HashingEncoder()
    private static let words = ["boiler", "mill", "river", "deposit", "kettle", "stove", "wheel", "paddle", "fern"]

    /// Everything that a reader learns: searches, filters, items, threads, people, places.
    private static func answers(of location: LibraryLocation) throws -> [String] {
        let library = try RecallLibrary(at: location, for: .read, model: .encoder(encoder))
        var answers: [String] = []
        for query in ["boiler mill", "\"river deposit\"", "from:ada kettle", "end2*", "stove NEAR/3 wheel", "with:bo"] {
            let response = try library.search(SearchQuery(query, limit: 50))
            answers += response.results.map(described) + response.notes
            answers.append("\(try library.count(SearchQuery(query)).items)")
        }
        answers += try library.store.allItems().map {
            "\($0.id) \($0.title) \($0.text) \(String(describing: $0.sender))"
        }
        answers.append("\(try LibraryContents(of: library.store).counts)")
        return answers
    }

    /// A result without its sets, whose order differs from one to the next.
    private static func described(_ result: SearchResult) -> String {
        let passages = result.passages.map {
            "\($0.item.id) \($0.item.title) \($0.passage.range) \($0.text) \($0.highlights) \($0.score.fused)"
        }
        return "\(result.thread.title) \(result.why) \(result.confidence) \(passages)"
    }

    /// The answers of a library with this database; `nil` if the damage is noticed.
    private static func answers(of database: Data) throws -> [String]? {
        let location = LibraryLocation(path: try ScratchFolder().path)
        try database.write(to: URL(fileURLWithPath: location.database))
        defer { try? FileManager.default.removeItem(atPath: location.folder) }
        do {
            return try answers(of: location)
        } catch let error as StoreError {
            #expect([.damaged, .unavailable].contains(error.code), "\(error)")
            return nil
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `damage that would change an answer is an error instead`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var noticed = 0
        for original in try await Original.all.value {
            for _ in 0..<14 {
                var damaged = original.database
                let byte = Int.random(in: damaged.indices, using: &random)
                let bit = UInt8.random(in: 0..<8, using: &random)
                let isCut = Int.random(in: 0..<7, using: &random) == 0
                if isCut { damaged.removeLast(damaged.count - byte) } else { damaged[byte] ^= 1 << bit }
                let answers = try Self.answers(of: damaged)
                if answers == nil { noticed += 1 }
                #expect(
                    answers == nil || answers == original.answers,
                    "\(isCut ? "cut at" : "bit \(bit) of") byte \(byte), \(original.database.count), seed \(seed)")
            }
        }
        #expect(noticed > 5)
    }

    @Test func `a cut within the last page is noticed`() async throws {
        for original in try await Original.all.value {
            for bytes in [1, 8, 100, 4_000, 8_191] {
                let answers = try Self.answers(of: original.database.dropLast(bytes))
                #expect(answers == nil || answers == original.answers, "\(bytes) of \(original.database.count)")
            }
        }
    }

    @Test func `every bit of the first bytes counts, and of the bytes that say that pages carry checksums`()
        async throws
    {
        let original = try await Original.all.value[0]
        for bit in 0..<100 * 8 {
            var damaged = original.database
            damaged[bit / 8] ^= 1 << (bit % 8)
            let answers = try Self.answers(of: damaged)
            #expect(answers == nil || answers == original.answers, "bit \(bit)")
        }
    }

    @Test func `a library with a damaged page is not called whole`() async throws {
        let original = try await Original.all.value[1]
        #expect(try LibraryStore(at: original.location, for: .read).isUndamaged())
        let location = LibraryLocation(path: try ScratchFolder().path)
        // Pages in the middle are of some table or index.
        for page in [3, 40, 90] {
            var damaged = original.database
            damaged[page * 8_192 + 5_000] ^= 4
            try damaged.write(to: URL(fileURLWithPath: location.database))
            #expect((try? LibraryStore(at: location, for: .read).isUndamaged()) != true, "page \(page)")
        }
    }
}
