import Foundation
import RecallCore
import RecallStore
import RecallTestSupport
import Testing

@Suite(.scratch) struct PostingTests {
    /// A place of a word: the item's external id, its passage, and how often it is said there.
    private struct Place: Hashable {
        var item: String
        var passage: Int
        var count: Int
    }

    /// Nonsense, so that no language is guessed and no word is left out; a few words are rare.
    private static let vocabulary = (0..<40).map { "zq\($0 * $0)x" } + (0..<40).map { _ in "zq1x" }

    /// The expected contents of a library of random threads, and the operations on it.
    private struct Model {
        var generator: SeededGenerator
        var threads: [ThreadRow: [Item]] = [:]
        var made = 0

        mutating func item() -> Item {
            made += 1
            let text = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                generator.words(Int.random(in: 1...12, using: &generator), of: vocabulary)
            }.joined(separator: "\n\n")
            var item = Item.note("\(made)", text: text)
            item.title = generator.words(Int.random(in: 0...2, using: &generator), of: vocabulary)
            return item
        }

        mutating func step(_ transaction: LibraryTransaction) throws {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5: try addThread(transaction)
            case 5..<7: try grow(transaction)
            case 7..<9: try rewrite(transaction)
            default: try merge(transaction)
            }
        }

        private mutating func pickThread() -> ThreadRow? {
            threads.isEmpty ? nil : generator.pick(threads.keys.sorted())
        }

        private mutating func addThread(_ transaction: LibraryTransaction) throws {
            let thread = try transaction.makeThread(kind: .note, grouping: nil, title: "")
            threads[thread] = []
            for _ in 0..<Int.random(in: 1...3, using: &generator) { try insert(item(), thread, transaction) }
            try transaction.cut([thread])
        }

        private mutating func insert(_ item: Item, _ thread: ThreadRow, _ transaction: LibraryTransaction) throws {
            _ = try transaction.insert(item, thread: thread, parentRow: nil)
            threads[thread, default: []].append(item)
        }

        private mutating func grow(_ transaction: LibraryTransaction) throws {
            guard let thread = pickThread() else { return }
            try insert(item(), thread, transaction)
            try transaction.cut([thread])
        }

        private mutating func rewrite(_ transaction: LibraryTransaction) throws {
            guard let thread = pickThread(), let old = threads[thread]?.first else { return }
            var new = item()
            (new.id, new.externalID) = (old.id, old.externalID)
            let key = try #require(try transaction.snapshot.key(of: old.id))
            try transaction.update(new, row: key.row)
            threads[thread]?[0] = new
            try transaction.cut([thread])
        }

        private mutating func merge(_ transaction: LibraryTransaction) throws {
            guard let one = pickThread(), let other = pickThread(), one != other else { return }
            try transaction.merge(threads: [other], into: one)
            threads[one, default: []] += threads.removeValue(forKey: other) ?? []
            try transaction.cut([one])
        }

        /// Every word's places, found by looking at every passage.
        var places: [String: Set<Place>] {
            var places: [String: Set<Place>] = [:]
            for item in threads.values.joined() {
                let bytes = Array(item.text.utf8)
                for (number, span) in LibraryTransaction.spans(of: item.text).enumerated() {
                    let title = number == 0 ? item.title + " " : ""
                    let words = (title + String(decoding: bytes[span.range], as: UTF8.self)).split { $0.isWhitespace }
                    for (word, all) in Dictionary(grouping: words, by: { $0 }) {
                        places[String(word), default: []].insert(
                            Place(item: item.externalID ?? "", passage: number, count: all.count))
                    }
                }
            }
            return places
        }
    }

    private static func places(of word: String, _ snapshot: LibrarySnapshot, _ layout: PassageLayout) throws -> Set<
        Place
    > {
        let list = try snapshot.postings(of: [word])
        #expect(zip(list.passages, list.passages.dropFirst()).allSatisfy { $0 < $1 }, "passages ascend")
        var places: Set<Place> = []
        for (passage, count) in zip(list.passages, list.frequencies) where layout.isLive(PassageID(rawValue: passage)) {
            let stored = try #require(try snapshot.passage(PassageID(rawValue: passage)))
            let item = try #require(try snapshot.item(stored.item.id))
            let number = LibraryTransaction.spans(of: item.text).firstIndex { $0.range == stored.passage.range }
            places.insert(Place(item: item.externalID ?? "", passage: try #require(number), count: Int(count)))
        }
        return places
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `merged and unmerged segments say what reading every passage says`(seed: UInt64) throws {
        let (merged, unmerged) = (try StoreFixture(), try StoreFixture())
        var models = [Model(generator: SeededGenerator(seed: seed)), Model(generator: SeededGenerator(seed: seed))]
        var merges = 0
        for _ in 0..<90 {
            try merged.store.write { try models[0].step($0) }
            if try merged.store.write({ try $0.mergeSegments() }) { merges += 1 }
            try unmerged.store.write { try models[1].step($0) }
        }
        #expect(merges >= 8)
        for (fixture, model) in zip([merged, unmerged], models) {
            let expected = model.places
            try fixture.store.read { (snapshot) throws in
                let layout = try snapshot.passageLayout()
                for word in Set(Self.vocabulary) {
                    #expect(
                        try Self.places(of: word, snapshot, layout) == expected[word] ?? [], "\(word), seed \(seed)")
                }
                let passages = model.threads.values.joined().map { LibraryTransaction.spans(of: $0.text).count }.reduce(
                    0, +)
                #expect(layout.live.count == passages)
                #expect(try snapshot.counts().passages == passages)
            }
        }
        let layouts = try [merged, unmerged].map { try $0.store.read { try $0.passageLayout() } }
        let live = layouts.map { layout in (0..<layout.count).filter { layout.isLive(PassageID(index: $0)) } }
        #expect(live[0] == live[1])
        #expect(layouts[0].tokenCounts == layouts[1].tokenCounts)
        for index in live[0] {
            #expect(layouts[0].termCounts[index] == layouts[1].termCounts[index])
            #expect(layouts[0].beginsThread[index] == layouts[1].beginsThread[index])
        }
    }

    @Test func `the passages of a long item are read at once, and are those that are read one by one`() async throws {
        let location = LibraryLocation(path: try ScratchFolder().path)
        let store = try LibraryStore(at: location, for: .write)
        let long = (0..<3_000).map { "Sentence \($0) is about the heron – and no other bird." }.joined(separator: "\n")
        try await store.importItems([.note("long", text: long), .note("short", text: "A kettle.")], path: "/all")
        try store.read { snapshot in
            let count = try snapshot.counts().passages
            let ids = (0..<count + 3).map(PassageID.init(index:))
            var items = 0
            let read = try snapshot.passages(ids.shuffled()) {
                items += 1
                return true
            }
            #expect(try read == ids.compactMap { try snapshot.passage($0) })
            #expect(read.count == count && count > 20)
            #expect(try snapshot.items(of: read.map(\.id)) == read.map { PassageItem(of: $0) })
            // Two, and a look for each of the three that are not there.
            #expect(items == 5)
            #expect(try snapshot.passages(ids) { false }.isEmpty)
        }
    }

    @Test func `a word said very often keeps its count`() throws {
        let fixture = try StoreFixture()
        for count in [1, 2, 127, 128, 129, 16_383, 16_384, 65_535, 70_000] {
            try fixture.add([.note("\(count)", text: String(repeating: "zq1x ", count: count))])
        }
        let list = try fixture.store.read { try $0.postings(of: ["zq1x"]) }
        #expect(list.frequencies == [1, 2, 127, 128, 129, 16_383, 16_384, 65_535, 65_535])
    }

    @Test func `counts of several terms in a passage are added`() throws {
        let fixture = try StoreFixture()
        try fixture.add([.note("a", text: "zq1x zq1x zq4x\n\nzq4x\n\nzq9x")])
        let list = try fixture.store.read { try $0.postings(of: ["zq1x", "zq4x", "absent"]) }
        #expect(list.passages == [0, 1])
        #expect(list.frequencies == [3, 1])
    }

    @Test func `passages of a thread have consecutive ids and the first begins it`() throws {
        let fixture = try StoreFixture()
        try fixture.add([.note("a", text: "zq1x\n\nzq2x"), .note("b", text: ""), .note("c", text: "zq3x zq3x")])
        try fixture.add([.note("d", text: "zq4x")])
        let layout = try fixture.store.read { try $0.passageLayout() }
        #expect(layout.beginsThread == [true, false, false, true])
        #expect((0..<4).map { layout.threadStart(of: PassageID(index: $0)) } == [0, 0, 0, 3])
        #expect(layout.tokenCounts == [1, 1, 2, 1])
        let passages = try fixture.store.read { snapshot in
            try (0..<5).map { try snapshot.passage(PassageID(index: $0))?.text }
        }
        #expect(passages == ["zq1x", "zq2x", "zq3x zq3x", "zq4x", nil])
    }
}
