import CChecksum
public import Foundation
import RecallFiles
import RecallKernels

extension VectorFile {
    /// Passes vectors to a file: keys, and a row of signed bytes for each (`Int8Rows`). A key that comes again gets its
    /// latest vector.
    public typealias Append = (_ keys: [UInt32], _ rows: Data) throws -> Void

    /// Replaces the file at `path`: readers see either the old or the new file.
    ///
    /// - Parameters:
    ///   - capacity: all keys are smaller.
    ///   - rows: passes blocks of keys and rows, in any order.
    /// - Throws: any error of `rows`, and one that names the file if it cannot be written.
    /// - Complexity: memory is bounded.
    public static func write(
        to path: String, dimension: Int, capacity: Int, stamp: Stamp, rows: (Append) throws -> Void
    ) throws {
        let new = try AtomicFile(replacing: path)
        var writer = VectorFileWriter(dimension: dimension, capacity: capacity)
        try rows { try writer.append($0, $1, to: new.file) }
        try writer.finish(stamp, in: new.file)
        try new.commit()
    }

    /// Adds vectors to the file, after what is there: those who have it mapped go on with what they had. A kill leaves
    /// the file as it was.
    ///
    /// - Parameters:
    ///   - capacity: all keys are smaller.
    ///   - rows: passes blocks of keys and rows, in any order.
    /// - Throws: any error of `rows`, and one that names the file if it cannot be written.
    /// - Complexity: O(*k*) in the chunks that the keys belong to; memory is bounded.
    public func extend(capacity: Int, stamp: Stamp, rows: (Append) throws -> Void) throws {
        let file = try NewFile(updating: path)
        var writer = VectorFileWriter(self, capacity: capacity)
        do {
            try rows { try writer.append($0, $1, to: file) }
            try writer.finish(stamp, in: file)
        } catch {
            try? file.truncate(to: header.end)
            throw error
        }
    }

    /// Overwrites the vectors of all keys that are not kept with zeros, those of earlier states too, and notes the counts
    /// of changes of `stamp`. The generation and the last block stay: erasing adds no vectors. Processes that have the
    /// file mapped see the zeros at once.
    ///
    /// - Throws: if the file is damaged or could not be changed; remove it then.
    public static func erase(at path: String, stamp: Stamp, keeping isKept: (UInt32) -> Bool) throws {
        guard let known = VectorFile(path: path) else { throw FileError(path: path, .differs) }
        let file = try NewFile(updating: path)
        var writer = VectorFileWriter(known, capacity: 0)
        try writer.erase(known, in: file, keeping: isKept)
        var stamp = stamp
        (stamp.generation, stamp.lastBlock) = (known.stamp.generation, known.stamp.lastBlock)
        try writer.finish(stamp, in: file)
    }
}

/// Writes chunks, and then the directory and the header that name them.
private struct VectorFileWriter {
    private let format: VectorFileFormat
    private var sketching: Sketching?
    private var chunks: [VectorFileChunk]
    private var end: Int
    private var sequence: UInt64
    private var count: Int
    /// True in a file that nobody reads yet: chunks have fixed places and are overwritten.
    private let isNew: Bool
    /// Rows that wait, by chunk.
    private var waiting: [Int: [(key: UInt32, row: Data)]] = [:]
    private var waitingBytes = 0

    /// Rows are sorted into chunks in memory, so many bytes at a time.
    private static let mostWaiting = 64 << 20
    /// The center is the mean of so many rows.
    private static let sampleSize = 4_096

    /// A new file: scan parts lie one behind the other, then all rows.
    init(dimension: Int, capacity: Int) {
        format = VectorFileFormat(dimension: dimension)
        let chunkCount = (capacity + VectorFileFormat.chunkCapacity - 1) / VectorFileFormat.chunkCapacity
        chunks = Array(repeating: VectorFileChunk(), count: chunkCount)
        end = VectorFileFormat.headerSize + chunkCount * (format.scanBytes + format.rowsBytes)
        (sequence, count, isNew) = (1, 0, true)
    }

