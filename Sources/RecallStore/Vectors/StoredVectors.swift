import Foundation
import GRDB
public import RecallCore
import RecallFiles
import RecallKernels
public import RecallVectorIndex

/// A generation's vectors as an index: those of the memory-mapped vector file, plus those stored since.
public struct StoredVectors: Sendable {
    /// The index, keyed by `PassageID.rawValue`.
    public private(set) var index: QuantizedIndex
    /// The generation of the vectors.
    public let generation: Generation
    /// The last vector block in the index.
    private var lastBlock: Int64
    private let file: VectorFile?

    /// False if the vector file was changed by another program, and the vectors are to be read again.
    public var isIntact: Bool { file?.isIntact ?? true }

    fileprivate init(_ generation: Generation, file: VectorFile?) {
        (self.generation, self.file) = (generation, file)
        index = file.map(QuantizedIndex.init) ?? QuantizedIndex(dimension: generation.dimension)
        lastBlock = file?.stamp.lastBlock ?? 0
    }

    fileprivate mutating func readNewBlocks(_ snapshot: LibrarySnapshot) throws {
        try snapshot.forEachVectorBlock(of: generation, after: lastBlock) {
            index.insert(keys: $0.passages, rows: $0.rows)
            lastBlock = $0.id
        }
    }

    /// True if a damaged row was read from the file, and taken for none.
    public var isDamaged: Bool { file?.isDamaged ?? false }

    /// True if there is a file with more vectors, and many are in memory.
    fileprivate func isSurpassed(at location: LibraryLocation) -> Bool {
        guard index.countInMemory > 2 * VectorFile.mostMissing, let newest = VectorFile.stamp(at: location.vectorFile)
        else { return false }
        return newest.lastBlock > file?.stamp.lastBlock ?? 0
    }
}

extension VectorFile {
    /// The file is extended after embedding when it lacks so many vectors.
    fileprivate static let mostMissing = 4_096

    /// True if so much of the file is of no use that it is worth writing it anew.
    fileprivate var isMostlyUnused: Bool { unusedBytes > 16 << 20 && unusedBytes / 2 > count * dimension / 2 }
}

extension VectorFile.Stamp {
    /// True if a library was in this state before the other one, and no vector was changed in place since.
    fileprivate func isEarlier(of other: VectorFile.Stamp) -> Bool {
        generation == other.generation && rewrites == other.rewrites && changes <= other.changes
            && lastBlock <= other.lastBlock
    }
}

extension LibrarySnapshot {
    /// The vector index that searches use; `nil` if nothing is embedded.
    ///
    /// - Parameters:
    ///   - generation: the generation, if it is not the serving one.
    ///   - location: the folder of the vector file. Without a current file, all vectors are read from the database.
    ///   - earlier: an earlier index, valid if no vector was changed in place since. Only newer vectors are read.
    ///   - verifyingRows: true to use the file only if all its rows are whole.
    public func vectors(
        of generation: Generation? = nil, at location: LibraryLocation, updating earlier: StoredVectors? = nil,
        verifyingRows: Bool = false
    ) throws -> StoredVectors? {
        guard let generation = try generation ?? servingGeneration() else { return nil }
        var vectors: StoredVectors
        if let earlier, earlier.generation.id == generation.id, !earlier.isSurpassed(at: location) {
            vectors = earlier
        } else {
            let file = try vectorFile(at: location, of: generation, verifyingRows: verifyingRows)
            vectors = StoredVectors(generation, file: file)
        }
        try vectors.readNewBlocks(self)
        return vectors.index.isEmpty ? nil : vectors
    }

    /// The vector file, if its stamp matches this state of the library.
    private func vectorFile(
        at location: LibraryLocation, of generation: Generation, verifyingRows: Bool = false
    ) throws -> VectorFile? {
        guard let file = VectorFile(path: location.vectorFile, verifyingRows: verifyingRows),
            file.dimension == generation.dimension, let now = try vectorStamp(generation)
        else { return nil }
        return file.stamp.isEarlier(of: now) ? file : nil
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

    /// The number of a generation's vectors that the vector file lacks. Damage of the file is not looked for.
    ///
    /// - Complexity: O(*n*) in the blocks of vectors that the file lacks.
    public func vectorsOutsideFile(of generation: Generation, at location: LibraryLocation) throws -> Int {
        let stamp = VectorFile.stamp(at: location.vectorFile)
        let isCurrent = try stamp.flatMap { stamp in try vectorStamp(generation).map(stamp.isEarlier) } ?? false
        return try vectorCount(generation: generation, after: isCurrent ? stamp?.lastBlock ?? 0 : 0)
    }

    /// True if the vector file is of this state, but for so many vectors, and adding them does not write it anew.
    func lacksVectors(_ location: LibraryLocation, atLeast least: Int) throws -> Bool {
        guard let generation = try servingGeneration(), let now = try vectorStamp(generation),
            let stamp = VectorFile.stamp(at: location.vectorFile), stamp.generation == now.generation,
            stamp.rewrites == now.rewrites,
            try vectorCount(generation: generation, after: stamp.lastBlock) >= least
        else { return false }
        return try vectorFile(at: location, of: generation)?.isMostlyUnused == false
    }

    /// The state of the vector file: `nil` if it is to be left alone. A stale one is removed.
    fileprivate func dueVectorFile(at location: LibraryLocation, lacking least: Int) throws -> DueVectorFile? {
        guard let generation = try servingGeneration() else {
            location.removeVectorFile()
            return nil
        }
        let file = try vectorFile(at: location, of: generation)
        if file == nil { location.removeVectorFile() }
        let missing = try vectorCount(generation: generation, after: file?.stamp.lastBlock ?? 0)
        guard missing >= least else { return nil }
        guard let file, !file.isMostlyUnused else { return DueVectorFile(generation: generation, extended: nil) }
        // What stays is read whole before more is built on it.
        return DueVectorFile(generation: generation, extended: file.hasWholeRows ? file : nil)
    }

    /// Writes the vector file, or adds to it what it lacks.
    ///
    /// - Complexity: O(*n*) in the vectors that are written; reads one block at a time.
    fileprivate func writeVectorFile(_ due: DueVectorFile, at location: LibraryLocation) throws {
        let (generation, file) = (due.generation, due.extended)
        guard let stamp = try vectorStamp(generation) else { return }
        let layout = try passageLayout()
        func rows(append: VectorFile.Append) throws {
            try forEachVectorBlock(of: generation, after: file?.stamp.lastBlock ?? 0) { block in
                let live = block.passages.indices.filter { layout.isLive(PassageID(rawValue: block.passages[$0])) }
                let size = Int8Rows.rowSize(dimension: generation.dimension)
                try append(live.map { block.passages[$0] }, block.rows.matrixRows(live, size: size))
            }
        }
        if let file {
            try file.extend(capacity: layout.count, stamp: stamp, rows: rows)
        } else {
            try VectorFile.write(
                to: location.vectorFile, dimension: generation.dimension, capacity: layout.count, stamp: stamp,
                rows: rows)
        }
    }
}

/// A vector file that lacks many vectors.
private struct DueVectorFile {
    let generation: Generation
    /// The file that they are added to; `nil` if it is to be written anew.
    let extended: VectorFile?
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
    ///
    /// - Parameter least: the number of vectors that it must lack.
    public func refreshVectorFile(lacking least: Int? = nil) {
        let least = least ?? VectorFile.mostMissing
        guard isWriter, let due = try? read({ try $0.dueVectorFile(at: location, lacking: least) }) else { return }
        try? write { try $0.nameVectorFile() }
        try? read { try $0.writeVectorFile(due, at: location) }
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
