import Foundation
import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct SearchFilterTests {
    private static let names = ["Ada", "Bea Ober", "Cem", "Dov", "ada lind"]
    private static let vocabulary = ["kettle", "lantern", "river", "mill", "fern", "gate", "rope", "coal"]

    /// Items of all kinds, each of which says "moth".
    private static func items(_ generator: inout SeededGenerator) -> [Item] {
        (0..<300).map { number in
            let text = "moth " + generator.words(6, of: vocabulary)
            let name = generator.pick(names)
            var item: Item
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: item = .mail("\(number)", generator.words(2, of: vocabulary), text: text, from: name)
            case 1:
                item = .message("\(number)", hour: 0, chat: generator.pick(["walks", "talks"]), text: text, from: name)
            case 2: item = .document("\(number)", title: generator.pick(vocabulary), text: text)
            default: item = .note("\(number)", text: text)
            }
            item.date =
                Int.random(in: 0..<8, using: &generator) == 0
                ? nil : .days(Double(Int.random(in: 0..<30, using: &generator)))
            return item
        }
    }

    /// A condition, and the same as a test of an item.
    private struct Condition {
        var filter: SearchFilter
        var passes: (Item) -> Bool
    }

    private static func conditions(_ generator: inout SeededGenerator) -> [Condition] {
        let kinds: Set<ItemKind> = [generator.pick(ItemKind.allCases), generator.pick(ItemKind.allCases)]
        let part = generator.pick(["ada", "OBER", "people.example", "x"])
        let date = Date.days(Double(Int.random(in: 0..<30, using: &generator)))
        let chat = generator.pick(["walks", "talks", "none"])
        let phrase = generator.words(2, of: vocabulary)
        let all = [
            Condition(filter: .kinds(kinds)) { kinds.contains($0.kind) },
            Condition(filter: .from(part)) { item in
                [item.sender?.name, item.sender?.address].contains {
                    $0?.lowercased().contains(part.lowercased()) ?? false
                }
            },
            Condition(filter: .after(date)) { $0.date.map { $0 >= date } ?? false },
            Condition(filter: .not(.after(date))) { $0.date.map { $0 < date } ?? true },
            Condition(filter: .conversation(chat)) { $0.conversation == chat },
            Condition(filter: .phrase(phrase)) { item in
                [item.title, item.text].contains { " \($0) ".contains(" \(phrase) ") }
            },
        ]
        return all.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
    }

    @Test(arguments: [51, 52, 53] as [UInt64])
    func `every lane finds only what passes the filter, and words find all of it`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let items = Self.items(&generator)
        let encoder = HashingEncoder()
        let fixture = try await SearchFixture(items, embeddedBy: encoder)
        let engine = fixture.engine(encoder)
        var narrowed = 0
        for _ in 0..<60 {
            let conditions = Self.conditions(&generator)
            let filter = SearchFilter.all(conditions.map(\.filter))
            let passing = Set(
                items.filter { item in conditions.allSatisfy { $0.passes(item) } }.compactMap(\.externalID))
            let query = SearchQuery("moth", filter: filter, limit: 400)
            #expect(try fixture.found(query, .lexical, engine) == passing, "\(filter), seed \(seed)")
            #expect(try fixture.found(query, .hybrid, engine) == passing, "\(filter), seed \(seed)")
            #expect(try fixture.found(query, .semantic, engine).isSubset(of: passing), "\(filter), seed \(seed)")
            let shown = try engine.search(query).results.flatMap(\.passages).compactMap(\.item.externalID)
            #expect(Set(shown).isSubset(of: passing))
            if !passing.isEmpty && passing.count < items.count { narrowed += 1 }
        }
        #expect(narrowed > 15)
    }

    private static let letters = [
        Item.mail("a", "Deposit", text: "The deposit will be sent back soon."),
        .mail("b", "Keys", text: "Sent back: the keys. About the deposit, soon."),
        .note("c", text: "Will soon be: the deposit, sent back."),
    ]

    @Test(arguments: [
        ("deposit \"sent back\"", ["a", "b", "c"]), ("\"be sent back\"", ["a"]), ("“the keys”", ["b"]),
        ("„soon be“", ["c"]), ("\"deposit sent\" back", ["c"]), ("\"sent back\" \"the keys\"", ["b"]),
        ("deposit \"soon", ["a", "b", "c"]), ("\"no such words\" deposit", []),
    ])
    func `what is in quotation marks must occur literally`(query: String, found: [String]) async throws {
        let fixture = try await SearchFixture(Self.letters)
        let shown = try fixture.engine().search(SearchQuery(query)).shown
        #expect(Set(shown.joined()) == Set(found))
    }
}
