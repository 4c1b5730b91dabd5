/// Word pieces by their bytes: an open-addressing hash over one buffer, so that looking up makes no `String`.
struct Vocabulary: Sendable {
    /// Where one piece's bytes are in the buffer, and its id.
    struct Piece {
        var offset: Int
        var count: Int
        var id: Int32
    }

    /// 16 bytes, so that a probe touches one cache line.
    struct Slot: Sendable {
        var tag: UInt32 = 0
        var offset: UInt32 = 0
        /// 0 marks an empty slot: an empty piece is never stored.
        var count: UInt32 = 0
        var id: Int32 = 0
    }

    /// What the prefix of a piece inside a word is.
    static let continuationPrefix: [UInt8] = [0x23, 0x23]

    private let bytes: [UInt8]
    private let slots: [Slot]
    /// One bit for each of 4 times as many hashes as slots: it fits the first cache level and answers most lookups
    /// that find nothing, of which cutting a rare word makes dozens.
    private let filter: [UInt64]
    /// Most bytes of a piece that begins a word, and of one inside a word without its prefix.
    let longestInitial: Int
    let longestContinuation: Int
    /// Number of different pieces.
    let count: Int
    /// The largest id; -1 if there are no pieces.
    let largestID: Int32

    /// Pieces in `bytes`; of two equal ones the later holds. Linear.
    init(bytes: [UInt8], pieces: [Piece]) {
        var capacity = 16
        while capacity < pieces.count * 2 { capacity *= 2 }
        var slots = [Slot](repeating: Slot(), count: capacity)
        var filter = [UInt64](repeating: 0, count: capacity / 16)
        var count = 0
        var longest = (initial: 0, continuation: 0)
        bytes.withUnsafeBufferPointer { text in
            slots.withUnsafeMutableBufferPointer { table in
                for piece in pieces where piece.count > 0 {
                    let key = UnsafeBufferPointer(rebasing: text[piece.offset..<piece.offset + piece.count])
                    let hash = PieceHash(of: key)
                    filter[hash.index(mask: capacity * 4 - 1) >> 6] |= 1 << UInt64(hash.index(mask: 63))
                    if Self.insert(key, hash, piece, into: table, text) { count += 1 }
                    if key.starts(with: Self.continuationPrefix) {
                        longest.continuation = max(longest.continuation, key.count - 2)
                    }
                    longest.initial = max(longest.initial, key.count)
                }
            }
        }
        (self.bytes, self.slots, self.filter, self.count) = (bytes, slots, filter, count)
        (longestInitial, longestContinuation) = longest
        largestID = pieces.lazy.map(\.id).max() ?? -1
    }

    /// Whether the piece was new.
    private static func insert(
        _ key: UnsafeBufferPointer<UInt8>, _ hash: PieceHash, _ piece: Piece,
        into table: UnsafeMutableBufferPointer<Slot>, _ text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let slot = Slot(
            tag: hash.tag, offset: UInt32(piece.offset), count: UInt32(piece.count), id: piece.id)
        var index = hash.index(mask: table.count - 1)
        while table[index].count != 0 {
            let other = table[index]
            if other.tag == slot.tag, other.count == slot.count,
                key.elementsEqual(text[Int(other.offset)..<Int(other.offset + other.count)])
            {
                table[index] = slot
                return false
            }
            index = (index + 1) & (table.count - 1)
        }
        table[index] = slot
        return true
    }

    /// The id of a whole piece, prefix included.
    func id(of piece: some Collection<UInt8>) -> Int32? {
        withView { view in
            Array(piece).withUnsafeBufferPointer { key in
                key.baseAddress.flatMap { view.find($0, key.count, PieceHash(of: key), prefix: 0) }
            }
        }
    }

    /// Whether both have the same pieces under the same ids.
    func hasPieces(of other: Vocabulary) -> Bool {
        count == other.count
            && slots.allSatisfy { slot in
                slot.count == 0 || other.id(of: bytes[Int(slot.offset)..<Int(slot.offset + slot.count)]) == slot.id
            }
    }

    /// Lends the table for lookups without reference counting.
    func withView<R>(_ body: (View) -> R) -> R {
        bytes.withUnsafeBufferPointer { bytes in
            slots.withUnsafeBufferPointer { slots in
                filter.withUnsafeBufferPointer { filter in
                    body(
                        View(
                            bytes: bytes.baseAddress, slots: slots.baseAddress!, filter: filter.baseAddress!,
                            mask: slots.count - 1, longestInitial: longestInitial,
                            longestContinuation: longestContinuation))
                }
            }
        }
    }

    /// Pointers into a vocabulary, valid inside `withView`.
    struct View {
        let bytes: UnsafePointer<UInt8>?
        let slots: UnsafePointer<Slot>
        let filter: UnsafePointer<UInt64>
        let mask: Int
        let longestInitial: Int
        let longestContinuation: Int

        /// The id of the piece that is `key` behind the first `prefix` bytes of `continuationPrefix`; `hash` is
        /// that of both together.
        @inline(__always)
        func find(_ key: UnsafePointer<UInt8>, _ count: Int, _ hash: PieceHash, prefix: Int) -> Int32? {
            guard filter[hash.index(mask: mask * 4 + 3) >> 6] >> UInt64(hash.index(mask: 63)) & 1 != 0 else {
                return nil
            }
            var index = hash.index(mask: mask)
            let tag = hash.tag
            while true {
                let slot = slots[index]
                if slot.count == 0 { return nil }
                if slot.tag == tag, Int(slot.count) == count + prefix, equal(slot, key, count, prefix: prefix) {
                    return slot.id
                }
                index = (index + 1) & mask
            }
        }

        @inline(__always)
        private func equal(_ slot: Slot, _ key: UnsafePointer<UInt8>, _ count: Int, prefix: Int) -> Bool {
            guard let stored = bytes.map({ $0 + Int(slot.offset) }) else { return false }
            for i in 0..<prefix where stored[i] != Vocabulary.continuationByte { return false }
            for i in 0..<count where stored[prefix + i] != key[i] { return false }
            return true
        }
    }

    private static let continuationByte: UInt8 = 0x23
}

/// FNV-1a (64 bits), byte by byte, so that hashes of all prefixes of a word come from one pass.
struct PieceHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash so far of a piece that goes on inside a word.
    static let continuation: PieceHash = {
        var hash = PieceHash()
        for byte in Vocabulary.continuationPrefix { hash.add(byte) }
        return hash
    }()

    init() {}

    init(of bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes { add(byte) }
    }

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    @inline(__always)
    var tag: UInt32 { UInt32(truncatingIfNeeded: state) }

    @inline(__always)
    func index(mask: Int) -> Int {
        Int(truncatingIfNeeded: (state &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    }
}
