/// A set of keys as bits, which a search reads a word at a time.
public struct KeySet: Sendable {
    /// 64 keys a word, the least in the lowest bit.
    public private(set) var words: [UInt64]

    /// No keys, with room for those below `capacity`.
    public init(capacity: Int = 0) {
        words = [UInt64](repeating: 0, count: (capacity + 63) / 64)
    }

    /// Makes room for keys below `capacity`.
    public mutating func reserve(_ capacity: Int) {
        let missing = (capacity + 63) / 64 - words.count
        if missing > 0 { words += [UInt64](repeating: 0, count: missing) }
    }

    /// Adds a key.
    public mutating func insert(_ key: UInt32) {
        let word = Int(key / 64)
        if word >= words.count { words += [UInt64](repeating: 0, count: word + 1 - words.count) }
        words[word] |= 1 << UInt64(key % 64)
    }

    /// Removes a key.
    public mutating func remove(_ key: UInt32) {
        let word = Int(key / 64)
        if word < words.count { words[word] &= ~(1 << UInt64(key % 64)) }
    }

    /// Removes all keys of another set.
    public mutating func subtract(_ other: KeySet) {
        for word in 0..<min(words.count, other.words.count) { words[word] &= ~other.words[word] }
    }

    /// True if the key is in the set.
    @inline(__always)
    public func contains(_ key: UInt32) -> Bool {
        let word = Int(key / 64)
        return word < words.count && words[word] & 1 << UInt64(key % 64) != 0
    }

    /// The number of keys in the set.
    public var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// 32 keys from a multiple of 32 on, the least in the lowest bit.
    @inline(__always)
    func bits(from key: Int) -> UInt32 {
        let word = key / 64
        return word < words.count ? UInt32(truncatingIfNeeded: words[word] >> UInt64(key % 64)) : 0
    }
}
