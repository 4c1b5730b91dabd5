import RecallFiles

/// Word pieces by their bytes: an open-addressing hash over one buffer, so that looking up makes no `String`, and the buffer
/// can be a file.
struct Vocabulary: Sendable {
    /// The byte range of one piece in the buffer, and its id.
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

    /// The prefix of pieces inside a word, `##`.
    static let continuationPrefix: [UInt8] = [0x23, 0x23]

    /// Head, filter, slots and the pieces' bytes, in memory of its own or in a file.
    private let memory: MappedMemory
    private let start: Int
    private let head: Head

    /// Bytes of the numbers at the start of the memory.
    static let headSize = 32

    /// These numbers.
    private struct Head {
        var capacity: Int32 = 16
        var byteCount: Int32 = 0
        var count: Int32 = 0
        var largestID: Int32 = -1
        var longestInitial: Int32 = 0
        var longestContinuation: Int32 = 0

        /// One bit for each of 4 times as many hashes as slots: it fits the first cache level and answers most lookups
        /// that find nothing, of which cutting a rare word makes dozens.
        var filterStart: Int { Vocabulary.headSize }
        var slotsStart: Int { filterStart + Int(capacity) / 2 }
        var bytesStart: Int { slotsStart + Int(capacity) * MemoryLayout<Slot>.stride }
        var size: Int { bytesStart + Int(byteCount) }
    }

    /// Number of different pieces.
    var count: Int { Int(head.count) }
    /// The largest id; -1 if there are no pieces.
    var largestID: Int32 { head.largestID }
    /// All of it, as `init(_:from:)` takes it.
    var image: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[start..<start + head.size]) }

    /// The vocabulary in `memory` from `start` on; nil if it is not whole.
    init?(_ memory: MappedMemory, from start: Int) {
        guard start + Self.headSize <= memory.count else { return nil }
        let head = (memory.base + start).loadUnaligned(as: Head.self)
        guard head.capacity >= 16, head.capacity & (head.capacity - 1) == 0, head.byteCount >= 0, head.count >= 0,
            head.count <= head.capacity / 2, start + head.size == memory.count, start.isMultiple(of: 64)
        else { return nil }
        (self.memory, self.start, self.head) = (memory, start, head)
    }

    /// Pieces in `bytes`; of two equal ones the later holds. Linear.
    init(bytes: [UInt8], pieces: [Piece]) throws(EncoderError) {
        var head = Head()
        while Int(head.capacity) < pieces.count * 2 { head.capacity *= 2 }
        head.byteCount = Int32(bytes.count)
        let size = head.size
        memory = try EncoderError.wrapping { () throws(FileError) in try MappedMemory(zeros: size, for: "a vocabulary")
        }
        let filter = (memory.base + head.filterStart).assumingMemoryBound(to: UInt64.self)
        let table = UnsafeMutableBufferPointer(
            start: (memory.base + head.slotsStart).assumingMemoryBound(to: Slot.self), count: Int(head.capacity))
        let text = UnsafeMutableBufferPointer(
            start: (memory.base + head.bytesStart).assumingMemoryBound(to: UInt8.self), count: bytes.count)
        _ = text.initialize(from: bytes)
        for piece in pieces where piece.count > 0 {
            let key = UnsafeBufferPointer(rebasing: text[piece.offset..<piece.offset + piece.count])
            let hash = PieceHash(of: key)
            filter[hash.index(mask: Int(head.capacity) * 4 - 1) >> 6] |= 1 << UInt64(hash.index(mask: 63))
            if Self.insert(key, hash, piece, into: table, UnsafeBufferPointer(text)) { head.count += 1 }
            if key.starts(with: Self.continuationPrefix) {
                head.longestContinuation = max(head.longestContinuation, Int32(key.count) - 2)
            }
            head.longestInitial = max(head.longestInitial, Int32(key.count))
        }
        head.largestID = pieces.lazy.map(\.id).max() ?? -1
        memory.base.storeBytes(of: head, as: Head.self)
        (start, self.head) = (0, head)
    }

    /// Inserts a piece; returns true if it was new.
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

    /// True if both have the same pieces with the same ids.
    func hasPieces(of other: Vocabulary) -> Bool {
        guard count == other.count else { return false }
        return withView { view in
            (0...view.mask).allSatisfy { index in
                let slot = view.slots[index]
                guard slot.count > 0 else { return true }
                let piece = UnsafeBufferPointer(start: view.bytes + Int(slot.offset), count: Int(slot.count))
                return other.id(of: piece) == slot.id
            }
        }
    }

    /// Lends the table for lookups without reference counting.
    func withView<R>(_ body: (View) -> R) -> R {
        withExtendedLifetime(memory) {
            let base = UnsafeRawPointer(memory.base + start)
            return body(
                View(
                    bytes: (base + head.bytesStart).assumingMemoryBound(to: UInt8.self), byteCount: Int(head.byteCount),
                    slots: (base + head.slotsStart).assumingMemoryBound(to: Slot.self),
                    filter: (base + head.filterStart).assumingMemoryBound(to: UInt64.self),
                    mask: Int(head.capacity) - 1, longestInitial: Int(head.longestInitial),
                    longestContinuation: Int(head.longestContinuation)))
        }
    }

    /// Pointers into a vocabulary, valid inside `withView`.
    struct View {
        let bytes: UnsafePointer<UInt8>
        let byteCount: Int
        let slots: UnsafePointer<Slot>
        let filter: UnsafePointer<UInt64>
        let mask: Int
        let longestInitial: Int
        let longestContinuation: Int

        /// The id of the piece that consists of the first `prefix` bytes of `continuationPrefix` and `key`; `hash` is
        /// that of both together.
        @inline(__always)
        func find(_ key: UnsafePointer<UInt8>, _ count: Int, _ hash: PieceHash, prefix: Int) -> Int32? {
            guard filter[hash.index(mask: mask * 4 + 3) >> 6] >> UInt64(hash.index(mask: 63)) & 1 != 0 else {
                return nil
            }
            var index = hash.index(mask: mask)
            let tag = hash.tag
            // A table that a file's damage has filled up is left after a round.
            for _ in 0...mask {
                let slot = slots[index]
                if slot.count == 0 { return nil }
                if slot.tag == tag, Int(slot.count) == count + prefix, equal(slot, key, count, prefix: prefix) {
                    return slot.id
                }
                index = (index + 1) & mask
            }
            return nil
        }

        @inline(__always)
        private func equal(_ slot: Slot, _ key: UnsafePointer<UInt8>, _ count: Int, prefix: Int) -> Bool {
            guard Int(slot.offset) + Int(slot.count) <= byteCount else { return false }
            let stored = bytes + Int(slot.offset)
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

    /// The hash of the prefix of a piece inside a word.
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
