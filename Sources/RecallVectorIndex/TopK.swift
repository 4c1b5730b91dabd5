/// The elements with the highest scores of many. Gathers twice as many as are wanted before it drops the worse half,
/// and sorts only what is left in the end.
@frozen
public struct TopK<Key: Comparable, Value> {
    @usableFromInline
    typealias Entry = (score: Float, key: Key, value: Value)

    @usableFromInline
    let limit: Int
    @usableFromInline
    var gathered: [Entry] = []
    /// The score that an element must reach to be among the best.
    @usableFromInline
    var threshold: Float

    /// None yet, of at most `limit`.
    @inlinable
    public init(limit: Int) {
        self.limit = limit
        threshold = limit > 0 ? -.infinity : .infinity
    }

    /// The score below which no element is among the best; grows while elements are added.
    @inlinable
    public var leastScore: Float { threshold }

    /// True if an element with this score may be among the best. False for what is no number, as of a damaged vector.
    @inlinable
    public func mayHold(_ score: Float) -> Bool { score >= threshold && score < .infinity }

    /// Adds an element if it may be among the best.
    ///
    /// - Complexity: amortised O(log `limit`).
    @inlinable
    public mutating func insert(_ key: Key, _ value: Value, score: Float) {
        guard mayHold(score) else { return }
        gathered.append((score, key, value))
        if gathered.count / 2 >= limit { dropWorse() }
    }

    // Inlinable, all of it: in unspecialised code it took an eighth of the time of a search of a million passages.
    @inlinable
    mutating func dropWorse() {
        if gathered.count > limit {
            gathered.select(limit, by: Self.isBetter)
            gathered.removeLast(gathered.count - limit)
        }
        guard gathered.count == limit else { return }
        threshold = gathered.reduce(.infinity) { min($0, $1.score) }
    }

    @inlinable
    static func isBetter(_ a: Entry, _ b: Entry) -> Bool {
        a.score == b.score ? a.key < b.key : a.score > b.score
    }

    /// The best elements, best first; equal ones by key.
    @inlinable
    public consuming func sorted() -> [(score: Float, key: Key, value: Value)] {
        dropWorse()
        gathered.sort(by: Self.isBetter)
        return gathered
    }
}

extension Array {
    /// Moves the `count` best to the front, in no order (Hoare 1961, "Find").
    ///
    /// - Complexity: O(*n*) on average.
    @inlinable
    mutating func select(_ count: Int, by isBetter: (Element, Element) -> Bool) {
        withUnsafeMutableBufferPointer { values in
            var (low, high) = (0, values.count - 1)
            while low < high {
                let pivot = values[low + (high - low) / 2]
                var (left, right) = (low, high)
                while left <= right {
                    while isBetter(values[left], pivot) { left += 1 }
                    while isBetter(pivot, values[right]) { right -= 1 }
                    if left <= right {
                        values.swapAt(left, right)
                        left += 1
                        right -= 1
                    }
                }
                if count - 1 <= right { high = right } else if count - 1 >= left { low = left } else { return }
            }
        }
    }
}
