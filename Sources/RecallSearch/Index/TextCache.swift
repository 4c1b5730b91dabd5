import Synchronization

/// Derived values of a library's texts, cached for the next searches: while a query is typed, the same passages
/// return with each letter.
///
/// The first search after a deletion or a change of an item clears the cache, so that nothing outlives its text. When it
/// is full, what came first goes first: clearing all at once would cost one search what it saves many.
package final class TextCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept {
        var rewrites = -1
        var values: [Key: (value: Value, size: Int)] = [:]
        /// The keys, the one that came first at the front.
        var order: ArraySlice<Key> = []
        var size = 0

        mutating func keep(_ value: Value, for key: Key, _ rewrites: Int, _ size: Int, _ capacity: Int) {
            if self.rewrites < rewrites { self = Kept(rewrites: rewrites) }
            guard self.rewrites == rewrites, values[key] == nil, size <= capacity else { return }
            while self.size + size > capacity, let oldest = order.popFirst() {
                self.size -= values.removeValue(forKey: oldest)?.size ?? 0
            }
            values[key] = (value, size)
            order.append(key)
            self.size += size
        }
    }

    private let capacity: Int
    private let kept = Mutex(Kept())

    /// A cache of values whose sizes add up to at most `capacity`.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value for the key, if it is known.
    ///
    /// - Parameter rewrites: `LibraryRevision.itemRewrites` of the snapshot that is searched.
    package func value(for key: Key, rewrites: Int) -> Value? {
        kept.withLock { $0.rewrites == rewrites ? $0.values[key]?.value : nil }
    }

    /// The values for some keys, in their order; `nil` for those that are not known.
    package func values(for keys: some Sequence<Key>, rewrites: Int) -> [Value?] {
        kept.withLock { kept in keys.map { kept.rewrites == rewrites ? kept.values[$0]?.value : nil } }
    }

    /// Keeps a value made of the same snapshot, unless it is known already.
    package func keep(_ value: Value, for key: Key, rewrites: Int, size: Int = 1) {
        kept.withLock { $0.keep(value, for: key, rewrites, size, capacity) }
    }

    /// Keeps values of size 1 made of the same snapshot, unless they are known already.
    package func keep(_ values: some Sequence<(Key, Value)>, rewrites: Int) {
        kept.withLock { kept in
            for (key, value) in values { kept.keep(value, for: key, rewrites, 1, capacity) }
        }
    }
}