    /// More for a file.
    init(_ file: VectorFile, capacity: Int) {
        (format, sketching, end, count) = (file.format, file.sketching, file.header.end, file.count)
        let chunkCount = (capacity + VectorFileFormat.chunkCapacity - 1) / VectorFileFormat.chunkCapacity
        chunks = file.chunks + Array(repeating: VectorFileChunk(), count: max(0, chunkCount - file.chunks.count))
        (sequence, isNew) = (file.header.sequence + 1, false)
    }

    mutating func append(_ keys: [UInt32], _ rows: Data, to file: borrowing NewFile) throws {
        let size = Int8Rows.rowSize(dimension: format.dimension)
        for (position, key) in keys.enumerated() where (position + 1) * size <= rows.count {
            let chunk = Int(key) / VectorFileFormat.chunkCapacity
            guard chunk < chunks.count else { continue }
            let start = rows.startIndex + position * size
            waiting[chunk, default: []].append((key, rows[start..<start + size]))
            waitingBytes += size
        }
        if waitingBytes >= Self.mostWaiting { try flush(to: file) }
    }

    /// Writes the directory and the header: from then on the file is what was appended.
    mutating func finish(_ stamp: VectorFile.Stamp, in file: borrowing NewFile) throws {
        try flush(to: file)
        let center = sketching?.center ?? [Float](repeating: 0, count: format.dimension)
        let directory = VectorFileDirectory(center: center, chunks: chunks)
        let header = VectorFileHeader(
            dimension: format.dimension, sequence: sequence, stamp: stamp, count: count, directory: end, directory)
        try directory.bytes.withUnsafeBytes { try file.overwrite($0, at: end) }
        // What the header names is on disk before the header is.
        try file.synchronize()
        try header.bytes.withUnsafeBytes { try file.overwrite($0, at: header.offset) }
        try file.synchronize()
    }

    private mutating func flush(to file: borrowing NewFile) throws {
        guard !waiting.isEmpty else { return }
        let sketching = self.sketching ?? Sketching(center: center)
        self.sketching = sketching
        for (number, rows) in waiting.sorted(by: { $0.key < $1.key }) {
            var parts = try VectorFileParts(chunks[number], format, from: file)
            for (key, row) in rows where parts.insert(row, key: key, sketching) { count += 1 }
            try write(parts, chunk: number, to: file)
        }
        waiting = [:]
        waitingBytes = 0
    }

    private mutating func write(_ parts: VectorFileParts, chunk number: Int, to file: borrowing NewFile) throws {
        if isNew {
            let scans = VectorFileFormat.headerSize, rows = scans + chunks.count * format.scanBytes
            chunks[number].scan = scans + number * format.scanBytes
            chunks[number].rows = rows + number * format.rowsBytes
        } else {
            // Whole words, as the kernels read factors.
            let start = (end + 63) / 64 * 64
            chunks[number] = VectorFileChunk(scan: start, rows: start + format.scanBytes)
            end = start + format.scanBytes + format.rowsBytes
        }
        try parts.scan.withUnsafeBytes { try file.overwrite($0, at: chunks[number].scan) }
        try parts.rows.withUnsafeBytes { try file.overwrite($0, at: chunks[number].rows) }
        chunks[number].checksum = parts.checksum
    }

    /// The mean of some of the rows that wait.
    private var center: [Float] {
        let all = waiting.values.joined()
        let step = max(1, all.count / Self.sampleSize)
        var (sum, number) = ([Float](repeating: 0, count: format.dimension), 0)
        for (position, entry) in all.enumerated() where position % step == 0 {
            let vector = entry.row.withUnsafeBytes { Int8Rows.vector(of: $0, dimension: format.dimension) }
            guard vector.allSatisfy(\.isFinite) else { continue }
            for index in sum.indices { sum[index] += vector[index] }
            number += 1
        }
        return sum.map { $0 / Float(max(1, number)) }
    }

