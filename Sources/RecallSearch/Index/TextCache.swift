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
        var size = 0
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
        kept.withLock { $0.rewrites == rewrites ? $0.values[key] : nil }
    }

    /// Keeps a value made of the same snapshot, unless it is known already.
    package func keep(_ value: Value, for key: Key, rewrites: Int, size: Int = 1) {
        kept.withLock { kept in
            if kept.rewrites < rewrites || kept.size + size > capacity { kept = Kept(rewrites: rewrites) }
            guard kept.rewrites == rewrites, kept.values[key] == nil, size <= capacity else { return }
            kept.values[key] = value
            kept.size += size
        }
    }
}
