import Foundation
import RecallCore
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// Retrieval of candidates from a library that has more passages than there are candidates.
@Suite(.scratch) struct CandidateTests {
    private static let words = ["boiler", "kettle", "ladder", "moth", "river"]

    /// Messages in chats of many sessions, so that passages have contexts; all say "common".
    private static func library(_ seed: UInt64) async throws -> (fixture: SearchFixture, encoder: HashingEncoder) {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<2_000).map { number in
            Item.message(
                "\(number)", hour: Double(number * 9), chat: "chat \(Int.random(in: 0..<7, using: &generator))",
                text: "common "
                    + generator.words(Int.random(in: 1...9, using: &generator), of: words + ["rare\(number)"]))
        }
        let encoder = HashingEncoder()
        return (try await SearchFixture(items, embeddedBy: encoder), encoder)
    }

    private static func lexicalParts(_ query: String, _ engine: SearchEngine) throws -> [Passage: [Float]] {
        let response = try engine.search(SearchQuery(query, limit: 2_000), ranking: .lexical)
        return Dictionary(uniqueKeysWithValues: response.results.flatMap(\.passages).map { ($0.passage, lexical($0)) })
    }

    private static func lexical(_ hit: PassageHit) -> [Float] {
        [hit.score.passageBM25, hit.score.contextBM25, hit.score.coverage]
    }

    @Test(arguments: [71, 72] as [UInt64])
    func `a passage that only its vector made a candidate has the lexical scores that it would have by words`(
        seed: UInt64
    ) async throws {
        let (fixture, encoder) = try await Self.library(seed)
        let engine = fixture.engine(encoder)
        for query in ["common boiler ladder", "common moth", "kettle river common boiler"] {
            let expected = try Self.lexicalParts(query, engine)
            let nearest = try engine.search(SearchQuery(query, limit: 40), ranking: .semantic)
            #expect(!nearest.results.isEmpty)
            var compared = 0
            for hit in nearest.results.flatMap(\.passages) {
                guard let parts = expected[hit.passage] else { continue }
                #expect(Self.lexical(hit) == parts, "\(query), seed \(seed)")
                compared += 1
            }
            #expect(compared > 20)
        }
    }

    @Test func `leaving out what cannot be among the best changes none of them`() async throws {
        var generator = SeededGenerator(seed: 73)
        let items = (0..<40_000).map { number in
            var text = "common \(generator.words(Int.random(in: 1...4, using: &generator), of: Self.words))"
            for (word, every) in [("often", 3), ("seldom", 30), ("rare", 400)] where number % every == 0 {
                text += " " + word
            }
            return Item.message(
                "\(number)", hour: Double(number * 9), chat: "chat \(number % 50)", text: text)
        }
        let engine = try await SearchFixture(items).engine()
        for query in [
            "common often", "common seldom", "often rare seldom", "common boiler rare", "rare common kind:message",
        ] {
            // So many that every passage is scored.
            let all = try engine.passages(SearchQuery(query), ranking: .lexical, limit: 100_000)
            let best = try engine.passages(SearchQuery(query), ranking: .lexical, limit: 200)
            #expect(all.count > 10_000 && best.count == 200)
            #expect(best.map(\.passage) == all.prefix(200).map(\.passage), "\(query)")
        }
    }

    @Test func `a filter that leaves few changes the score of none of them`() async throws {
        var generator = SeededGenerator(seed: 74)
        // Chats of short and long messages, so that contexts end at their reach.
        let items = (0..<2_000).map { number in
            Item.message(
                "\(number)", hour: Double(number) / 20, chat: "chat \(number / 20)",
                text: generator.words(
                    Int.random(in: 1...40, using: &generator), of: Self.words + ["rare\(number % 90)"]),
                from: number % 50 == 0 ? "Few" : "Ada")
        }
        let engine = try await SearchFixture(items).engine()
        var compared = 0
        for query in ["boiler rare7", "moth rare3 rare50", "rare10"] {
            let all = try Self.lexicalParts(query, engine)
            let few = try Self.lexicalParts(query + " from:few", engine)
            #expect(few.count > 2 && few.count <= 40)
            // A page has few passages of a thread.
            for (passage, parts) in few {
                guard let expected = all[passage] else { continue }
                #expect(expected == parts, "\(query)")
                compared += 1
            }
        }
        #expect(compared > 0)
    }

    @Test func `a context reaches as far back as it reaches on`() async throws {
        // The words stand 1 to 20 messages apart, in this order in one chat and in the other one in another.
        let items = (1...20).flatMap { distance in
            ["p", "q"].flatMap { side in
                // No two chats say the same, or they would be one result.
                let filler = (0..<distance).map { "moss\(side)\(distance)x\($0) fern\(side)\($0) some plain words" }
                let texts = ["zebra stone\(side)\(distance)"] + filler + ["kettle birch\(side)\(distance)"]
                return (side == "p" ? texts : texts.reversed()).enumerated().map { place, text in
                    Item.message(
                        "\(side) \(distance) \(text.hasPrefix("kettle")) \(place)", hour: Double(place) / 20,
                        chat: "\(side) \(distance)", text: text)
                }
            }
        }
        let engine = try await SearchFixture(items).engine()
        let results = try engine.search(SearchQuery("zebra kettle", limit: 2_000), ranking: .lexical).results
        var scores: [Substring: [Float]] = [:]
        for hit in results.flatMap(\.passages) {
            let id = (hit.item.externalID ?? "").split(separator: " ")
            if id.count == 4, id[2] == "true" { scores[id[1], default: []].append(hit.score.contextBM25) }
        }
        let pairs = scores.values.filter { $0.count == 2 }
        #expect(pairs.count > 12)
        for pair in pairs { #expect(abs(pair[0] - pair[1]) < 1e-3) }
    }

    @Test func `BM25 is what the formula gives, computed by hand`() async throws {
        let texts = ["kettle kettle river", "kettle moss moth ladder stone fern", "river moss"]
        let messages = texts.enumerated().map { Item.message("\($0)", hour: Double($0), chat: "\($0)", text: $1) }
        let fixture = try await SearchFixture(messages)
        let results = try fixture.engine().search(SearchQuery("kettle river", limit: 5)).results
        let scores = Dictionary(
            uniqueKeysWithValues: results.flatMap(\.passages).map { ($0.item.externalID, $0.score) })
        // Both words are in two of three passages.
        let idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
        func saturated(_ frequency: Double, _ length: Double, b: Double) -> Double {
            frequency * 2.2 / (frequency + 1.2 * (1 - b + b * length / (11.0 / 3)))
        }
        for (id, length, frequencies) in [("0", 3.0, [2.0, 1.0]), ("1", 6, [1]), ("2", 2, [1])] {
            let score = try #require(scores[id])
            let expected = { (b: Double) in Float(idf * frequencies.map { saturated($0, length, b: b) }.reduce(0, +)) }
            #expect(abs(score.passageBM25 - expected(0.1)) < 1e-4)
            #expect(abs(score.contextBM25 - expected(0.5)) < 1e-4)
        }
    }

    /// What reranking adds: .35 where both words stand together, half of it within four words, nothing beyond.
    @Test func `words that stand near each other count by their distance, computed by hand`() async throws {
        let texts = [
            "kettle river moss fern stone", "kettle moss fern stone river", "kettle moss fern stone birch river",
        ]
        let messages = texts.enumerated().map { Item.message("\($0)", hour: Double($0), chat: "\($0)", text: $1) }
        let fixture = try await SearchFixture(messages)
        let results = try fixture.engine().search(SearchQuery("kettle river", limit: 5)).results
        let bonuses = Dictionary(
            uniqueKeysWithValues: results.flatMap(\.passages).map { ($0.item.externalID, $0.score.rerank) })
        let (near, nearer, far) = (bonuses["1"] ?? 0, bonuses["0"] ?? 0, try #require(bonuses["2"]))
        #expect(abs(nearer - far - 0.35) < 1e-5 && abs(near - far - 0.175) < 1e-5)
    }

    @Test func `the best are the same, however few candidates there are`() async throws {
        let (fixture, encoder) = try await Self.library(73)
        let engine = fixture.engine(encoder)
        for query in ["common boiler ladder", "moth river", "rare17 kettle"] {
            let few = try engine.passages(SearchQuery(query), ranking: .hybrid, limit: 300).map(\.passage)
            let all = try engine.passages(SearchQuery(query), ranking: .hybrid, limit: 2_000).map(\.passage)
            #expect(Array(all.prefix(10)) == Array(few.prefix(10)), "\(query)")
        }
    }

    /// Passages are scored 16,384 at a time; after the single message, the end of that lies within a conversation of two.
    @Test func `a conversation is scored as a whole, wherever it stands`() async throws {
        let items = (0..<16_401).map { number in
            Item.message("\(number)", hour: Double(number), chat: "\((number + 1) / 2)", text: "kettle river")
        }
        let engine = try await SearchFixture(items).engine()
        let found = try engine.passages(SearchQuery("kettle"), ranking: .lexical, limit: .max).map(\.passage)
        #expect(Set(found).count == items.count && found.count == items.count)
        // All conversations of two say the same, so those of equal scores come in their order.
        let ofTwo = found.filter { $0 != found.last }
        #expect(zip(ofTwo, ofTwo.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a filter that leaves few passages leaves all of them candidates`() async throws {
        let (fixture, encoder) = try await Self.library(74)
        let query = SearchQuery("common boiler in:\"chat 3\"", limit: 1_000)
        let engine = fixture.engine(encoder)
        let counted = try #require(try engine.search(query).interpretation.passing)
        #expect(try engine.passages(query, ranking: .hybrid, limit: 1_000).count == counted.passages)
    }
}
