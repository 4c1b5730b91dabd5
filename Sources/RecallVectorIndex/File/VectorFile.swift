import CChecksum
import RecallFiles
import RecallKernels
import Synchronization

/// A memory-mapped file of vectors. It is derived data, which can be deleted and rebuilt at any time.
///
/// A key's place follows from its number, so opening reads nothing but the headers, the directory and the scan parts,
/// whose checksums are verified then. Rows are verified when they are read. `VectorFileFormat` describes the layout.
public struct VectorFile: Sendable {
    /// The state of the source that the vectors were read from. A file is usable as long as the source has the same
    /// `rewrites` and its other numbers are not smaller.
    public struct Stamp: Hashable, Sendable {
        /// The generation of the vectors.
        public var generation: Int64
        /// The last block of vectors in it.
        public var lastBlock: Int64
        /// The number of times that stored vectors had been changed or removed.
        public var rewrites: Int64
        /// The number of changes of any kind. A file with a greater number belongs to a later state of the source.
        public var changes: Int64

        /// A stamp.
        public init(generation: Int64, lastBlock: Int64, rewrites: Int64, changes: Int64) {
            self.generation = generation
            self.lastBlock = lastBlock
            self.rewrites = rewrites
            self.changes = changes
        }
    }

    /// The number of components of each vector.
    public var dimension: Int { format.dimension }
    /// The state of the source it was made from.
    public var stamp: Stamp { header.stamp }
    /// The number of vectors.
    public var count: Int { header.count }
    let sketching: Sketching
    let format: VectorFileFormat
    let header: VectorFileHeader
    let chunks: [VectorFileChunk]
    let path: String
    private let memory: MappedMemory
    private let damage = Damage()

    /// That a damaged row was read.
    private final class Damage: Sendable {
        let isFound = Atomic(false)
    }

    /// Keys in a chunk.
    static let chunkCapacity = VectorFileFormat.chunkCapacity

    /// Maps the file at `path`; `nil` if there is none, or if it is damaged or of another version.
    ///
    /// - Parameter verifyingRows: true to read all rows too, and find damage in any of them.
    /// - Complexity: O(*n* × dimension / 8): sketches are read once, at ten gigabytes a second.
    public init?(path: String, verifyingRows: Bool = false) {
        guard let memory = try? MappedMemory(file: path), let header = VectorFileHeader(newestIn: memory.bytes),
            let directory = VectorFileDirectory(memory.bytes, header)
        else { return nil }
        (self.path, self.memory, self.header) = (path, memory, header)
        format = VectorFileFormat(dimension: header.dimension)
        sketching = Sketching(center: directory.center)
        chunks = directory.chunks
        for chunk in chunks where !chunk.isEmpty {
            guard recall_checksum(memory.base + chunk.scan, format.scanBytes, 0) == chunk.checksum else { return nil }
        }
        if verifyingRows, !hasWholeRows { return nil }
    }

    /// The stamp of the file at `path`, not checked; `nil` if there is no file with a header.
    ///
    /// - Complexity: O(1).
    public static func stamp(at path: String) -> Stamp? {
        guard let bytes = try? OpenFile(path).bytes(limit: VectorFileFormat.headerSize) else { return nil }
        return bytes.withUnsafeBytes(VectorFileHeader.init(newestIn:))?.stamp
    }

    /// False if another program has cut the file short since it was mapped, where reading what is gone would end the
    /// process (SIGBUS), or if a damaged row was read. A file that was removed, replaced or extended stays usable.
    ///
    /// - Complexity: O(1).
    public var isIntact: Bool { !isDamaged && FileState(path).map { $0.size >= header.end } ?? true }

    /// True if a damaged row was read, and taken for none.
    public var isDamaged: Bool { damage.isFound.load(ordering: .relaxed) }

    /// True if no row is damaged.
    ///
    /// - Complexity: O(*n* × dimension).
    public var hasWholeRows: Bool { keys.allSatisfy { row(of: $0) != nil } }

    /// The bytes of the file that are of no use any more: earlier states of chunks.
    public var unusedBytes: Int {
        header.directory - VectorFileFormat.headerSize
            - chunks.count { !$0.isEmpty } * (format.scanBytes + format.rowsBytes)
    }

    /// The keys, ascending.
    ///
    /// - Complexity: O(*n*).
    public var keys: [UInt32] {
        chunks.indices.flatMap { chunk in
            (0..<Self.chunkCapacity).map { UInt32(chunk * Self.chunkCapacity + $0) }.filter(contains)
        }
    }

    /// True if there is a vector of the key.
    func contains(_ key: UInt32) -> Bool {
        let (chunk, slot) = Int(key).quotientAndRemainder(dividingBy: Self.chunkCapacity)
        guard chunk < chunks.count, !chunks[chunk].isEmpty else { return false }
        return !memory.base.load(fromByteOffset: chunks[chunk].scan + 4 * slot, as: Float.self).isNaN
    }

    /// The row of a key; `nil` if there is none, or a damaged one, which is noted.
    func row(of key: UInt32) -> UnsafeRawPointer? {
        guard contains(key) else { return nil }
        let (chunk, slot) = Int(key).quotientAndRemainder(dividingBy: Self.chunkCapacity)
        let row = UnsafeRawPointer(memory.base) + chunks[chunk].rows + slot * format.rowBytes
        let checksum = row.loadUnaligned(fromByteOffset: format.rowBytes - 4, as: UInt32.self)
        guard format.checksum(ofRow: row, key: key) == UInt32(littleEndian: checksum) else {
            damage.isFound.store(true, ordering: .relaxed)
            return nil
        }
        return row
    }

    /// The vector of a key.
    func vector(of key: UInt32) -> [Float]? {
        row(of: key).map { row in
            Int8Rows.vector(of: UnsafeRawBufferPointer(start: row, count: format.rowBytes), dimension: dimension)
        }
    }

    /// The product of a query with the vector of a key.
    func similarity(to query: Int8Query, of key: UInt32) -> Float? {
        row(of: key).map { query.product(with: $0) }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Passes each chunk with vectors: its first key, the factors and the sketches.
    func forEachChunk(
        _ body: (_ first: Int, _ factors: UnsafePointer<Float>, _ sketches: UnsafePointer<UInt8>) -> Void
    ) {
        for (number, chunk) in chunks.enumerated() where !chunk.isEmpty {
            let part = UnsafeRawPointer(memory.base) + chunk.scan
            body(
                number * Self.chunkCapacity, part.assumingMemoryBound(to: Float.self),
                (part + format.factorBytes).assumingMemoryBound(to: UInt8.self))
        }
    }

    /// The bytes of the parts of a chunk.
    func parts(of chunk: VectorFileChunk) -> (scan: UnsafeRawBufferPointer, rows: UnsafeRawBufferPointer) {
        (
            UnsafeRawBufferPointer(rebasing: memory.bytes[chunk.scan..<chunk.scan + format.scanBytes]),
            UnsafeRawBufferPointer(rebasing: memory.bytes[chunk.rows..<chunk.rows + format.rowsBytes])
        )
    }
}
