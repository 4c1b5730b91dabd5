/// A set of items of an `ItemTable`, one bit each.
public struct ItemSet: Hashable, Sendable {
    /// The number of items in the table.
    public let capacity: Int
    private var words: [UInt64]

    /// An empty set for `capacity` items, or a full one.
    init(capacity: Int, containsAll: Bool = false) {
        self.capacity = capacity
        words = [UInt64](repeating: containsAll ? .max : 0, count: (capacity + 63) / 64)
        clearTail()
    }

    /// The items of `capacity` for which `isIncluded` returns true, 64 at a time: a filter by sender or date asks for
    /// each item of a library.
    @inline(__always)
    init(capacity: Int, where isIncluded: (Int) -> Bool) {
        self.capacity = capacity
        let count = (capacity + 63) / 64
        words = [UInt64](unsafeUninitializedCapacity: count) { words, filled in
            for index in 0..<count {
                let first = index * 64
                var bits: UInt64 = 0
                for position in first..<min(first + 64, capacity) {
                    bits |= (isIncluded(position) ? 1 : 0) << UInt64(position - first)
                }
                words.initializeElement(at: index, to: bits)
            }
            filled = count
        }
    }

    /// Clears the unused bits of the last word, so that they are not counted.
    private mutating func clearTail() {
        if capacity % 64 != 0, !words.isEmpty { words[words.count - 1] &= UInt64.max >> UInt64(64 - capacity % 64) }
    }

    mutating func insert(_ position: Int) {
        words[position / 64] |= 1 << UInt64(position % 64)
    }

    /// True if the set contains the item at `position` of the table.
    public func contains(_ position: Int) -> Bool {
        words[position / 64] & 1 << UInt64(position % 64) != 0
    }

    /// The number of items in the set.
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// True if the set is empty.
    public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    mutating func formIntersection(_ other: ItemSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    mutating func formUnion(_ other: ItemSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    func intersection(_ other: ItemSet) -> ItemSet {
        var set = self
        set.formIntersection(other)
        return set
    }

    func union(_ other: ItemSet) -> ItemSet {
        var set = self
        set.formUnion(other)
        return set
    }

    /// The items that are not in the set.
    var inverted: ItemSet {
        var set = self
        for index in set.words.indices { set.words[index] = ~set.words[index] }
        set.clearTail()
        return set
    }

    /// Calls `body` with the position of each item in the set, ascending.
    func forEachPosition(_ body: (Int) -> Void) {
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                body(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    /// The positions of the items in the set, ascending.
    public var positions: [Int] {
        var positions: [Int] = []
        positions.reserveCapacity(count)
        forEachPosition { positions.append($0) }
        return positions
    }
}
