import CChecksum
import RecallKernels

/// The places of things in a file of vectors with so many components. Little-endian:
///
/// - two headers of 512 bytes, of which the one with the greater sequence number counts, and space up to 4,096 bytes;
/// - chunks of 1,024 consecutive keys, each in two parts. The *scan part*: a factor for each key (`Float`, NaN where there
///   is no vector) and the sketches, in blocks of 32 as `Kernels.scan` reads them. The *rows*: for each key its row of
///   signed bytes (`Int8Rows`) and four bytes of checksum;
/// - the directory: the center of the sketches (`Float` × dimension), and for each chunk where its parts are.
struct VectorFileFormat {
    static let headerSize = 4_096
    static let chunkCapacity = 1_024
    let dimension: Int

    /// The bytes of a sketch.
    var columns: Int { Sketching.columns(dimension: dimension) }
    var factorBytes: Int { 4 * Self.chunkCapacity }
    var scanBytes: Int { factorBytes + Self.chunkCapacity * columns }
    /// A row and its checksum.
    var rowBytes: Int { Int8Rows.rowSize(dimension: dimension) + 4 }
    var rowsBytes: Int { (Self.chunkCapacity * rowBytes + 63) / 64 * 64 }
    func directoryBytes(chunks: Int) -> Int { 4 * dimension + VectorFileChunk.size * chunks }

    /// The place of a byte of a key's sketch in the scan part.
    func sketchOffset(slot: Int, column: Int) -> Int {
        let block = Kernels.scanBlock
        return factorBytes + (slot / block * columns + column) * block + slot % block
    }

    /// The checksum of a row, which is another one at another key.
    func checksum(ofRow row: UnsafeRawPointer, key: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: recall_checksum(row, Int8Rows.rowSize(dimension: dimension), UInt64(key)))
    }
}

/// The places of a chunk's parts.
struct VectorFileChunk {
    static let size = 24

    /// 0 for a chunk without vectors.
    var scan = 0
    var rows = 0
    /// Of the scan part.
    var checksum: UInt64 = 0

    var isEmpty: Bool { scan == 0 }
}

/// A header of a file of vectors.
struct VectorFileHeader {
    static let size = 96
    /// The distance of the two headers: each is in a sector of its own.
    static let distance = 512
    /// "RECALLV" and the version.
    private static let magic: UInt64 = 0x0356_4C4C_4143_4552

    var dimension: Int
    var sequence: UInt64
    var stamp: VectorFile.Stamp
    /// The number of vectors.
    var count: Int
    var chunkCount: Int
    /// The place of the directory, which ends the file.
    var directory: Int
    var directoryChecksum: UInt64

    /// The place of this header.
    var offset: Int { Int(sequence % 2) * Self.distance }
    var end: Int { directory + VectorFileFormat(dimension: dimension).directoryBytes(chunks: chunkCount) }

    private var words: [UInt64] {
        let numbers = [stamp.generation, stamp.lastBlock, stamp.rewrites, stamp.changes].map(UInt64.init(bitPattern:))
        return [Self.magic, UInt64(dimension), sequence] + numbers
            + [UInt64(count), UInt64(chunkCount), UInt64(directory), directoryChecksum]
    }

    /// The bytes with their checksum.
    var bytes: [UInt8] {
        let words = words.map(\.littleEndian)
        let checksum = words.withUnsafeBytes { recall_checksum($0.baseAddress, $0.count, 0) }
        return (words + [checksum.littleEndian]).withUnsafeBytes { Array($0) }
    }

    /// The header that counts, in the first bytes of a file; `nil` if none is whole.
    init?(newestIn bytes: UnsafeRawBufferPointer) {
        let headers = [0, Self.distance].compactMap { offset in
            bytes.count >= offset + Self.size
                ? VectorFileHeader(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Self.size])) : nil
        }
        guard let newest = headers.max(by: { $0.sequence < $1.sequence }) else { return nil }
        self = newest
    }

    private init?(_ bytes: UnsafeRawBufferPointer) {
        let words = (0..<Self.size / 8).map {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
        }
        // Larger numbers are damage that the checksum has missed, and would overflow.
        guard words[0] == Self.magic, recall_checksum(bytes.baseAddress, Self.size - 8, 0) == words[11],
            1...65_536 ~= words[1], words[8] <= 1 << 22, words[9] < 1 << 48
        else { return nil }
        dimension = Int(words[1])
        sequence = words[2]
        let numbers = words[3...6].map { Int64(bitPattern: $0) }
        stamp = VectorFile.Stamp(
            generation: numbers[0], lastBlock: numbers[1], rewrites: numbers[2], changes: numbers[3])
        (count, chunkCount, directory) = (Int(truncatingIfNeeded: words[7]), Int(words[8]), Int(words[9]))
        directoryChecksum = words[10]
    }

    init(
        dimension: Int, sequence: UInt64, stamp: VectorFile.Stamp, count: Int, directory: Int,
        _ content: VectorFileDirectory
    ) {
        (self.dimension, self.sequence, self.stamp) = (dimension, sequence, stamp)
        (self.count, self.directory, chunkCount) = (count, directory, content.chunks.count)
        directoryChecksum = content.checksum
    }
}

/// The end of a file of vectors: what the sketches are distances from, and where the chunks are.
struct VectorFileDirectory {
    var center: [Float]
    var chunks: [VectorFileChunk]

    var bytes: [UInt8] {
        let numbers = chunks.flatMap { [UInt64($0.scan), UInt64($0.rows), $0.checksum] }
        return center.map(\.bitPattern.littleEndian).withUnsafeBytes { Array($0) }
            + numbers.map(\.littleEndian).withUnsafeBytes { Array($0) }
    }

    var checksum: UInt64 { bytes.withUnsafeBytes { recall_checksum($0.baseAddress, $0.count, 0) } }

    init(center: [Float], chunks: [VectorFileChunk]) {
        (self.center, self.chunks) = (center, chunks)
    }

    /// `nil` if the bytes are not those that the header names, or a part is not within the file.
    init?(_ file: UnsafeRawBufferPointer, _ header: VectorFileHeader) {
        let format = VectorFileFormat(dimension: header.dimension)
        guard header.end <= file.count else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: file[header.directory..<header.end])
        guard recall_checksum(bytes.baseAddress, bytes.count, 0) == header.directoryChecksum else { return nil }
        center = (0..<header.dimension).map {
            Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        }
        chunks = (0..<header.chunkCount).map { chunk in
            let numbers = (0..<3).map { number in
                let offset = 4 * header.dimension + VectorFileChunk.size * chunk + 8 * number
                return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            }
            return VectorFileChunk(
                scan: Int(truncatingIfNeeded: numbers[0]), rows: Int(truncatingIfNeeded: numbers[1]),
                checksum: numbers[2])
        }
        let parts = chunks.lazy.filter { !$0.isEmpty }
        guard
            parts.allSatisfy({
                $0.scan >= VectorFileFormat.headerSize && $0.scan <= header.directory - format.scanBytes
                    && $0.rows >= VectorFileFormat.headerSize && $0.rows <= header.directory - format.rowsBytes
                    && $0.scan % 4 == 0
            })
        else { return nil }
    }
}
