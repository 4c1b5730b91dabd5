import Foundation
import GRDB
public import RecallCore
public import RecallVectorIndex

/// A generation's vectors as an index: those of the memory-mapped vector file, plus those stored since.
public struct StoredVectors: Sendable {
    /// The index, keyed by `PassageID.rawValue`.
    public private(set) var index: ExactIndex
    /// The generation of the vectors.
    public let generation: Generation
    /// The last vector block in the index.
    private var lastBlock: Int64

    /// The number of vectors that were read from blocks into memory, not mapped.
    private var rowsInMemory = 0

    fileprivate init(_ generation: Generation, file: VectorFile?) {
        self.generation = generation
        index = ExactIndex(dimension: generation.dimension)
        lastBlock = file?.stamp.lastBlock ?? 0
        if let file { index.insert(keys: file.keys, rows: file.rows) }
    }

    fileprivate mutating func readNewBlocks(_ snapshot: LibrarySnapshot) throws {
        try snapshot.forEachVectorBlock(generation: generation.id, after: lastBlock) {
            index.insert(keys: $0.passages, rows: $0.vectors)
            (lastBlock, rowsInMemory) = ($0.id, rowsInMemory + $0.passages.count)
        }
    }

    /// True if so many vectors are in memory that it pays to look for a newer vector file.
    fileprivate var isMostlyInMemory: Bool { rowsInMemory > max(8_192, index.count / 4) }
}

extension LibrarySnapshot {
    /// The vector index that searches use; `nil` if nothing is embedded.
    ///
    /// - Parameters:
    ///   - location: the folder of the vector file. Without a current file, all vectors are read from the database.
    ///   - earlier: an earlier index, valid if no vector was changed in place since. Only newer vectors are read.
    public func vectors(at location: LibraryLocation, updating earlier: StoredVectors? = nil) throws -> StoredVectors? {
        guard let generation = try servingGeneration() else { return nil }
        var vectors: StoredVectors
        if let earlier, earlier.generation.id == generation.id, !earlier.isMostlyInMemory {
            vectors = earlier
        } else {
            vectors = try StoredVectors(generation, file: vectorFile(at: location, of: generation))
        }
        try vectors.readNewBlocks(self)
        return vectors.index.isEmpty ? nil : vectors
    }

    /// The vector file, if its stamp matches this state of the library.
    private func vectorFile(at location: LibraryLocation, of generation: Generation) throws -> VectorFile? {
        guard let file = VectorFile(path: location.vectorFile), file.dimension == generation.dimension,
            file.stamp.generation == generation.id
        else { return nil }
        let now = try vectorStamp(generation)
        let fits =
            file.stamp.rewrites == now.rewrites && file.stamp.changes <= now.changes
            && file.stamp.lastBlock <= now.lastBlock
        return fits ? file : nil
    }

    fileprivate func vectorStamp(_ generation: Generation) throws -> VectorFile.Stamp {
        let revision = try revision()
        let lastBlock = try Int64.fetchOne(
            db, sql: "SELECT MAX(id) FROM vector_block WHERE generation_id = ?", arguments: [generation.id])
        return VectorFile.Stamp(
            generation: generation.id, lastBlock: lastBlock ?? 0, rewrites: Int64(revision.vectorRewrites),
            changes: Int64(revision.changes))
    }

    /// The number of vectors stored after the block `last`.
    private func vectorCount(generation: Generation, after last: Int64) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT COALESCE(SUM(length(passages)), 0) / 4 FROM vector_block WHERE generation_id = ? AND id > ?",
            arguments: [generation.id, last]) ?? 0
    }

    /// Rewrites the vector file if it is missing, stale, or lacks many of the vectors.
    ///
    /// - Complexity: O(*n*) in the vectors if it is written; reads one block at a time.
    fileprivate func refreshVectorFile(at location: LibraryLocation) throws {
        guard let generation = try servingGeneration() else { return removeVectorFile(at: location) }
        let file = try vectorFile(at: location, of: generation)
        let missing = try vectorCount(generation: generation, after: file?.stamp.lastBlock ?? 0)
        if file == nil { removeVectorFile(at: location) }
        guard missing >= max(4_096, (file?.keys.count ?? 0) / 8) else { return }
        try writeVectorFile(at: location, generation)
    }

    private func writeVectorFile(at location: LibraryLocation, _ generation: Generation) throws {
        let layout = try passageLayout()
        // A passage that was embedded twice, as after a kill, has its last vector.
        var lastBlocks = [Int64](repeating: 0, count: layout.count)
        try forEachVectorBlockKeys(generation: generation.id) { block, passages in
            for passage in passages where Int(passage) < layout.count && layout.isLive[Int(passage)] {
                lastBlocks[Int(passage)] = block
            }
        }
        let stamp = try vectorStamp(generation)
        try VectorFile.write(to: location.vectorFile, dimension: generation.dimension, stamp: stamp) { append in
            try forEachVectorBlock(generation: generation.id) { block in
                let rows = block.passages.indices.filter { row in
                    Int(block.passages[row]) < layout.count && lastBlocks[Int(block.passages[row])] == block.id
                }
                try append(
                    rows.map { block.passages[$0] }, block.vectors.matrixRows(rows, size: 2 * generation.dimension))
            }
        }
    }

    private func removeVectorFile(at location: LibraryLocation) {
        try? FileManager.default.removeItem(atPath: location.vectorFile)
    }
}

extension LibraryStore {
    /// Updates the vector file, which searches map instead of reading vectors. It is derived data: without it, for
    /// instance on a full disk, searches read the vectors from the database.
    public func refreshVectorFile() {
        guard isWriter else { return }
        try? read { try $0.refreshVectorFile(at: location) }
    }

    /// Removes a vector file that belongs to another state of the library, for instance after a backup was restored.
    func removeForeignVectorFile() {
        guard let file = VectorFile(path: location.vectorFile) else { return }
        let fits = try? read { snapshot in
            guard let generation = try snapshot.servingGeneration() else { return false }
            return try file.stamp.generation == generation.id
                && file.stamp.changes <= snapshot.vectorStamp(generation).changes
        }
        if fits != true { try? FileManager.default.removeItem(atPath: location.vectorFile) }
    }

    /// Rewrites the vector file without the vectors of retired passages.
    func purgeVectorFile(keeping isKept: (UInt32) -> Bool) throws {
        guard FileManager.default.fileExists(atPath: location.vectorFile) else { return }
        let stamp = try read { snapshot in
            try snapshot.servingGeneration().map { generation in
                var stamp = try snapshot.vectorStamp(generation)
                stamp.lastBlock = VectorFile(path: location.vectorFile)?.stamp.lastBlock ?? 0
                return stamp
            }
        }
        guard let stamp, VectorFile.erase(at: location.vectorFile, stamp: stamp, keeping: isKept) else {
            return try FileManager.default.removeItem(atPath: location.vectorFile)
        }
    }
}

extension Data {
    /// The given rows of a matrix whose rows have `size` bytes.
    func matrixRows(_ rows: [Int], size: Int) -> Data {
        guard rows.count * size != count else { return self }
        var part = Data(capacity: rows.count * size)
        for row in rows { part.append(self[startIndex + row * size..<startIndex + (row + 1) * size]) }
        return part
    }
}