    /// Overwrites vectors where they are, and everything that belongs to no chunk any more.
    mutating func erase(_ known: VectorFile, in file: borrowing NewFile, keeping isKept: (UInt32) -> Bool) throws {
        for (number, chunk) in chunks.enumerated() where !chunk.isEmpty {
            var parts = try VectorFileParts(chunk, format, from: file)
            let erased = parts.erase(first: number * VectorFileFormat.chunkCapacity, keeping: isKept)
            guard erased > 0 else { continue }
            count -= erased
            try parts.rows.withUnsafeBytes { try file.overwrite($0, at: chunk.rows) }
            try parts.scan.withUnsafeBytes { try file.overwrite($0, at: chunk.scan) }
            chunks[number].checksum = parts.checksum
        }
        try eraseUnused(upTo: known.header.directory, in: file)
    }

    private func eraseUnused(upTo directory: Int, in file: borrowing NewFile) throws {
        let used = chunks.filter { !$0.isEmpty }.flatMap { chunk in
            [chunk.scan..<chunk.scan + format.scanBytes, chunk.rows..<chunk.rows + format.rowsBytes]
        }.sorted { $0.lowerBound < $1.lowerBound }
        var start = VectorFileFormat.headerSize
        for part in used + [directory..<directory] {
            try file.overwrite(zeros: max(0, part.lowerBound - start), at: start)
            start = part.upperBound
        }
    }
}

/// The two parts of a chunk, in memory.
private struct VectorFileParts {
    private let format: VectorFileFormat
    private(set) var scan: [UInt8]
    private(set) var rows: [UInt8]

    var checksum: UInt64 { recall_checksum(scan, scan.count, 0) }

    /// Those of a chunk; without vectors if it has none.
    init(_ chunk: VectorFileChunk, _ format: VectorFileFormat, from file: borrowing NewFile) throws {
        self.format = format
        if chunk.isEmpty {
            scan = [UInt8](repeating: 0, count: format.scanBytes)
            rows = [UInt8](repeating: 0, count: format.rowsBytes)
            for slot in 0..<VectorFileFormat.chunkCapacity { set(.nan, slot) }
        } else {
            scan = try file.bytes(at: chunk.scan, count: format.scanBytes)
            rows = try file.bytes(at: chunk.rows, count: format.rowsBytes)
        }
    }

    private mutating func set(_ factor: Float, _ slot: Int) {
        withUnsafeBytes(of: factor.bitPattern.littleEndian) { scan.replaceSubrange(4 * slot..<4 * slot + 4, with: $0) }
    }

    private func isPresent(_ slot: Int) -> Bool {
        !scan.withUnsafeBytes { $0.load(fromByteOffset: 4 * slot, as: Float.self) }.isNaN
    }

    /// - Returns: true if the key had no vector.
    mutating func insert(_ row: Data, key: UInt32, _ sketching: Sketching) -> Bool {
        let slot = Int(key) % VectorFileFormat.chunkCapacity
        let isNew = !isPresent(slot)
        let start = slot * format.rowBytes, end = start + format.rowBytes - 4
        rows.replaceSubrange(start..<end, with: row)
        let checksum = rows.withUnsafeBytes { bytes in
            bytes.baseAddress.map { format.checksum(ofRow: $0 + start, key: key) } ?? 0
        }
        withUnsafeBytes(of: checksum.littleEndian) { rows.replaceSubrange(end..<end + 4, with: $0) }
        row.withUnsafeBytes { row in
            sketching.sketch(row) { bits, factor in
                for (column, byte) in bits.enumerated() {
                    scan[format.sketchOffset(slot: slot, column: column)] = byte
                }
                set(factor, slot)
            }
        }
        return isNew
    }

    /// - Returns: the number of vectors that are gone.
    mutating func erase(first: Int, keeping isKept: (UInt32) -> Bool) -> Int {
        var erased = 0
        for slot in 0..<VectorFileFormat.chunkCapacity where isPresent(slot) && !isKept(UInt32(first + slot)) {
            set(.nan, slot)
            for column in 0..<format.columns { scan[format.sketchOffset(slot: slot, column: column)] = 0 }
            let start = slot * format.rowBytes
            for index in start..<start + format.rowBytes { rows[index] = 0 }
            erased += 1
        }
        return erased
    }
}
