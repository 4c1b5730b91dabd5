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

    /// Adds a run of keys, as far as there is room.
    public mutating func insert(_ keys: Range<Int>) {
        let keys = keys.clamped(to: 0..<words.count * 64)
        var key = keys.lowerBound
        while key < keys.upperBound {
            let (word, first) = (key / 64, key % 64)
            let count = min(64 - first, keys.upperBound - key)
            words[word] |= (UInt64.max >> UInt64(64 - count)) << UInt64(first)
            key += count
        }
    }

    /// Removes the keys that are not in another set.
    public mutating func formIntersection(_ other: KeySet) {
        for word in words.indices { words[word] &= word < other.words.count ? other.words[word] : 0 }
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
    @inlinable
    @inline(__always)
    public func contains(_ key: UInt32) -> Bool {
        let word = Int(key / 64)
        return word < words.count && words[word] & 1 << UInt64(key % 64) != 0
    }

    /// The keys of the set in a range, ascending.
    public func keys(in range: Range<Int>) -> [UInt32] {
        let range = range.clamped(to: 0..<words.count * 64)
        var found: [UInt32] = []
        for word in range.lowerBound / 64..<(range.upperBound + 63) / 64 {
            var rest = words[word]
            while rest != 0 {
                let key = word * 64 + rest.trailingZeroBitCount
                if range.contains(key) { found.append(UInt32(truncatingIfNeeded: key)) }
                rest &= rest - 1
            }
        }
        return found
    }

    /// The greatest key of the set that is no greater than another; `nil` if there is none.
    ///
    /// - Complexity: O(*d* / 64) in the distance *d*.
    public func last(upTo key: UInt32) -> UInt32? {
        guard !words.isEmpty else { return nil }
        var word = Int(key / 64)
        var bits = UInt64.max
        if word < words.count { bits >>= UInt64(63 - key % 64) } else { word = words.count - 1 }
        bits &= words[word]
        while bits == 0, word > 0 {
            word -= 1
            bits = words[word]
        }
        return bits == 0 ? nil : UInt32(truncatingIfNeeded: word * 64 + 63 - bits.leadingZeroBitCount)
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
