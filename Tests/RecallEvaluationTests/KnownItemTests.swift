import Foundation
import RecallCore
import RecallEvaluation
import RecallKit
import RecallStore
import RecallTestSupport
import Testing

/// Queries made from one's own items, and what is measured with them.
@Suite(.scratch) struct KnownItemTests {
    private let scratch: ScratchFolder
    private let library: RecallLibrary

    init() async throws {
        scratch = try ScratchFolder()
        library = try await Self.makeLibrary(scratch.path + "/library", Self.items)
    }

    private static func makeLibrary(_ path: String, _ items: [Item]) async throws -> RecallLibrary {
        let encoder = HashingEncoder()
        let library = try RecallLibrary(at: LibraryLocation(path: path), for: .write, model: .encoder(encoder))
        try await library.store.importItems(items, path: "/all")
        _ = try await library.embed()
        return library
    }

    /// Mails, messages and notes of words that sound alike and differ.
    private static let items: [Item] = {
        var generator = SeededGenerator(seed: 5)
        let vocabulary = ["ka", "lo", "mi", "ne", "ro", "su", "ta", "vi"].flatMap { first in
            ["bar", "den", "fol", "gam", "hes", "lin", "mor", "pal"].map { first + $0 }
        }
        return (0..<90).map { number in
            let text = generator.words(12, of: vocabulary) + ". " + generator.words(9, of: vocabulary) + "."
            switch number % 3 {
            case 0: return .mail("\(number)", generator.words(4, of: vocabulary), text: text, day: Double(number))
            case 1: return .message("\(number)", hour: Double(number) * 24, chat: "c\(number)", text: text)
            default: return .note("\(number)", text: text)
            }
        }
    }()

    @Test func `equal seeds make equal queries, other seeds others`() throws {
        let queries = try library.makeKnownItems(count: 40, seed: 3).queries
        #expect(queries == (try library.makeKnownItems(count: 40, seed: 3).queries))
        #expect(queries != (try library.makeKnownItems(count: 40, seed: 4).queries))
        #expect(queries.count == 40 && Set(queries.map(\.item)).count == 40 && Set(queries.map(\.id)).count == 40)
        #expect(Set(queries.map(\.kind)) == [.email, .message, .note])
        #expect(Set(queries.map(\.category)) == Set(KnownItemSet.Category.allCases))
        #expect(try library.makeKnownItems(count: 1_000, seed: 3).queries.count == 90)
    }

    @Test func `a query of a deleted item is in no file afterwards`() throws {
        let made = try library.makeKnownItems(count: 40, seed: UInt64.max)
        try made.write(to: library.location)
        let gone = try #require(made.queries.first)
        _ = try library.deleteItem(try #require(ItemID(gone.item)))
        let left = try #require(try KnownItemSet.read(from: library.location))
        #expect(left.queries == made.queries.filter { $0.item != gone.item } && left.seed == UInt64.max)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: library.location.knownItemSet))
        #expect(bytes.range(of: Data(gone.text.utf8)) == nil)
    }

    @Test func `a query has words of its item, and not a sentence of it`() throws {
        for query in try library.makeKnownItems(count: 90, seed: 3).queries {
            let item = try #require(try ItemID(query.item).flatMap { try library.item($0) })
            let text = "\(item.title) \(item.text) \(item.sender?.name ?? "") January February March in 2024"
                .lowercased()
            let words = query.text.lowercased().split(separator: " ")
            #expect(words.count >= 2 && words.allSatisfy { text.contains($0) }, "\(query.category)")
            #expect(!item.text.lowercased().contains(query.text + "."))
        }
    }

    @Test func `queries and runs are kept for their owner alone, and read again`() throws {
        let location = library.store.location
        #expect(try KnownItemSet.read(from: location) == nil)
        let set = try library.makeKnownItems(count: 20, seed: 1)
        try set.write(to: location)
        try library.measure(set).run.keep(in: location)
        #expect(try KnownItemSet.read(from: location) == set)
        #expect(try KnownItemRun.last(in: location)?.figures.keys.sorted() == ["fused", "vectors", "words"])
        for path in [location.knownItemSet, KnownItemRun.path(in: location)] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        try Data("{".utf8).write(to: URL(fileURLWithPath: location.knownItemSet))
        #expect(throws: (any Error).self) { try KnownItemSet.read(from: location) }
    }

    @Test func `an unchanged search does not differ, one that ranks others first is worse`() async throws {
        let set = try library.makeKnownItems(count: 60, seed: 1)
        let before = try library.measure(set)
        #expect(before.rows.map(\.ranking) == [.lexical, .semantic, .hybrid])
        #expect((before.rows.last?.all.mrr10 ?? 0) > 0.6)
        let again = try library.measure(set).run
        #expect(again.difference(of: "fused", from: before.run)?.mean == 0)
        #expect(!again.isWorse(than: before.run))
        // Notes that say just what is asked stand before what was sought.
        let decoys = set.queries.map { Item.note("decoy \($0.id)", text: "\($0.text). \($0.text)") }
        let changed = try await Self.makeLibrary(scratch.path + "/changed", Self.items + decoys)
        let after = try changed.measure(set).run
        #expect(after.isWorse(than: before.run) && !before.run.isWorse(than: after))
    }

    @Test func `queries whose item is gone are left out`() async throws {
        let set = try library.makeKnownItems(count: 90, seed: 1)
        let rest = try await Self.makeLibrary(scratch.path + "/rest", Array(Self.items.dropLast(30)))
        let measured = try rest.measure(set)
        #expect(measured.rows.allSatisfy { $0.queries.count == 60 })
        let whole = try library.measure(set)
        #expect(measured.run.difference(of: "words", from: whole.run) != nil)
    }

    @Test func `a library without enough words makes no query`() async throws {
        let small = try await Self.makeLibrary(scratch.path + "/small", [.note("a", text: "hi"), .note("b", text: "")])
        #expect(try small.makeKnownItems(count: 5, seed: 1).queries.isEmpty)
    }

    @Test func `differences are told from noise`() {
        #expect(PairedDifference([0, 0, 0]).probability == 1)
        #expect(!PairedDifference([0.5, -0.5, 0.4, -0.4, 0.1]).isSignificant)
        let better = PairedDifference((0..<40).map { $0 % 4 == 0 ? -0.1 : 0.3 })
        #expect(better.isSignificant && abs(better.mean - 0.2) < 1e-9)
        #expect(PairedDifference([1, 0, 0, 0]).probability > 0.9)
    }
}
