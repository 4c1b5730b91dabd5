import Foundation
import GRDB
public import RecallCore
import RecallFiles
public import RecallVectorIndex

/// A generation's vectors as an index: those of the memory-mapped vector file, plus those stored since.
public struct StoredVectors: Sendable {
    /// The index, keyed by `PassageID.rawValue`.
    public private(set) var index: ExactIndex
    /// The generation of the vectors.
    public let generation: Generation
    /// The last vector block in the index.
    private var lastBlock: Int64
    private let file: VectorFile?

    /// False if the vector file was changed by another program, and the vectors are to be read again.
    public var isIntact: Bool { file?.isIntact ?? true }

    /// The number of vectors that were read from blocks into memory, not mapped.
    private var rowsInMemory = 0

    fileprivate init(_ generation: Generation, file: VectorFile?) {
        (self.generation, self.file) = (generation, file)
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
            let now = try vectorStamp(generation)
        else { return nil }
        let fits =
            file.stamp.generation == now.generation && file.stamp.rewrites == now.rewrites
            && file.stamp.changes <= now.changes && file.stamp.lastBlock <= now.lastBlock
        // A key beyond the library's passages would make the index allocate for it.
        return try fits && (file.keys.max() ?? 0) < nextPassage().rawValue ? file : nil
    }

    /// The stamp of this state; `nil` if no vector file was ever written for this library.
    ///
    /// Every library numbers its generations from 1, so a random number tells its file from another library's.
    fileprivate func vectorStamp(_ generation: Generation) throws -> VectorFile.Stamp? {
        let nonce = try Int64.fetchOne(
            db, sql: "SELECT CAST(value AS INTEGER) FROM setting WHERE name = 'vectors.nonce'")
        guard let nonce else { return nil }
        let revision = try revision()
        let lastBlock = try Int64.fetchOne(
            db, sql: "SELECT MAX(id) FROM vector_block WHERE generation_id = ?", arguments: [generation.id])
        return VectorFile.Stamp(
            generation: nonce ^ generation.id, lastBlock: lastBlock ?? 0, rewrites: Int64(revision.vectorRewrites),
            changes: Int64(revision.changes))
    }

    /// The number of vectors stored after the block `last`.
    private func vectorCount(generation: Generation, after last: Int64) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT COALESCE(SUM(length(passages)), 0) / 4 FROM vector_block WHERE generation_id = ? AND id > ?",
            arguments: [generation.id, last]) ?? 0
    }

    /// True if the vector file is missing, stale, or lacks many of the vectors. A stale one is removed.
    fileprivate func isVectorFileDue(at location: LibraryLocation) throws -> Bool {
        guard let generation = try servingGeneration() else {
            location.removeVectorFile()
            return false
        }
        let file = try vectorFile(at: location, of: generation)
        let missing = try vectorCount(generation: generation, after: file?.stamp.lastBlock ?? 0)
        if file == nil { location.removeVectorFile() }
        return missing >= max(4_096, (file?.keys.count ?? 0) / 8)
    }

    /// Writes the vector file.
    ///
    /// - Complexity: O(*n*) in the vectors; reads one block at a time.
    fileprivate func writeVectorFile(at location: LibraryLocation) throws {
        guard let generation = try servingGeneration(), let stamp = try vectorStamp(generation) else { return }
        let layout = try passageLayout()
        // A passage that was embedded twice, as after a kill, has its last vector.
        var lastBlocks = [Int64](repeating: 0, count: layout.count)
        try forEachVectorBlockKeys(generation: generation.id) { block, passages in
            for passage in passages where Int(passage) < layout.count && layout.isLive[Int(passage)] {
                lastBlocks[Int(passage)] = block
            }
        }
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
}

extension LibraryLocation {
    /// Removes the vector file.
    fileprivate func removeVectorFile() {
        try? FileManager.default.removeItem(atPath: vectorFile)
    }

    /// Removes what a killed process left of a new vector file: it may hold vectors of items that are deleted since.
    fileprivate func removeUnfinishedVectorFile() {
        try? FileManager.default.removeItem(atPath: AtomicFile.temporary(vectorFile))
    }
}

extension LibraryStore {
    /// Updates the vector file, which searches map instead of reading vectors. It is derived data: without it, for
    /// instance on a full disk, searches read the vectors from the database.
    public func refreshVectorFile() {
        guard isWriter, (try? read { try $0.isVectorFileDue(at: location) }) == true else { return }
        try? write { try $0.nameVectorFile() }
        try? read { try $0.writeVectorFile(at: location) }
    }

    /// Removes a vector file that belongs to another library or to another state of this one, for instance after a backup
    /// was restored.
    func removeForeignVectorFile() {
        location.removeUnfinishedVectorFile()
        guard let written = VectorFile.stamp(at: location.vectorFile) else { return }
        guard let stamp = try? vectorStamp(), written.generation == stamp.generation, written.changes <= stamp.changes
        else { return location.removeVectorFile() }
    }

    private func vectorStamp() throws -> VectorFile.Stamp? {
        try read { snapshot in try snapshot.servingGeneration().flatMap { try snapshot.vectorStamp($0) } }
    }

    /// Erases the vectors of retired passages in the vector file.
    func purgeVectorFile(keeping isKept: (PassageID) -> Bool) throws {
        location.removeUnfinishedVectorFile()
        guard FileManager.default.fileExists(atPath: location.vectorFile) else { return }
        do {
            guard let stamp = try vectorStamp() else { return try Folder.remove(location.vectorFile) }
            try VectorFile.erase(at: location.vectorFile, stamp: stamp) { isKept(PassageID(rawValue: $0)) }
        } catch {
            try Folder.remove(location.vectorFile)
        }
    }
}

extension LibraryTransaction {
    /// Gives the library the random number that its vector files carry, unless it has one.
    fileprivate func nameVectorFile() throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO setting (name, value) VALUES ('vectors.nonce', ?)",
            arguments: [String(Int64.random(in: 1...Int64.max))])
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
