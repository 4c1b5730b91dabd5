import RecallFiles

/// The pieces of a vocabulary as a double array (Aoe 1989): a step to the next byte is one read of memory, which can be
/// that of a file.
enum PieceTrie {
    /// A node.
    struct Unit {
        /// The base of the children (a child is at the base XOR its byte) in the upper 24 bits, and the node's own byte.
        var link: UInt32
        /// The id of the piece that ends here; -1 if none does.
        var id: Int32

        /// Not UTF-8, so that no text leads here.
        static let unused = Unit(link: 0xff, id: -1)
    }

    /// The byte of the root: not UTF-8 either.
    static let rootByte: UInt8 = 0xfe

    /// Units in memory, valid as long as that is.
    struct View {
        let units: UnsafePointer<Unit>
        let count: Int

        /// The link of the root.
        var root: UInt32 { units[0].link }

        /// Goes on from the node with `link` by a byte; nil if no piece does.
        @inline(__always)
        func step(_ link: UInt32, _ byte: UInt8) -> Unit? {
            let index = Int(link >> 8) ^ Int(byte)
            guard index < count else { return nil }
            let unit = units[index]
            return UInt8(truncatingIfNeeded: unit.link) == byte ? unit : nil
        }

        /// The id of the piece of exactly these bytes.
        func id(of bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
            var unit = units[0]
            for byte in bytes {
                guard let next = step(unit.link, byte) else { return nil }
                unit = next
            }
            return unit.id >= 0 ? unit.id : nil
        }
    }
}

/// Places the nodes of a trie into a double array.
struct PieceTrieBuilder {
    private(set) var units: [PieceTrie.Unit] = []
    /// The unused units as a list in both directions; its end is -1.
    private var next: [Int32] = []
    private var previous: [Int32] = []
    private var firstUnused: Int32 = -1
    private var isBase: [Bool] = []
    private let keys: [Key]

    /// A piece and its id.
    struct Key {
        var bytes: ArraySlice<UInt8>
        var id: Int32
    }

    /// Unused units that are tried for a node's children before the array grows.
    private static let attempts = 256
    private static let block = 256
    /// A base has 24 bits.
    static let mostUnits = 1 << 24

    /// The trie of pieces, none of which is empty; of equal ones the last counts. Nil if it would be too large.
    init?(_ pieces: [Key]) {
        let order = pieces.indices.sorted {
            pieces[$0].bytes.lexicographicallyPrecedes(pieces[$1].bytes)
                || $0 < $1 && pieces[$0].bytes == pieces[$1].bytes
        }
        keys = order.map { pieces[$0] }
        grow()
        take(0, byte: PieceTrie.rootByte)
        // No node has base 0, so that a node without children leads nowhere.
        isBase[0] = true
        var nodes = [Node(keys: 0..<keys.count, depth: 0, unit: 0)]
        while let node = nodes.popLast() {
            guard units.count < Self.mostUnits else { return nil }
            nodes += place(node)
        }
    }

    /// A node whose children have yet to be placed: that of the first `depth` bytes of some keys.
    private struct Node {
        var keys: Range<Int>
        var depth: Int
        var unit: Int
    }

    private mutating func place(_ node: Node) -> [Node] {
        var start = node.keys.lowerBound
        while start < node.keys.upperBound, keys[start].bytes.count == node.depth {
            units[node.unit].id = keys[start].id
            start += 1
        }
        var children: [(byte: UInt8, keys: Range<Int>)] = []
        while start < node.keys.upperBound {
            let byte = byte(start, node.depth)
            var end = start + 1
            while end < node.keys.upperBound, self.byte(end, node.depth) == byte { end += 1 }
            children.append((byte, start..<end))
            start = end
        }
        guard !children.isEmpty else { return [] }
        let base = base(for: children.map(\.byte))
        isBase[base] = true
        units[node.unit].link |= UInt32(base) << 8
        return children.map { child in
            let unit = base ^ Int(child.byte)
            take(unit, byte: child.byte)
            return Node(keys: child.keys, depth: node.depth + 1, unit: unit)
        }
    }

    private func byte(_ key: Int, _ depth: Int) -> UInt8 { keys[key].bytes[keys[key].bytes.startIndex + depth] }

    private func isUnused(_ unit: Int) -> Bool { units[unit].link == PieceTrie.Unit.unused.link }

    /// A base at which the units of all children are unused.
    private mutating func base(for bytes: [UInt8]) -> Int {
        var unit = firstUnused
        for _ in 0..<Self.attempts where unit >= 0 {
            let base = Int(unit) ^ Int(bytes[0])
            if !isBase[base], bytes.allSatisfy({ isUnused(base ^ Int($0)) }) { return base }
            unit = next[Int(unit)]
        }
        let base = units.count
        grow()
        return base
    }

    private mutating func grow() {
        let start = units.count
        units += repeatElement(.unused, count: Self.block)
        isBase += repeatElement(false, count: Self.block)
        // What was added last is tried first: it is the emptiest.
        for unit in start..<start + Self.block {
            next.append(unit + 1 < start + Self.block ? Int32(unit + 1) : firstUnused)
            previous.append(unit > start ? Int32(unit - 1) : -1)
        }
        if firstUnused >= 0 { previous[Int(firstUnused)] = Int32(start + Self.block - 1) }
        firstUnused = Int32(start)
    }

    private mutating func take(_ unit: Int, byte: UInt8) {
        units[unit].link = UInt32(byte)
        let (before, after) = (previous[unit], next[unit])
        if before >= 0 { next[Int(before)] = after } else { firstUnused = after }
        if after >= 0 { previous[Int(after)] = before }
    }
}
