/// SentencePiece's compiled normalisation: a trie over UTF-8 (darts-clone) whose values are offsets of replacements.
///
/// As stored: the trie's size in bytes, its units of 32 bits, then the replacements, each ended by a zero byte.
struct CharsMap {
    let units: UnsafePointer<UInt32>
    let unitCount: Int
    /// The replacements.
    let strings: UnsafeBufferPointer<UInt8>

    /// The parts of a stored map; nil if it has no such parts.
    static func parts(of stored: [UInt8]) -> (units: [UInt32], strings: ArraySlice<UInt8>)? {
        func word(_ i: Int) -> UInt32 { stored[i..<i + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        guard stored.count >= 4 else { return nil }
        let size = Int(word(0))
        guard size >= 4, size.isMultiple(of: 4), size <= stored.count - 4 else { return nil }
        let strings = stored[(4 + size)...]
        guard String(validating: strings, as: UTF8.self) != nil else { return nil }
        return (stride(from: 4, to: 4 + size, by: 4).map(word), strings)
    }

    /// The replacement of the shortest prefix of `text` that has one, which `tokenizers` takes for all of `text`.
    @inline(__always)
    func replacement(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard unitCount > 0 else { return nil }
        var node = offset(units[0])
        for byte in text where byte != 0 {
            node ^= Int(byte)
            guard node < unitCount else { return nil }
            let unit = units[node]
            // A leaf's label has the highest bit, so no byte equals it.
            guard unit & 0x8000_00ff == UInt32(byte) else { return nil }
            node ^= offset(unit)
            if unit & 0x100 != 0 { return string(at: node) }
        }
        return nil
    }

    /// True if the replacement of text that begins with `byte` may depend on its first byte alone.
    func replaces(_ byte: UInt8) -> Bool {
        withUnsafeBytes(of: byte) { replacement(of: $0.assumingMemoryBound(to: UInt8.self)) != nil }
    }

    @inline(__always)
    private func offset(_ unit: UInt32) -> Int { Int(unit >> 10) << Int((unit & 0x200) >> 6) }

    private func string(at node: Int) -> UnsafeBufferPointer<UInt8>? {
        guard node < unitCount else { return nil }
        let start = Int(units[node] & 0x7fff_ffff)
        guard start <= strings.count else { return nil }
        var end = start
        while end < strings.count, strings[end] != 0 { end += 1 }
        return UnsafeBufferPointer(rebasing: strings[start..<end])
    }
}
