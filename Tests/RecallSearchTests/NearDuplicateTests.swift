import RecallCore
import RecallSearch
import RecallTestSupport
import Testing

@Suite(.scratch) struct NearDuplicateTests {
    private static let letter =
        "The boiler in the cellar whistles at night, and the landlord says it will be mended in spring."

    private func results(_ items: [Item], limit: Int = 10) async throws -> [SearchResult] {
        let fixture = try await SearchFixture(items)
        return try fixture.engine().search(SearchQuery("boiler whistles", limit: limit)).results
    }

    @Test(arguments: [
        letter, letter.uppercased(), "> " + letter, letter + "\nBest wishes", "FYI: " + letter,
        "The boiler in the cellar\nwhistles at night — and the landlord says: it will be mended in spring!",
    ])
    func `the same text in two threads is one row`(copy: String) async throws {
        let results = try await results([.note("a", text: Self.letter), .note("b", text: copy)])
        #expect(results.count == 1)
        #expect(results.first?.similarThreads == 1)
    }

    @Test(arguments: [
        "The boiler in the cellar whistles at night, and the landlord says it will not be mended in spring.",
        "The boiler in the cellar whistles at night, and the landlord says it will be mended in autumn.",
        "The boiler in the attic whistles at night, and the landlord says it will be mended in spring.",
        letter + " Room 12.",
        letter + " He also said that the rent is going up next year, and that the garden is ours to use from now on.",
        "The boiler whistles.",
    ])
    func `what says something else is a row of its own`(other: String) async throws {
        let results = try await results([
            .mail("a", "Heating", text: Self.letter), .mail("b", "Heating too", text: other),
        ])
        #expect(results.count == 2)
        #expect(results.allSatisfy { $0.similarThreads == 0 })
    }

    @Test func `a short text of one moment is one row, that of another day another one`() async throws {
        let items = [("a", 1.0), ("b", 1.0), ("c", 2.0)].map { Item.mail($0, text: "The boiler whistles.", day: $1) }
        let results = try await results(items)
        #expect(results.map(\.similarThreads) == [1, 0] || results.map(\.similarThreads) == [0, 1])
    }

    @Test func `boilerplate below different titles folds nothing`() async throws {
        let rest = String(repeating: "Then we went on and on about something else. ", count: 40)
        let items = (1...3).map { number in
            Item.document("/\(number).txt", title: "Offer \(number)", text: Self.letter + "\n\n" + rest + "\(number)")
        }
        #expect(try await results(items).count == 3)
    }

    @Test func `a whole letter and the beginning of a longer text with another title are two rows`() async throws {
        let long =
            Self.letter + " " + (1...12).map { "Room number\($0) has a window to the garden." }.joined(separator: " ")
        let rest = (1...40).map { "Then we went on about matter\($0) and another one." }.joined(separator: " ")
        let results = try await results([
            .document("/a.txt", title: "Heating", text: long),
            .document("/b.txt", title: "Yearbook", text: long + "\n\n" + rest),
        ])
        #expect(results.count == 2)
    }

    @Test func `the same file in two folders is one row`() async throws {
        let items = ["/a/plan.txt", "/b/plan.txt", "/b/plan copy.txt"].map {
            Item.document($0, title: $0, text: Self.letter)
        }
        #expect(try await results(items).map(\.similarThreads) == [2])
    }

    @Test func `what is folded takes no places from others`() async throws {
        let copies = (0..<20).map {
            Item.document("/copy\($0).txt", title: "Letter", text: Self.letter + " Boiler whistles.")
        }
        let others = (0..<5).map {
            Item.note("\($0)", text: "A boiler of kind\($0) that whistles in house\($0) by the river, far from town.")
        }
        let results = try await results(copies + others, limit: 4)
        #expect(results.count == 4)
        #expect(results.first?.similarThreads == 19)
        #expect(Set(results.dropFirst().map(\.thread.kind)) == [.note])
    }

    @Test func `short messages that are alike stay apart`() async throws {
        #expect(try await results((0..<5).map { .note("\($0)", text: "The boiler whistles again.") }).count == 5)
    }
}
