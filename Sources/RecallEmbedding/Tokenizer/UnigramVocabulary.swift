import RecallFiles

/// The pieces of a Unigram model with their scores, and its `CharsMap`, in one memory that can be a file.
struct UnigramVocabulary: Sendable {
    /// A piece; its id is its position.
    struct Piece {
        var bytes: ArraySlice<UInt8>
        var score: Double
    }

    /// The numbers at the start of the memory, of which all sections follow.
    fileprivate struct Head {
        var unitCount: Int32 = 0
        var pieceCount: Int32 = 0
        var mapUnitCount: Int32 = 0
        var mapByteCount: Int32 = 0
        var unknownScore: Double = 0
        /// Not zero if bytes stand for text without pieces.
        var hasBytes: Int32 = 0
        var unused: Int32 = 0

        var scoresStart: Int { UnigramVocabulary.headSize }
        var bytesStart: Int { scoresStart + Int(pieceCount) * 8 }
        var unitsStart: Int { bytesStart + 256 * 4 }
        var mapStart: Int { unitsStart + Int(unitCount) * 8 }
        var stringsStart: Int { mapStart + Int(mapUnitCount) * 4 }
        var size: Int { stringsStart + Int(mapByteCount) }

        /// True for counts that a vocabulary can have.
        var isSound: Bool {
            unitCount > 0 && pieceCount > 0 && mapUnitCount >= 0 && mapByteCount >= 0 && unknownScore.isFinite
        }
    }

    static let headSize = 64
    /// The penalty of text without pieces below the least score, of SentencePiece.
    private static let unknownPenalty = 10.0

    private let memory: MappedMemory
    private let start: Int
    private let head: Head

    /// The number of ids.
    var count: Int { Int(head.pieceCount) }
    /// All of it, as `init(_:from:)` takes it.
    var image: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory.bytes[start..<start + head.size]) }

    /// The vocabulary in `memory` from `start` on; nil if it is not whole.
    init?(_ memory: MappedMemory, from start: Int) {
        guard start + Self.headSize <= memory.count, start.isMultiple(of: 64) else { return nil }
        let head = (memory.base + start).loadUnaligned(as: Head.self)
        guard head.isSound, start + head.size == memory.count else { return nil }
        (self.memory, self.start, self.head) = (memory, start, head)
    }

    /// The vocabulary of `pieces`, whose trie is `units`, with ids for single bytes or none, and a stored map, if there
    /// is one.
    init(
        _ pieces: [Piece], units: [PieceTrie.Unit], byteIDs: [Int32]?,
        map: (units: [UInt32], strings: ArraySlice<UInt8>)?
    ) throws(EncoderError) {
        var head = Head()
        head.unitCount = Int32(units.count)
        head.pieceCount = Int32(pieces.count)
        head.mapUnitCount = Int32(map?.units.count ?? 0)
        head.mapByteCount = Int32(map?.strings.count ?? 0)
        head.unknownScore = (pieces.lazy.map(\.score).min() ?? 0) - Self.unknownPenalty
        head.hasBytes = byteIDs == nil ? 0 : 1
        let size = head.size
        memory = try EncoderError.wrapping { () throws(FileError) in try MappedMemory(zeros: size, for: "a vocabulary")
        }
        memory.base.storeBytes(of: head, as: Head.self)
        (start, self.head) = (0, head)
        copy(pieces.map(\.score), to: head.scoresStart)
        copy(byteIDs ?? [], to: head.bytesStart)
        copy(units, to: head.unitsStart)
        copy(map?.units ?? [], to: head.mapStart)
        copy(Array(map?.strings ?? []), to: head.stringsStart)
    }

    private func copy<Element>(_ elements: [Element], to offset: Int) {
        elements.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress {
                (memory.base + offset).copyMemory(from: source, byteCount: bytes.count)
            }
        }
    }

    /// Lends the tables for lookups without reference counting.
    func withView<R>(_ body: (View) -> R) -> R {
        withExtendedLifetime(memory) { body(View(UnsafeRawPointer(memory.base + start), head)) }
    }

    /// Pointers into a vocabulary, valid inside `withView`.
    struct View {
        let trie: PieceTrie.View
        let scores: UnsafeBufferPointer<Double>
        let unknownScore: Double
        /// The ids of single bytes; nil if bytes do not stand for text without pieces.
        let byteIDs: UnsafePointer<Int32>?
        let map: CharsMap

        fileprivate init(_ base: UnsafeRawPointer, _ head: Head) {
            trie = PieceTrie.View(
                units: (base + head.unitsStart).assumingMemoryBound(to: PieceTrie.Unit.self),
                count: Int(head.unitCount))
            scores = UnsafeBufferPointer(
                start: (base + head.scoresStart).assumingMemoryBound(to: Double.self), count: Int(head.pieceCount))
            unknownScore = head.unknownScore
            byteIDs = head.hasBytes != 0 ? (base + head.bytesStart).assumingMemoryBound(to: Int32.self) : nil
            map = CharsMap(
                units: (base + head.mapStart).assumingMemoryBound(to: UInt32.self), unitCount: Int(head.mapUnitCount),
                strings: UnsafeBufferPointer(
                    start: (base + head.stringsStart).assumingMemoryBound(to: UInt8.self),
                    count: Int(head.mapByteCount)))
        }
    }
}
