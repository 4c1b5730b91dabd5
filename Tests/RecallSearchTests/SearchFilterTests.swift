import Foundation
import RecallCore
import RecallEmbedding
import RecallIndexing
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

struct SearchFilterTests {
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

    private static func filter(_ generator: inout SeededGenerator) -> SearchFilter {
        var filter = SearchFilter()
        if Bool.random(using: &generator) {
            filter.kinds = [generator.pick(ItemKind.allCases), generator.pick(ItemKind.allCases)]
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            filter.sender = generator.pick(["ada", "OBER", "people.example", "x"])
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            filter.after = .days(Double(Int.random(in: 0..<30, using: &generator)))
        }
        if Int.random(in: 0..<3, using: &generator) == 0 {
            filter.before = .days(Double(Int.random(in: 0..<30, using: &generator)))
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
            filter.conversation = generator.pick(["walks", "talks", "none"])
        }
        if Int.random(in: 0..<3, using: &generator) == 0 { filter.phrases = [generator.words(2, of: vocabulary)] }
        return filter
    }

    /// Whether an item passes, decided by looking at it.
    private static func passes(_ item: Item, _ filter: SearchFilter) -> Bool {
        let sender = [item.sender?.name, item.sender?.address].compactMap { $0?.lowercased() }
        let says = { (phrase: String) in
            [item.title, item.text].contains { " \($0) ".contains(" \(phrase) ") }
        }
        return (filter.kinds.isEmpty || filter.kinds.contains(item.kind))
            && filter.sender.map { part in sender.contains { $0.contains(part.lowercased()) } } ?? true
            && filter.after.map { after in item.date.map { $0 >= after } ?? false } ?? true
            && filter.before.map { before in item.date.map { $0 < before } ?? false } ?? true
            && filter.conversation.map { $0 == item.conversation } ?? true
            && filter.phrases.allSatisfy(says)
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
            let filter = Self.filter(&generator)
            let passing = Set(items.filter { Self.passes($0, filter) }.compactMap(\.externalID))
            let query = SearchQuery("moth", filter: filter, limit: 400)
            #expect(try fixture.found(query, .words, engine) == passing, "\(filter), seed \(seed)")
            #expect(try fixture.found(query, .fused, engine) == passing, "\(filter), seed \(seed)")
            #expect(try fixture.found(query, .vectors, engine).isSubset(of: passing), "\(filter), seed \(seed)")
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
