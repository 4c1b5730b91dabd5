/// The elements with the highest scores of many. Gathers twice as many as are wanted before it drops the worse half.
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
        gathered.sort { $0.score == $1.score ? $0.key < $1.key : $0.score > $1.score }
        gathered.removeLast(max(0, gathered.count - limit))
        if gathered.count == limit, let last = gathered.last { threshold = last.score }
    }

    /// The best elements, best first; equal ones by key.
    @inlinable
    public consuming func sorted() -> [(score: Float, key: Key, value: Value)] {
        dropWorse()
        return gathered
    }
}
