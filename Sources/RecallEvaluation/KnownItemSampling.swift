public import RecallCore
public import RecallKit

extension RecallLibrary {
    /// Makes known-item queries (Azzopardi et al. 2007) from random items, evenly distributed over kinds and
    /// categories.
    ///
    /// - Parameters:
    ///   - count: the number of queries; fewer if the library has too few items with enough words.
    ///   - seed: equal seeds give equal queries as long as the library does not change.
    public func makeKnownItems(count: Int, seed: UInt64) throws -> KnownItemSet {
        try sampleItems { sample in
            var sampling = KnownItemSampling(sample, seed: seed)
            return KnownItemSet(seed: seed, queries: try sampling.queries(count))
        }
    }
}

/// Samples items and makes of each a query from details that a person would remember.
struct KnownItemSampling {
    private let sample: ItemSample
    private var generator: SplitMix64
    private var made: [KnownItemSet.Category: Int] = [:]

    init(_ sample: ItemSample, seed: UInt64) {
        self.sample = sample
        generator = SplitMix64(seed: seed)
    }

    /// One query per item, rotating through the kinds.
    mutating func queries(_ count: Int) throws -> [KnownItemSet.Query] {
        var kinds: [[Int]] = []
        for kind in ItemKind.allCases {
            kinds.append(try sample.positions(of: kind).shuffled(using: &generator))
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
            if let item = try sample.item(at: position), let query = try query(for: item) { return query }
        }
        return nil
    }

    /// A query of the rarest category so far that the item allows.
    private mutating func query(for item: Item) throws -> KnownItemSet.Query? {
        let remembered = try RememberedWords(item, sample, &generator)
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
