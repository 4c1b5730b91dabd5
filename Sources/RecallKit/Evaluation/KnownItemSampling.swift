import RecallCore
import RecallStore
import RecallText

extension RecallLibrary {
    /// Makes known-item queries (Azzopardi et al. 2007) from random items, evenly distributed over kinds and
    /// categories.
    ///
    /// - Parameters:
    ///   - count: the number of queries; fewer if the library has too few items with enough words.
    ///   - seed: equal seeds give equal queries as long as the library does not change.
    public func makeKnownItems(count: Int, seed: UInt64) throws -> KnownItemSet {
        try store.read { snapshot in
            var sampling = try KnownItemSampling(snapshot, seed: seed)
            return KnownItemSet(seed: seed, queries: try sampling.queries(count))
        }
    }
}

/// Samples items and makes of each a query from details that a person would remember.
struct KnownItemSampling {
    private let snapshot: LibrarySnapshot
    private let analyzer: QueryAnalyzer
    private let table: ItemTable
    private var generator: SplitMix64
    private var made: [KnownItemSet.Category: Int] = [:]

    init(_ snapshot: LibrarySnapshot, seed: UInt64) throws {
        self.snapshot = snapshot
        analyzer = QueryAnalyzer(for: try snapshot.passageLayout())
        table = try snapshot.itemTable()
        generator = SplitMix64(seed: seed)
    }

    /// One query per item, rotating through the kinds.
    mutating func queries(_ count: Int) throws -> [KnownItemSet.Query] {
        var kinds: [[Int]] = []
        for kind in ItemKind.allCases {
            let positions = try snapshot.items(passing: .kinds([kind]), in: table).positions
            kinds.append(positions.shuffled(using: &generator))
        }
        var queries: [KnownItemSet.Query] = []
        while queries.count < count, !kinds.allSatisfy(\.isEmpty) {
            for kind in kinds.indices where queries.count < count {
                if let query = try nextQuery(&kinds[kind]) { queries.append(query) }
            }
        }
        return queries
    }

    /// A query for the first item that yields one. Removes this item and the rejected ones before it from
    /// `positions`.
    private mutating func nextQuery(_ positions: inout [Int]) throws -> KnownItemSet.Query? {
        while let position = positions.popLast() {
            guard let summary = try snapshot.summary(at: position, of: table), let item = try snapshot.item(summary.id)
            else { continue }
            if let query = try query(for: item) { return query }
        }
        return nil
    }

    /// A query of the rarest category so far that the item allows.
    private mutating func query(for item: Item) throws -> KnownItemSet.Query? {
        let remembered = try RememberedWords(item, analyzer, snapshot, &generator)
        let order = KnownItemSet.Category.allCases.enumerated().sorted {
            (made[$0.element, default: 0], $0.offset) < (made[$1.element, default: 0], $1.offset)
        }
        for (_, category) in order {
            guard let text = remembered.text(category, &generator) else { continue }
            made[category, default: 0] += 1
            return KnownItemSet.Query(text, category, of: item)
        }
        return nil
    }
}
