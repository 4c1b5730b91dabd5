import CChecksum
public import Foundation
import RecallFiles

/// A memory-mapped file of vectors. It is derived data, which can be deleted and rebuilt at any time.
///
/// Layout, little-endian: a header of 64 bytes, the rows (`count` × `dimension` IEEE half floats), the keys (`count` × 4 bytes).
/// The checksum covers all of it, and is verified when the file is mapped.
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
    public let dimension: Int
    /// The state of the source it was made from.
    public let stamp: Stamp
    /// The key of each row.
    public let keys: [UInt32]
    /// The rows, mapped.
    public let rows: Data
    private let path: String
    private let byteCount: Int

    /// Maps the file at `path`; `nil` if there is none, or if it is damaged or of another version.
    ///
    /// - Complexity: O(*n*) in the rows, which are read once: ten gigabytes a second.
    public init?(path: String) {
        guard let memory = try? MappedMemory(file: path), let header = Header(memory.bytes),
            memory.count == header.byteCount
        else { return nil }
        let end = Header.size + header.rowBytes
        let keys = (0..<header.count).map {
            UInt32(littleEndian: memory.bytes.loadUnaligned(fromByteOffset: end + 4 * $0, as: UInt32.self))
        }
        let rows = UnsafeRawBufferPointer(rebasing: memory.bytes[Header.size..<end])
        guard header.checksum(keys, RowChecksum(rows, size: header.dimension * 2)) == header.checksum else {
            return nil
        }
        (dimension, stamp, self.keys) = (header.dimension, header.stamp, keys)
        (self.path, byteCount) = (path, memory.count)
        let bytes = Data(
            bytesNoCopy: memory.base, count: memory.count,
            deallocator: .custom { _, _ in withExtendedLifetime(memory) {} })
        self.rows = bytes[Header.size..<end]
    }
}

extension VectorFile {
    /// False if another program has changed the file's length since it was mapped: reading rows that are gone would end
    /// the process (SIGBUS). A file that was removed, or replaced by another of the same length, stays usable.
    ///
    /// - Complexity: O(1).
    public var isIntact: Bool { FileState(path).map { $0.size == byteCount } ?? true }

    /// The stamp of the file at `path`, not checked; `nil` if there is no file with a header.
    ///
    /// - Complexity: O(1).
    public static func stamp(at path: String) -> Stamp? {
        guard let bytes = try? OpenFile(path).bytes(limit: Header.size) else { return nil }
        return bytes.withUnsafeBytes(Header.init)?.stamp
    }

    /// Replaces the file at `path`: readers see either the old or the new file.
    ///
    /// - Parameter rows: passes blocks of keys and rows to its argument, in any order, each key once.
    /// - Throws: any error of `rows`, and one that names the file if it cannot be written.
    public static func write(
        to path: String, dimension: Int, stamp: Stamp,
        rows: (_ append: (_ keys: [UInt32], _ rows: Data) throws -> Void) throws -> Void
    ) throws {
        let new = try AtomicFile(replacing: path)
        var keys: [UInt32] = []
        var checksum = RowChecksum()
        try new.file.append([UInt8](repeating: 0, count: Header.size))
        try rows { newKeys, newRows in
            keys += newKeys
            try newRows.withUnsafeBytes { bytes in
                checksum.append(bytes, size: dimension * 2)
                try new.file.append(bytes)
            }
        }
        try keys.map(\.littleEndian).withUnsafeBytes { try new.file.append($0) }
        try Header(dimension: dimension, keys: keys, checksum, stamp: stamp).write(to: new.file)
        try new.commit()
    }

    /// Overwrites the vectors of all keys that are not kept with zeros, and notes the counts of changes of `stamp`. The
    /// generation and the last block stay: erasing adds no vectors. Processes that have the file mapped see the zeros at
    /// once.
    ///
    /// - Throws: if the file is damaged or could not be changed; remove it then.
    public static func erase(at path: String, stamp: Stamp, keeping isKept: (UInt32) -> Bool) throws {
        guard let known = VectorFile(path: path) else { throw FileError(path: path, .differs) }
        let file = try NewFile(updating: path)
        let zeros = [UInt8](repeating: 0, count: known.dimension * 2)
        var checksum = RowChecksum()
        for (row, key) in known.keys.enumerated() {
            let start = known.rows.startIndex + row * zeros.count
            if isKept(key) {
                known.rows[start..<start + zeros.count].withUnsafeBytes { checksum.append($0, size: zeros.count) }
            } else {
                try zeros.withUnsafeBytes { bytes in
                    checksum.append(bytes, size: zeros.count)
                    try file.overwrite(bytes, at: Header.size + row * zeros.count)
                }
            }
        }
        var stamp = stamp
        (stamp.generation, stamp.lastBlock) = (known.stamp.generation, known.stamp.lastBlock)
        try Header(dimension: known.dimension, keys: known.keys, checksum, stamp: stamp).write(to: file)
        try file.synchronize()
    }
}

/// The beginning of a file of vectors.
private struct Header {
    static let size = 64
    /// "RECALLV" and the version.
    private static let magic: UInt64 = 0x0256_4C4C_4143_4552

    let dimension: Int
    let count: Int
    let stamp: VectorFile.Stamp
    private(set) var checksum: UInt64 = 0

    init(dimension: Int, keys: [UInt32], _ rows: RowChecksum, stamp: VectorFile.Stamp) {
        (self.dimension, count, self.stamp) = (dimension, keys.count, stamp)
        checksum = checksum(keys, rows)
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.size else { return nil }
        let words = (0..<8).map { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
        // Larger numbers are damage, and would overflow below.
        guard words[0] == Self.magic, 1...65_536 ~= words[1], words[2] < 1 << 32 else { return nil }
        (dimension, count) = (Int(words[1]), Int(words[2]))
        let numbers = words[3...6].map { Int64(bitPattern: $0) }
        stamp = VectorFile.Stamp(
            generation: numbers[0], lastBlock: numbers[1], rewrites: numbers[2], changes: numbers[3])
        checksum = words[7]
    }

    var rowBytes: Int { count * dimension * 2 }
    var byteCount: Int { Self.size + rowBytes + count * 4 }

    private var words: [UInt64] {
        let numbers = [stamp.generation, stamp.lastBlock, stamp.rewrites, stamp.changes]
        return [Self.magic, UInt64(dimension), UInt64(count)] + numbers.map { UInt64(bitPattern: $0) }
    }

    func write(to file: borrowing NewFile) throws {
        try (words + [checksum]).map(\.littleEndian).withUnsafeBytes { try file.overwrite($0, at: 0) }
    }

    func checksum(_ keys: [UInt32], _ rows: RowChecksum) -> UInt64 {
        let header = words.withUnsafeBytes { recall_checksum($0.baseAddress, $0.count, rows.value) }
        return keys.withUnsafeBytes { recall_checksum($0.baseAddress, $0.count, header) }
    }
}

/// A checksum of rows that come block by block.
private struct RowChecksum {
    private(set) var value: UInt64 = 0

    init() {}

    init(_ rows: UnsafeRawBufferPointer, size: Int) {
        append(rows, size: size)
    }

    /// Adds whole rows of `size` bytes each.
    mutating func append(_ rows: UnsafeRawBufferPointer, size: Int) {
        guard let start = rows.baseAddress else { return }
        for offset in stride(from: 0, to: rows.count - size + 1, by: size) {
            value = recall_checksum(start + offset, size, value)
        }
    }
}
