import Foundation
import RecallCore
import RecallKit
import RecallSearch
import RecallStore
import RecallTestSupport
import Synchronization
import Testing

/// The work of queries that ask for much, counted in a library of the sample's files.
@Suite(.scratch) struct WorkBudgetTests {
    private struct Sample: Sendable {
        let engine: SearchEngine

        static let shared = Task { try await Sample() }

        private init() async throws {
            let location = LibraryLocation(path: try ScratchFolder.shared().path + "/library")
            let library = try RecallLibrary(at: location, for: .write, model: .none)
            _ = try await library.importFiles(at: ProjectFolder.sampleSources)
            engine = SearchEngine(store: try LibraryStore(at: location, for: .read), encoder: nil)
        }
    }

    /// The work of a search without a limit.
    private static func work(_ query: String) async throws -> Int {
        let budget = WorkBudget(.max)
        _ = try await Sample.shared.value.engine.search(SearchQuery(query), within: budget)
        return budget.spent
    }

    /// A small part of what a search may do, so that many of the queries spend it.
    private static let small = 100_000

    private static let words = [
        "the", "a", "boiler", "mira", "rent", "deposit", "heating", "hiking", "meeting", "qqqq", "zürich", "2024", "e",
    ]

    private static func operand(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let word = random.pick(words), other = random.pick(words)
        let start = String(word.prefix(Int.random(in: 1...3, using: &random)))
        switch Int.random(in: 0..<(depth > 0 ? 12 : 9), using: &random) {
        case 0: return "\"\(word) \(other)\""
        case 1: return start + "*"
        case 2: return "\"\(word) \(start)\"*"
        case 3: return "\(start)* NEAR/\(Int.random(in: 0...40, using: &random)) \"\(other)\""
        case 4: return random.pick(["from:", "to:", "with:", "subject:", "in:", "filename:"]) + word
        case 5: return random.pick(["kind:email", "has:attachment", "lang:de", "date:2024..", "larger:99", "thread:a"])
        case 6: return random.pick(["(", ")", "-", "\"", "OR", "AND NOT", "NEAR/", "from:", "*"])
        case 9...: return "(\(query(depth - 1, &random)))"
        default: return word
        }
    }

    private static func query(_ depth: Int, _ random: inout SeededGenerator) -> String {
        let count = random.pick([1, 2, 3, 5, 8, 60])
        let sign = random.pick([" ", " OR ", " AND ", " -"])
        return (0..<count).map { _ in operand(depth, &random) }.joined(separator: sign)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a random query does no more than its budget and one condition`(seed: UInt64) async throws {
        let engine = try await Sample.shared.value.engine
        var random = SeededGenerator(seed: seed)
        // The dearest ones of these words.
        let condition = try await Self.work("with:e OR e* NEAR/1000000 t*")
        var (cut, whole) = (0, 0)
        for _ in 0..<250 {
            let text = String(Self.query(Int.random(in: 0...3, using: &random), &random).prefix(25_000))
            let budget = WorkBudget(Self.small)
            let response = try engine.search(SearchQuery(text), within: budget)
            #expect(budget.spent <= Self.small + condition, "\(text)")
            let isSaid = response.interpretation.hints.contains { $0.hasSuffix("left out.") }
            #expect(isSaid == (budget.conditionsLeftOut > 0), "\(text)")
            if isSaid { cut += 1 } else { whole += 1 }
        }
        #expect(cut > 10 && whole > 10)
    }

    @Test func `conditions that repeat cost what one costs, wherever they stand`() async throws {
        // The first use of a connection reads pages of the schema and of the full-text index's settings too.
        _ = try await Self.work("\"b*\" OR kind:note")
        let one = try await Self.work("\"b*\"")
        #expect(one > 0)
        #expect(try await Self.work(String(repeating: "\"b*\" ", count: 2_000)) == one)
        let both = try await Self.work("\"b*\" OR kind:note")
        let nested = Array(repeating: "(\"b*\" (\"b*\" OR kind:note))", count: 500).joined(separator: " OR ")
        #expect(try await Self.work(nested) == both)
    }

    @Test func `what is left out is as if it were not asked for, and is said`() async throws {
        let engine = try await Sample.shared.value.engine
        func response(_ text: String, _ units: Int) throws -> SearchResponse {
            try engine.search(SearchQuery(text), within: WorkBudget(units))
        }
        let one = try response("\"mira\"", .max)
        #expect(!one.results.isEmpty)
        for text in ["\"mira\" qq*", "\"mira\" -(m*)", "\"mira\" OR qq* OR qqq*", "\"mira\" AND (qq* OR -qq*)"] {
            let cut = try response(text, 1)
            #expect(cut.results.map(\.thread.id) == one.results.map(\.thread.id), "\(text)")
            #expect(cut.interpretation.hints.count == 1, "\(text)")
        }
        #expect(try response("\"mira\" qq*", .max).interpretation.hints.isEmpty)
    }

    @Test func `a filter that nobody waits for any more is not evaluated to its end`() async throws {
        let engine = try await Sample.shared.value.engine
        let asked = Mutex(0)
        // The first two looks are before the condition, the next ones are within it.
        let budget = WorkBudget {
            asked.withLock {
                $0 += 1; return $0 > 2
            }
        }
        #expect(throws: CancellationError.self) { try engine.search(SearchQuery("e*"), within: budget) }
        #expect(asked.withLock(\.self) > 2)
    }

    @Test func `a filter whose deadline passes gives no results, and says so`() async throws {
        let engine = try await Sample.shared.value.engine
        let budget = WorkBudget(deadline: .now, leastTime: .zero)
        let response = try engine.search(SearchQuery("e*"), within: budget)
        #expect(response.results.isEmpty && response.notes.count == 1)
        #expect(response.notes[0].hasPrefix("The time was over"))
    }

    @Test func `a deadline that has passed leaves the least time all the same`() async throws {
        let budget = WorkBudget(deadline: .now, leastTime: .seconds(600))
        let response = try await Sample.shared.value.engine.search(SearchQuery("e*"), within: budget)
        #expect(!response.results.isEmpty)
    }

    @Test func `of a long text the rarest words are looked up`() async throws {
        let engine = try await Sample.shared.value.engine
        let text = (0..<400).map { "zz\($0)qq" }.joined(separator: " ") + " mira"
        let response = try engine.search(SearchQuery(text))
        #expect(response.notes.contains { $0.contains("the 145 most common ones were left out") })
        #expect(try !engine.search(SearchQuery("mira")).notes.contains { $0.contains("left out") })
    }
}
