import Foundation
import RecallCore
import RecallSearch
import RecallStore
import RecallTestSupport
import Testing

/// Ten thousand random queries as text, each parsed, compiled and evaluated against a library on disk, compared with a
/// slow test of each item.
@Suite(.scratch) struct QueryDifferentialTests {
    private let library: RandomLibrary
    private let store: LibraryStore
    private let engine: SearchEngine
    private let table: ItemTable
    /// The external ids of the table's items.
    private let names: [String]

    init() async throws {
        let scratch = try ScratchFolder()
        library = RandomLibrary(seed: 2_024, count: 200)
        store = try LibraryStore(at: LibraryLocation(path: scratch.path + "/library"), for: .write)
        for (number, source) in RandomLibrary.sources.enumerated() {
            let items = library.items.enumerated().filter { $0.offset % 2 == number }.map(\.element.item)
            try await store.importItems(items, path: source.path)
        }
        engine = SearchEngine(store: store, encoder: nil)
        (table, names) = try store.read { snapshot in
            let table = try snapshot.itemTable()
            return (table, try table.all.positions.map { try snapshot.summary(at: $0, of: table)?.externalID ?? "" })
        }
    }

    private func matches(_ filter: SearchFilter) throws -> Set<String> {
        let items = try store.read { try $0.items(passing: filter, in: table) }
        return Set(items.positions.map { names[$0] })
    }

    /// The items that the slow test lets pass.
    private func expected(_ query: RandomQuery, isRequired: Bool) -> Set<String> {
        Set(library.items.filter { query.passes($0, isRequired: isRequired) }.compactMap(\.item.externalID))
    }

    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func `a query finds exactly what the documentation says`(seed: UInt64) throws {
        var library = self.library
        library.generator = SeededGenerator(seed: seed)
        var narrowed = 0
        for _ in 0..<2_500 {
            let query = library.query(depth: Int.random(in: 0...4, using: &library.generator))
            let text = query.text(isTight: false, &library.generator)
            let asked = SearchQuery(text, clock: RandomDates.clock)
            let counted = try engine.count(asked)
            let all = expected(query, isRequired: true)
            #expect(counted.items == all.count, "\(text), seed \(seed)")
            #expect(try matches(counted.interpretation.filter) == all, "\(text), seed \(seed)")

            let reading = SearchEngine.interpret(asked)
            let passing = expected(query, isRequired: false)
            #expect(reading.notes.isEmpty, "\(text), seed \(seed)")
            #expect(try matches(reading.filter) == passing, "\(text), seed \(seed)")
            let again = SearchEngine.interpret(SearchQuery(reading.filterText, clock: RandomDates.clock))
            #expect(try matches(again.filter) == passing, "\(text), written \(reading.filterText), seed \(seed)")
            if !all.isEmpty, all.count < library.items.count { narrowed += 1 }
        }
        #expect(narrowed > 1_000)
    }

    @Test func `every item that matches is listed once, newest first`() throws {
        for text in ["kind:mail", "NOT mill", "from:ada OR with:zoe", "x"] {
            let query = SearchQuery(text, clock: RandomDates.clock)
            var listed: [ItemSummary] = []
            let count = try engine.forEachMatch(query) { listed.append($0) }
            #expect(count.items == listed.count && Set(listed.map(\.id)).count == listed.count)
            #expect(Set(listed.compactMap(\.externalID)) == (try matches(count.interpretation.filter)))
            let dates = listed.map { $0.date ?? .distantPast }
            #expect(dates == dates.sorted(by: >))
        }
    }
}
