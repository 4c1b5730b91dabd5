import Synchronization

/// Derived values of a library's texts, cached for the next searches: while a query is typed, the same passages
/// return with each letter.
///
/// The first search after a deletion or a change of an item clears the cache, so that nothing outlives its text; it
/// is also cleared when it is full.
package final class TextCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept {
        var rewrites = -1
        var values: [Key: Value] = [:]
    }

    private let capacity: Int
    private let kept = Mutex(Kept())

    /// A cache of at most `capacity` values.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value for the key, if it is known.
    ///
    /// - Parameter rewrites: `LibraryRevision.itemRewrites` of the snapshot that is searched.
    package func value(for key: Key, rewrites: Int) -> Value? {
        kept.withLock { $0.rewrites == rewrites ? $0.values[key] : nil }
    }

    /// Keeps a value made of the same snapshot.
    package func keep(_ value: Value, for key: Key, rewrites: Int) {
        kept.withLock { kept in
            if kept.rewrites < rewrites || kept.values.count >= capacity { kept = Kept(rewrites: rewrites) }
            if kept.rewrites == rewrites { kept.values[key] = value }
        }
    }
}
